import { userInfo } from 'node:os';

/** Lines to print; a table is aligned by whoever prints. */
export type Printed = string[];

/** Who acts, for the record. */
export const operator = () => ({ kind: 'operator' as const, id: userInfo().username });

/** @throws {Error} where an act that is kept has no reason */
export function assertReason(reason: string): void {
  if (!reason.trim()) throw new Error('Say why, with --reason "…": it is kept.');
}

export const when = (at: Date | null): string => (at ? at.toISOString().replace('T', ' ').slice(0, 16) : '-');
