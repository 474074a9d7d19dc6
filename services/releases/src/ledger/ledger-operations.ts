import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { checkLedger } from './check-ledger.ts';
import { ledgerHead } from './ledger.ts';
import { searchLedger } from './search.ts';

export const ledgerOperations = (core: ReleaseCore) =>
  ({
    ledger: (question) => searchLedger(core.db, question),
    verifyLedger: ({ head }) => checkLedger(core, head),
    changes: async () => ({ seq: (await ledgerHead(core.db))?.seq ?? 0, at: core.now().toISOString() }),
  }) satisfies Partial<ReleaseOperations>;
