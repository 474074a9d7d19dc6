import type { Finding } from '@redress/contracts/release-api';
import path from 'node:path';
import { openBuildFolder, parseDescriptor } from '@redress/release-client/publish';
import type { ReleaseRequest } from '@redress/release-client';
import { ReleaseRefusal } from '../../src/refusal.ts';
import type { Command, Said } from '../command.ts';
import { actorNamed } from '../actor-named.ts';
import { runningUrl, type Connection } from '../connection.ts';
import { existingKeys } from '../keys.ts';
import type { Options } from '../options.ts';
import { act } from './act.ts';

type Builds = ReleaseRequest<'promote'>['builds'];

/** The snapshot this command is decided on: whoever changes the same remote in between is not overruled. */
export const seen = async ({ call }: Connection, { values: { channel }, wholeNumber }: Options): Promise<number> =>
  wholeNumber('seen') ?? (await call('status', { channel })).number;

/** `mf-wizard`, `mf-wizard@build`, several of them, or --snapshot. */
function rollbackTarget({ names, values, wholeNumber, remote }: Options) {
  const snapshot = wholeNumber('snapshot');
  if (snapshot !== undefined) {
    if (names.length > 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name remotes or --snapshot, not both.');
    return { snapshot };
  }
  if (values.to) remote(); // one build is of one remote
  if (names.length === 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name what to roll back, such as mf-wizard.');
  return {
    remotes: names.map((name) => {
      const [of = '', build] = name.split('@');
      return { remote: of, to: values.to ?? build };
    }),
  };
}

/** What another channel serves of these remotes: tried there, then served here. */
async function buildsOfChannel({ call }: Connection, from: string, names: readonly string[], lines: string[]) {
  const { remotes } = await call('status', { channel: from });
  return names.map((name) => {
    const found = remotes.find((remote) => remote.name === name);
    if (!found) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${from} has no ${name}.`);
    lines.push(`${name}: ${found.buildId} as ${from} serves it`);
    return { name, build: found.buildId };
  });
}

/** `mf-wizard@build` as named; `mf-wizard` alone is the build in its `dist`, which is what was published last from here. */
export function buildToPromote(text: string, { values, buildsFolder }: Options, lines: string[]): Builds[number] {
  const [name = '', build] = text.split('@');
  if (build !== undefined) return { name, build, evenIfBad: true };
  const dist = values.dist ? path.resolve(values.dist) : path.join(buildsFolder, name, 'dist');
  const folder = openBuildFolder(dist);
  if (!folder) throw new ReleaseRefusal('BUILD_UNKNOWN', `${dist} holds no build: name one, ${name}@<build>.`);
  const { buildId } = parseDescriptor(folder.payload);
  lines.push(`${name}: ${buildId} from ${dist}`);
  return { name, build: buildId };
}

export const overrides = (findings: readonly Finding[]) =>
  findings.map(({ code, message }) => `overridden ${code}: ${message}`);

export const warnings = (findings: readonly Finding[] = []) =>
  findings.map(({ code, message }) => `warning ${code}: ${message}`);

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function instantOf(text: string | undefined, option: string): Date {
  const instant = new Date(text ?? '');
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new ReleaseRefusal('REQUEST_INVALID', `${option} is a time such as 2026-12-24T12:00Z.`);
}

/** What a promotion asks for, now or at a time to come. @param lines - gets which source each build is from */
export async function promotion(connection: Connection, options: Options, lines: string[]) {
  const { names, values } = options;
  if (names.length === 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name what to promote, such as mf-wizard.');
  if (values.dist) options.remote(); // a folder holds one build
  const from = values['from-channel'];
  const builds = from
    ? await buildsOfChannel(connection, from, names, lines)
    : names.map((name) => buildToPromote(name, options, lines));
  const { channel, reason, override } = values;
  return { channel, builds, reason, override, seen: await seen(connection, options) };
}

/** Without program and database, by signed files alone. */
async function rollBackByFiles(options: Options): Promise<Said> {
  const { values, dataDir, storage } = options;
  const [remote, reason] = [options.remote(), options.reason('A rollback')];
  const url = await runningUrl(dataDir);
  if (url) throw new ReleaseRefusal('PROGRAM_ANSWERS', `A program answers at ${url}.`);
  const keys = existingKeys(storage);
  const { rollBackFiles, openBlobs, openHeads } = await import('../files.ts');
  const { channel, to, override, urgent } = values;
  const result = await rollBackFiles(
    { heads: openHeads(storage), blobs: openBlobs(storage), keys, now: () => new Date() },
    { channel, remote, to, reason, actor: actorNamed(keys, values.as), override, urgent },
  );
  return {
    json: result,
    text: `${remote} is rolled back from ${result.from} to ${result.to} by files, in snapshot ${result.number}.`,
  };
}

export const filesRollback: Command = {
  on: 'files',
  usage: 'rollback <remote> --files [--urgent] --reason "…"',
  about: 'with neither program nor database, by signed files alone',
  examples: ['rollback mf-wizard --files --reason "the database is lost"'],
  run: rollBackByFiles,
};

const switchCommand = (
  name: 'switchOff' | 'switchOn' | 'retire',
  described: Pick<Command, 'usage' | 'about' | 'examples'>,
): Command => ({
  ...described,
  on: 'releases',
  canBeTried: true,
  async run(connection, options) {
    const remote = options.remote();
    const { channel, reason } = options.values;
    const asked = { channel, remote, reason, seen: await seen(connection, options) };
    return act(connection, options, name, asked, () => []);
  },
});

export const changeCommands = {
  promote: {
    on: 'releases',
    usage: 'promote <remote>[@build] …',
    about:
      'serve these builds, all in one snapshot; without @build the one in dist (--from-channel preview: what that channel serves)',
    examples: [
      'promote mf-wizard',
      'promote mf-wizard@0123456789ab shell@ba9876543210',
      'promote mf-wizard --from-channel preview',
    ],
    canBeTried: true,
    async run(connection, options) {
      const lines: string[] = [];
      const asked = await promotion(connection, options, lines);
      return act(connection, options, 'promote', asked, (made) => [
        ...lines,
        ...overrides(made.overridden),
        ...warnings(made.warnings),
      ]);
    },
  },
  rollback: {
    on: 'releases',
    usage: 'rollback <remote>[@build] … | --snapshot n  --reason "…"',
    about:
      'serve earlier builds, all in one snapshot; --to build for one remote; --urgent: open tabs leave the bad builds at once, typed into or not; --files: without program and database',
    examples: [
      'rollback mf-wizard --reason "wrong total"',
      'rollback mf-wizard --to 0123456789ab --urgent --reason "sends twice"',
      'rollback --snapshot 41 --reason "as it was this morning"',
    ],
    canBeTried: true,
    async run(connection, options) {
      const { channel, reason, override, urgent } = options.values;
      const target = rollbackTarget(options);
      const asked = { channel, ...target, reason, override, urgent, seen: await seen(connection, options) };
      return act(connection, options, 'rollBack', asked, (made) => [
        ...made.moves.map(({ remote, from, to }) => `${remote} is rolled back from ${from} to ${to}.`),
        ...overrides(made.overridden),
      ]);
    },
  },
  off: switchCommand('switchOff', {
    usage: 'off <remote> --reason "…"',
    about: 'kill switch: no tab loads a file of it',
    examples: ['off mf-letters --reason "prints the wrong address"'],
  }),
  on: switchCommand('switchOn', { usage: 'on <remote>', about: 'load it again', examples: ['on mf-letters'] }),
  retire: switchCommand('retire', {
    usage: 'retire <remote> --reason "…"',
    about: 'take a remote off the channel for good',
    examples: ['retire mf-old --reason "part of mf-account now"'],
  }),
  rename: {
    on: 'releases',
    usage: 'rename <remote> <new name>[@build] --reason "…"',
    about:
      'put a build under another name in the place of a remote, in one snapshot; without @build the one in dist. The same the other way round goes back',
    examples: ['rename mf-letters mf-mailings --reason "what it does has another name"'],
    canBeTried: true,
    async run(connection, options) {
      const [remote, target, more] = options.names;
      if (!remote || !target || more !== undefined)
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name a remote and its new name: rename mf-letters mf-mailings.');
      const lines: string[] = [];
      const { name, build } = buildToPromote(target, options, lines);
      const { channel, override } = options.values;
      const reason = options.values['dry-run'] ? options.values.reason : options.reason('Renaming a remote');
      const asked = { channel, remote, to: { name, build }, reason, override, seen: await seen(connection, options) };
      return act(connection, options, 'rename', asked, (made) => [
        ...lines,
        `${remote} is ${name} now.`,
        ...overrides(made.overridden),
      ]);
    },
  },
  unmark: {
    on: 'releases',
    usage: 'unmark <remote>@<build> --reason "…"',
    about: 'that was a mistake: a build that a rollback marked bad is good again',
    examples: ['unmark mf-wizard@0123456789ab --reason "it was the network"'],
    async run({ call }, options) {
      const [remote = '', build = ''] = options.names[0]?.split('@') ?? [];
      if (build === '') throw new ReleaseRefusal('REQUEST_INVALID', 'Name a build, such as mf-wizard@0123456789ab.');
      const { channel } = options.values;
      const { buildId } = await call('unmark', {
        channel,
        remote,
        build,
        reason: options.reason('Taking a mark back'),
      });
      return { json: { channel, remote, buildId }, text: `${remote} ${buildId} is marked bad no more on ${channel}.` };
    },
  },
  freeze: {
    on: 'releases',
    usage: 'freeze [--at <time>] --until <time> --reason "…"',
    about: 'no promotion until then, from now or from --at on; rollbacks stay possible',
    examples: [
      'freeze --until 2026-12-27T08:00Z --reason "year end"',
      'freeze --at 2026-12-23T17:00Z --until 2026-12-27T08:00Z --reason "year end"',
    ],
    async run({ call }, options) {
      const { channel, at, until } = options.values;
      const from = at === undefined ? new Date() : instantOf(at, '--at');
      const window = { from: from.toISOString(), until: instantOf(until, '--until').toISOString() };
      const { id } = await call('freeze', { channel, ...window, reason: options.reason('A freeze') });
      const begin = at === undefined ? '' : `from ${window.from} `;
      return { json: { channel, id, ...window }, text: `${channel} is frozen ${begin}until ${window.until} (${id}).` };
    },
  },
  thaw: {
    on: 'releases',
    usage: 'thaw <no> --reason "…"',
    about: 'end a freeze now',
    examples: ['thaw 3 --reason "urgent repair"'],
    async run({ call }, options) {
      const { channel } = options.values;
      const [id = ''] = options.names;
      if (!/^\d+$/.test(id)) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a freeze by its number.');
      await call('thaw', { channel, id: Number(id), reason: options.reason('Ending a freeze') });
      return { json: { channel, id: Number(id) }, text: `Freeze ${id} of ${channel} is over.` };
    },
  },
} as const satisfies Record<string, Command>;
