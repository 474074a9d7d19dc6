import { ReleaseRefusal } from '../../src/refusal.ts';
import { act } from '../act.ts';
import type { Command, Said } from '../command.ts';
import { runningUrl } from '../connection.ts';
import { fieldsOf, optionsOf } from '../fields.ts';
import { actorNamed, existingKeys } from '../keys.ts';
import { findingsOf, FROM, promotion } from '../named-builds.ts';
import { refuse, type Typed } from '../typed.ts';

export const promoteCommand: Command = {
  names: '<remote>[@build] …',
  about:
    'serve these builds, all in one snapshot; without @build the one in dist (--from-channel preview: what that channel serves); --retire: it takes the place of this remote, and back the same way',
  options: { ...optionsOf(fieldsOf('promote')), ...FROM, 'from-channel': 'text' },
  examples: [
    'promote mf-wizard',
    'promote mf-wizard@0123456789ab shell@ba9876543210',
    'promote mf-wizard --from-channel preview',
    'promote mf-mailings --retire mf-letters --reason "what it does has another name"',
  ],
  canBeTried: true,
  async run(typed, releases) {
    const connection = await releases();
    const lines: string[] = [];
    const asked = { ...(await promotion(connection, typed, lines)), retire: typed.text('retire') };
    return act(connection, typed, 'promote', asked, (made) => [...lines, ...findingsOf(made)]);
  },
};

/** `mf-wizard`, `mf-wizard@build`, several of them, or --snapshot. */
function rollbackTarget(typed: Typed) {
  const { names, text } = typed;
  const [to, snapshot] = [text('to'), text('snapshot')];
  if (snapshot !== undefined) {
    if (names.length > 0) refuse('Name remotes or --snapshot, not both.');
    return { snapshot: Number(snapshot) };
  }
  if (to) typed.remote(); // one build is of one remote
  if (names.length === 0) refuse('Name what to roll back, such as mf-wizard.');
  return {
    remotes: names.map((name) => {
      const [of = '', build] = name.split('@');
      return { remote: of, to: to ?? build };
    }),
  };
}

/** A rollback without program and database, by signed files alone. */
async function rollBackByFiles(typed: Typed): Promise<Said> {
  const { place, channel, text, is } = typed;
  const [remote, reason] = [typed.remote(), text('reason')];
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A rollback needs a reason.');
  const url = await runningUrl(place.dataDir);
  if (url) throw new ReleaseRefusal('PROGRAM_ANSWERS', `A program answers at ${url}.`);
  const keys = existingKeys(place.storage);
  const { rollBackFiles, openBlobs, openHeads } = await import('../files.ts');
  const result = await rollBackFiles(
    { heads: openHeads(place.storage), blobs: openBlobs(place.storage, () => {}), keys, now: () => new Date() },
    {
      channel,
      remote,
      to: text('to'),
      reason,
      actor: actorNamed(keys, typed.as),
      override: is('override'),
      urgent: is('urgent'),
    },
  );
  return {
    json: result,
    text: `${remote} is rolled back from ${result.from} to ${result.to} by files, in snapshot ${result.number}.`,
  };
}

export const rollbackCommand: Command = {
  names: '<remote>[@build] … | --snapshot <no>',
  about:
    'serve earlier builds, all in one snapshot; --to build for one remote; --urgent: open tabs leave the bad builds at once, typed into or not; --files: by signed files alone, with neither program nor database',
  options: { ...optionsOf(fieldsOf('rollBack').filter(({ name }) => name !== 'remote')), files: 'flag' },
  examples: [
    'rollback mf-wizard --reason "wrong total"',
    'rollback mf-wizard --to 0123456789ab --urgent --reason "sends twice"',
    'rollback --snapshot 41 --reason "as it was this morning"',
    'rollback mf-wizard --files --reason "the database is lost"',
  ],
  canBeTried: true,
  async run(typed, releases) {
    if (typed.is('files') && typed.is('dry-run')) refuse('A rollback by files cannot be tried with --dry-run.');
    if (typed.is('files')) return rollBackByFiles(typed);
    const { channel, text, is } = typed;
    const asked = {
      channel,
      ...rollbackTarget(typed),
      reason: text('reason'),
      override: is('override'),
      urgent: is('urgent'),
    };
    return act(await releases(), typed, 'rollBack', asked, (made) => [
      ...made.moves.map(({ remote, from, to }) => `${remote} is rolled back from ${from} to ${to}.`),
      ...findingsOf(made),
    ]);
  },
};
