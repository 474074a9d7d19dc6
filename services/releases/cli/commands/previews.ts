import type { Preview } from '@redress/contracts/release-api';
import { isReleaseRefusal, ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command, type Said } from '../command.ts';
import type { Connection } from '../connection.ts';
import type { Options } from '../options.ts';
import { table, when } from '../print.ts';
import { buildToPromote } from './changes.ts';
import { publishNamed } from './publish.ts';

const print = (previews: readonly Preview[]): string =>
  previews.length === 0
    ? 'Nothing is previewed.'
    : table([
        ['no', 'what', 'of', 'for', 'until', 'who', 'why'],
        ...previews.map(({ id, what, once, openedAt, expiresAt, actor, reason, team, pullRequest, waits }) => [
          String(id),
          what,
          [team ?? '', ...(pullRequest === null ? [] : [`pull request ${pullRequest}`])].join(' ').trim(),
          waits
            ? 'nobody, before another person confirms it'
            : once
              ? openedAt
                ? `one browser, since ${when(openedAt)}`
                : 'one browser, not opened'
              : 'whoever has it',
          when(expiresAt),
          actor,
          reason ?? '',
        ]),
      ]);

async function confirmOne({ call }: Connection, options: Options): Promise<Said> {
  const [, id = '', ...seen] = options.names;
  if (!/^\d+$/.test(id)) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a preview by its number.');
  const what = seen.length > 0 ? { what: seen.join(' ') } : {};
  const made = await call('confirmPreview', { channel: options.values.channel, id: Number(id), ...what });
  return { json: made, text: `Preview ${id} of ${made.what} can be opened, until ${when(made.expiresAt)}.` };
}

async function endOne({ call }: Connection, options: Options): Promise<Said> {
  const [, id = ''] = options.names;
  if (!/^\d+$/.test(id)) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a preview by its number.');
  const { channel } = options.values;
  await call('endPreview', { channel, id: Number(id), reason: options.reason('Ending a preview') });
  return { json: { id: Number(id) }, text: `Preview ${id} has ended.` };
}

/** One that has ended by its time is what was wanted: the last step of a pull request does not fail for it. */
async function endPullRequest({ call }: Connection, options: Options, pullRequest: number): Promise<Said> {
  const { channel } = options.values;
  const asked = { channel, pullRequest, reason: options.reason('Ending a preview') };
  const wasThere = await call('endPreview', asked).then(
    () => true,
    (error: unknown) => {
      if (isReleaseRefusal(error) && error.code === 'PREVIEW_UNKNOWN') return false;
      throw error;
    },
  );
  const text = wasThere ? 'has ended' : 'had ended before';
  return { json: { pullRequest, wasThere }, text: `The preview of pull request ${pullRequest} ${text}.` };
}

/** Publishes what is not named by its build, and shows all of it at the address of the pull request. */
async function ofPullRequest(connection: Connection, options: Options, pullRequest: number): Promise<Said> {
  const { names, values } = options;
  if (names.length === 0 || values.once || values.snapshot !== undefined) {
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      'Name the remotes of the pull request: preview mf-letters --pull-request 123.',
    );
  }
  if (values.dist) options.remote(); // a folder holds one build
  const lines: string[] = [];
  const named = names.flatMap((text) => {
    const [name = '', build] = text.split('@');
    return build === undefined ? [] : [{ name, build }];
  });
  const toPublish = names.filter((text) => !text.includes('@'));
  const published = toPublish.length > 0 ? await publishNamed(connection, options, toPublish, lines) : [];
  const made = await connection.call('previewPullRequest', {
    channel: values.channel,
    pullRequest,
    builds: [...named, ...published.map(({ name, buildId: build }) => ({ name, build }))],
    hours: options.wholeNumber('hours'),
    reason: values.reason,
  });
  if (made.waits)
    lines.push(`It opens nothing before another person runs: release preview confirm ${made.id} "${made.what}"`);
  lines.push(
    `Pull request ${pullRequest} shows ${made.what}, until ${when(made.expiresAt)}. ${made.isNew ? 'Its address on the site:' : 'Its address is the one of before:'}`,
    made.path,
  );
  return { json: made, text: lines.join('\n') };
}

export const previewCommands = {
  preview: {
    on: 'releases',
    usage:
      'preview <remote>[@build] … | preview --snapshot n [--hours 24] [--once] | preview <remote> … --pull-request n [--dist folder] | preview confirm <no> [what it shows] | preview end <no> | --pull-request n --reason "…"',
    about:
      'an address of the site at which builds, or a snapshot of before, are seen by whoever has it, for at most 168 hours (--once: by the first browser that opens it alone); the gate is asked. With --pull-request builds are published first and shown at one address, which stays with each push',
    examples: [
      'preview mf-letters',
      'preview mf-letters@0123456789ab shell@ba9876543210 --hours 72 --reason "for the meeting"',
      'preview mf-letters --once --hours 2',
      'preview --snapshot 41',
      'preview end 3 --reason "passed on"',
      'preview mf-letters --pull-request 123 --dist ./artifact',
      'preview end --pull-request 123 --reason "merged"',
    ],
    async run(connection, options) {
      const { call } = connection;
      const { channel, reason } = options.values;
      const pullRequest = options.wholeNumber('pull-request');
      if (options.names[0] === 'end') {
        return pullRequest === undefined
          ? endOne(connection, options)
          : endPullRequest(connection, options, pullRequest);
      }
      if (options.names[0] === 'confirm') return confirmOne(connection, options);
      if (pullRequest !== undefined) return ofPullRequest(connection, options, pullRequest);
      const lines: string[] = [];
      const snapshot = options.wholeNumber('snapshot');
      if ((snapshot === undefined) === (options.names.length === 0)) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name remotes, or --snapshot.');
      }
      const builds = options.names.map((name) => buildToPromote(name, options, lines));
      const target =
        snapshot === undefined ? { builds: builds.map(({ name, build }) => ({ name, build })) } : { snapshot };
      const made = await call('addPreview', {
        channel,
        ...target,
        hours: options.wholeNumber('hours') ?? 24,
        once: options.values.once,
        reason,
      });
      if (made.waits)
        lines.push(`It opens nothing before another person runs: release preview confirm ${made.id} "${made.what}"`);
      lines.push(
        `Preview ${made.id} of ${made.what}, until ${when(made.expiresAt)}. Open this path of the site; it is shown only now:`,
        made.path,
      );
      return { json: made, text: lines.join('\n') };
    },
  },
  previews: {
    on: 'releases',
    usage: 'previews',
    about: 'previews that can be opened now',
    examples: ['previews'],
    run: async ({ call }, options) => said(await call('previews', { channel: options.values.channel }), print),
  },
} as const satisfies Record<string, Command>;
