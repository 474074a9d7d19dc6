import type { StaffPassRow } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import { table, when } from '../print.ts';
import { whenServed } from '../when-served.ts';

const print = (passes: readonly StaffPassRow[]): string =>
  passes.length === 0
    ? 'Nobody has a staff pass.'
    : table([
        ['no', 'person', 'browser', 'until', 'who', 'why'],
        ...passes.map(({ id, person, openedAt, openUntil, expiresAt, actor, reason }) => [
          String(id),
          person,
          openedAt ? `since ${when(openedAt)}` : `opens until ${when(openUntil)}`,
          when(expiresAt),
          actor,
          reason ?? '',
        ]),
      ]);

export const staffCommands = {
  staff: {
    on: 'releases',
    usage: 'staff | staff add "<person>" [--days 30] | staff end <no> --reason "…"',
    about:
      'browsers that have what rolls out to staff: add makes an address of the site for one browser, to be opened within a day; /staff/leave gives it back',
    examples: ['staff', 'staff add "Ann Lee" --days 7', 'staff end 3 --reason "a lost phone"'],
    async run(connection, options) {
      const { call } = connection;
      const { channel, reason } = options.values;
      const [act, named = '', another] = options.names;
      if (act === undefined) return said(await call('staffPasses', { channel }), print);
      if (another !== undefined || (act !== 'add' && act !== 'end')) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Say staff, staff add "<person>" or staff end <no>.');
      }
      if (act === 'end') {
        if (!/^\d{1,9}$/.test(named)) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a staff pass by its number.');
        const started = performance.now();
        const id = Number(named);
        const { number } = await call('endStaffPass', { channel, id, reason: options.reason('Ending a staff pass') });
        const ended = `Staff pass ${named} has ended.`;
        if (number === null) return { json: { id, number }, text: ended };
        const served = await whenServed(connection, { channel, number, started });
        return { json: { id, number, ...served.json }, text: [ended, ...served.lines].join('\n') };
      }
      const made = await call('addStaffPass', { channel, person: named, days: options.wholeNumber('days'), reason });
      const lines = [
        `Staff pass ${made.id} of ${made.person}, until ${when(made.expiresAt)}. The first browser that opens this path of the site has it; the path is shown only now:`,
        made.path,
      ];
      return { json: made, text: lines.join('\n') };
    },
  },
} as const satisfies Record<string, Command>;
