import { said, type Command } from '../command.ts';
import { instantOf } from './changes.ts';
import type { Options } from '../options.ts';
import {
  printBuilds,
  printDiff,
  printFreezes,
  printHistory,
  printLedger,
  printOverview,
  printServed,
  printStatus,
} from '../print.ts';

const limitOf = (options: Options) => ({ limit: options.wholeNumber('limit') ?? 20 });
const channelOf = ({ values: { channel } }: Options) => ({ channel });

export const readCommands = {
  status: {
    on: 'releases',
    usage: 'status',
    about: 'what the channel serves',
    examples: ['status', 'status --channel preview', 'status --json'],
    run: async ({ call }, options) => said(await call('status', channelOf(options)), printStatus),
  },
  overview: {
    on: 'releases',
    usage: 'overview',
    about: 'what is not well in any channel, the worst first',
    examples: ['overview', 'overview --json'],
    run: async ({ call }) => said(await call('overview', {}), printOverview),
  },
  builds: {
    on: 'releases',
    usage: 'builds [remote]',
    about: 'every published build, newest first',
    examples: ['builds mf-wizard', 'builds mf-wizard --limit 50 --before mf-wizard@0123456789ab'],
    run: async ({ call }, options) =>
      said(
        await call('builds', { name: options.names[0], ...limitOf(options), before: options.values.before }),
        printBuilds,
      ),
  },
  served: {
    on: 'releases',
    usage: 'served <remote>',
    about: 'builds that served it: first, last, marked bad by whom and why',
    examples: ['served mf-wizard', 'served mf-wizard --before 0123456789ab'],
    run: async ({ call }, options) =>
      said(
        await call('servedBuilds', {
          ...channelOf(options),
          remote: options.remote(),
          ...limitOf(options),
          before: options.values.before,
        }),
        printServed,
      ),
  },
  diff: {
    on: 'releases',
    usage: 'diff [--from n] [--to n]',
    about: 'what changed between two snapshots; the last two unless said',
    examples: ['diff', 'diff --from 12 --to 15'],
    run: async ({ call }, options) =>
      said(
        await call('diff', {
          ...channelOf(options),
          from: options.wholeNumber('from'),
          to: options.wholeNumber('to'),
        }),
        printDiff,
      ),
  },
  history: {
    on: 'releases',
    usage: 'history',
    about: 'snapshots, newest first',
    examples: ['history', 'history --limit 50 --before 120'],
    run: async ({ call }, options) =>
      said(
        await call('history', { ...channelOf(options), ...limitOf(options), before: options.wholeNumber('before') }),
        printHistory,
      ),
  },
  ledger: {
    on: 'releases',
    usage: 'ledger [verify] [--head hash]',
    about: 'who did what, found by who, what, remote, words and time; verify checks the whole chain',
    examples: [
      'ledger',
      'ledger --who ann --remote mf-letters --since 2026-11-01T00:00Z',
      'ledger --what rollback --text "card form" --limit 5 --json',
      'ledger verify --head 9f86d081…',
    ],
    async run({ call }, options) {
      if (options.names[0] !== 'verify') {
        const { who, what, remote, text, since, until } = options.values;
        const from = since && instantOf(since, '--since').toISOString();
        const to = until && instantOf(until, '--until').toISOString();
        const sought = { who, what, remote, text, from, until: to };
        const page = { ...limitOf(options), before: options.wholeNumber('before') };
        return said(await call('ledger', { ...page, ...sought }), printLedger);
      }
      const verdict = await call('verifyLedger', { head: options.values.head });
      const print = ({ ok, entries, head, fault }: typeof verdict) =>
        ok
          ? `${entries} entries, each following the one before. Head: ${head}`
          : `Entry ${fault?.seq}: ${fault?.what}.`;
      return { ...said(verdict, print), failed: !verdict.ok };
    },
  },
  freezes: {
    on: 'releases',
    usage: 'freezes',
    about: 'windows without promotions, in force or to come',
    examples: ['freezes'],
    run: async ({ call }, options) => said(await call('freezes', channelOf(options)), printFreezes),
  },
} as const satisfies Record<string, Command>;
