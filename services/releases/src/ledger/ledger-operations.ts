import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations, RunningProgram } from '../release-operations.ts';
import { checkLedger } from './check-ledger.ts';
import { ledgerHead } from './ledger.ts';
import { searchLedger } from './search.ts';

export const ledgerOperations = (core: ReleaseCore, { acts }: RunningProgram) =>
  ({
    ledger: (question) => searchLedger(core.db, question),
    verifyLedger: ({ head }) => checkLedger(core, head),
    async changes({ after, waitSeconds }) {
      // Waited for before it is looked at: an act between the two is not missed.
      const next = waitSeconds > 0 ? acts?.next(waitSeconds * 1_000) : undefined;
      try {
        let seq = (await ledgerHead(core.db))?.seq ?? 0;
        if (next && seq === after) {
          await next.came;
          seq = (await ledgerHead(core.db))?.seq ?? 0;
        }
        return { seq, at: core.now().toISOString() };
      } finally {
        // Also where the database is away: every console asks again at once.
        next?.forget();
      }
    },
  }) satisfies Partial<ReleaseOperations>;
