import { said, type Command, type Said } from '../command.ts';
import type { Connection } from '../connection.ts';
import { fieldsOf, optionsOf } from '../fields.ts';
import { FROM, namedBuild } from '../named-builds.ts';
import { printAnswer, when } from '../print-answer.ts';
import { refuse, type Typed } from '../typed.ts';
import { publishNamed } from './publish.ts';

const COLUMNS = 'id what team pullRequest waits once openedAt expiresAt actor reason';

const numberOf = ({ text }: Typed, option: string): number | undefined => {
  const given = text(option);
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  refuse(`--${option} is a whole number.`);
};

/** Publishes what is not named by its build, and shows all of it at the address of the pull request. */
async function ofPullRequest(connection: Connection, typed: Typed, pullRequest: number, lines: string[]) {
  const { names, text, channel } = typed;
  if (names.length === 0 || typed.is('once') || text('snapshot') !== undefined)
    refuse('Name the remotes of the pull request: preview mf-letters --pull-request 123.');
  if (text('dist')) typed.remote(); // a folder holds one build
  const named = names.flatMap((each) => {
    const [name = '', build] = each.split('@');
    return build === undefined ? [] : [{ name, build }];
  });
  const toPublish = names.filter((each) => !each.includes('@'));
  const published = toPublish.length > 0 ? await publishNamed(connection, typed, toPublish, lines) : [];
  const builds = [...named, ...published.map(({ name, buildId: build }) => ({ name, build }))];
  const hours = numberOf(typed, 'hours');
  return connection.call('previewPullRequest', { channel, pullRequest, builds, hours, reason: text('reason') });
}

async function ofBuilds({ call }: Connection, typed: Typed, lines: string[]) {
  const snapshot = numberOf(typed, 'snapshot');
  if (snapshot !== undefined && typed.names.length > 0) refuse('Name remotes, or --snapshot.');
  const builds = typed.names.map((name) => namedBuild(name, typed, lines));
  return call('addPreview', {
    channel: typed.channel,
    ...(snapshot === undefined ? { builds: builds.map(({ name, build }) => ({ name, build })) } : { snapshot }),
    hours: numberOf(typed, 'hours'),
    once: typed.is('once'),
    reason: typed.text('reason'),
  });
}

async function show(connection: Connection, typed: Typed): Promise<Said> {
  const lines: string[] = [];
  const pullRequest = numberOf(typed, 'pull-request');
  const made =
    pullRequest === undefined
      ? await ofBuilds(connection, typed, lines)
      : await ofPullRequest(connection, typed, pullRequest, lines);
  const what = pullRequest === undefined ? `Preview ${made.id} of` : `Pull request ${pullRequest} shows`;
  const place = 'isNew' in made && !made.isNew ? 'the address of before' : 'this path of the site';
  if (made.waits)
    lines.push(`It opens nothing before another person runs: release preview confirm ${made.id} "${made.what}"`);
  lines.push(`${what} ${made.what}, until ${when(made.expiresAt)}. Open ${place}:`, made.path);
  return { json: made, text: lines.join('\n') };
}

export const previewCommands = {
  preview: {
    names: '[<remote>[@build] …]',
    about:
      'an address of the site at which builds, or the snapshot of a number, are seen by whoever has it, for at most 168 hours (--once: by the first browser that opens it alone); the gate is asked. With --pull-request builds are published first and shown at one address, which stays with each push. Alone: previews that can be opened',
    options: { ...optionsOf(fieldsOf('addPreview')), 'pull-request': 'text', ...FROM, maps: 'flag' },
    examples: [
      'preview',
      'preview mf-letters',
      'preview mf-letters@0123456789ab shell@ba9876543210 --hours 72 --reason "for the meeting"',
      'preview mf-letters --once --hours 2',
      'preview --snapshot 41',
      'preview mf-letters --pull-request 123 --dist ./artifact',
    ],
    async run(typed, releases) {
      const connection = await releases();
      const { names, channel, text } = typed;
      if (names.length > 0 || text('snapshot') !== undefined || text('pull-request') !== undefined)
        return show(connection, typed);
      const empty = 'Nothing is previewed.';
      return said(await connection.call('previews', { channel }), (all) =>
        printAnswer(all, { columns: COLUMNS, empty }),
      );
    },
  },
} as const satisfies Record<string, Command>;
