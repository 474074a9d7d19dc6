import type { Figure } from '@redress/cluster/proof-page';

const WITHIN_MS = 1_000;

export const rollbackFigure = (what: string, ms: number): Figure => ({
  what: `${what}: from a rollback to documents of both sites`,
  measured: `${Math.round(ms)} ms`,
  limit: `at most ${WITHIN_MS} ms`,
  isReached: ms <= WITHIN_MS,
});
