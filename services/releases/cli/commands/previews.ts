import type { Preview } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import { table, when } from '../print.ts';
import { buildToPromote } from './changes.ts';

const print = (previews: readonly Preview[]): string =>
  previews.length === 0
    ? 'Nothing is previewed.'
    : table([
        ['no', 'what', 'for', 'until', 'who', 'why'],
        ...previews.map(({ id, what, once, openedAt, expiresAt, actor, reason }) => [
          String(id),
          what,
          once ? (openedAt ? `one browser, since ${when(openedAt)}` : 'one browser, not opened') : 'whoever has it',
          when(expiresAt),
          actor,
          reason ?? '',
        ]),
      ]);

export const previewCommands = {
  preview: {
    on: 'releases',
    usage: 'preview <remote>[@build] … | preview --snapshot n [--hours 24] [--once] | preview end <no> --reason "…"',
    about:
      'an address of the site at which builds, or a snapshot of before, are seen by whoever has it, for at most 168 hours (--once: by the first browser that opens it alone); the gate is asked',
    examples: [
      'preview mf-letters',
      'preview mf-letters@0123456789ab shell@ba9876543210 --hours 72 --reason "for the meeting"',
      'preview mf-letters --once --hours 2',
      'preview --snapshot 41',
      'preview end 3 --reason "passed on"',
    ],
    async run({ call }, options) {
      const { channel, reason } = options.values;
      if (options.names[0] === 'end') {
        const [, id = ''] = options.names;
        if (!/^\d+$/.test(id)) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a preview by its number.');
        await call('endPreview', { channel, id: Number(id), reason: options.reason('Ending a preview') });
        return { json: { id: Number(id) }, text: `Preview ${id} has ended.` };
      }
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
