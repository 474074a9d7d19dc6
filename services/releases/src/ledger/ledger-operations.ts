import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { checkLedger } from './check-ledger.ts';
import { ledgerHead } from './ledger.ts';
import { searchLedger } from './search.ts';

/** A console of before 2026-11-29 waits for an act, and asks again as soon as it is answered. */
const AGAIN_MS = 2_000;

export const ledgerOperations = (core: ReleaseCore) =>
  ({
    ledger: (question) => searchLedger(core.db, question),
    verifyLedger: ({ head }) => checkLedger(core, head),
    async changes({ waitSeconds = 0 }) {
      if (waitSeconds > 0) await wait(AGAIN_MS);
      return { seq: (await ledgerHead(core.db))?.seq ?? 0, at: core.now().toISOString() };
    },
  }) satisfies Partial<ReleaseOperations>;
