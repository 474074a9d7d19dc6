import type { RetentionReport } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import { table } from '../print.ts';

const print =
  (heading: string) =>
  ({ builds, uploads, pinned }: RetentionReport): string =>
    [
      `${heading}: ${builds.length} builds; ${uploads.count} uploads without a build, ${uploads.bytes} bytes.`,
      ...(builds.length > 0
        ? [
            table([
              ['name', 'build', 'published'],
              ...builds.map(({ name, version, buildId, publishedAt }) => [name, `${version}-${buildId}`, publishedAt]),
            ]),
          ]
        : []),
      ...pinned.map(({ name, buildId, actor, reason }) => `Pinned: ${name} ${buildId} by ${actor}: ${reason}`),
    ].join('\n');

function named(text: string | undefined): { name: string; build: string } {
  const [name, build] = (text ?? '').split('@');
  if (name && build) return { name, build };
  throw new ReleaseRefusal('REQUEST_INVALID', 'Name one build, such as mf-wizard@0123456789ab.');
}

const pinCommand = (act: 'pin' | 'unpin', about: string): Command => ({
  on: 'releases',
  usage: `${act} <remote>@<build> --reason "…"`,
  about,
  examples: [`${act} mf-wizard@0123456789ab --reason "evidence of the incident"`],
  async run({ call }, options) {
    const { name, buildId } = await call(act, {
      ...named(options.names[0]),
      reason: options.reason(act === 'pin' ? 'A pin' : 'Ending a pin'),
    });
    return { json: { name, buildId }, text: `${name} ${buildId} is ${act === 'pin' ? '' : 'no longer '}pinned.` };
  },
});

export const retentionCommands = {
  retention: {
    on: 'releases',
    usage: 'retention [--apply]',
    about: 'builds and uploads past their time: what would go; --apply takes them away now',
    examples: ['retention', 'retention --apply', 'retention --json'],
    async run({ call }, { values }) {
      return values.apply
        ? said(await call('collect', {}), print('Taken away'))
        : said(await call('retention', {}), print('Would go'));
    },
  },
  pin: pinCommand('pin', 'keep the files of a build until it is unpinned'),
  unpin: pinCommand('unpin', 'leave a build to retention again'),
} as const satisfies Record<string, Command>;
