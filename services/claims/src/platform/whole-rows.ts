import type * as z from 'zod/mini';
import type { Logger } from '@redress/telemetry/server';

/**
 * Maps the rows of a list. A row that cannot be mapped, because of data of an old release or a repair by hand, is left
 * out and reported; the others are shown.
 * @param list - for the log
 */
export function mapWholeRows<Row, Shown>(
  log: Logger,
  list: string,
  rows: readonly Row[],
  map: (row: Row) => Shown,
): Shown[] {
  return rows.flatMap((row) => {
    try {
      return [map(row)];
    } catch (error) {
      log.error({ operation: 'list', kind: list, err: error }, 'a row cannot be shown');
      return [];
    }
  });
}

/** A name derived from answers that may be unreadable: whoever takes their data along still gets the row. */
export function readableName(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Where in an answer a list stands, as `RouteOptions.rows` names it: `sessions`, `data.payments`. */
const keysOf = (path: string): string[] => path.split('.');

/**
 * What is left of an answer without those rows of its list that do not fit the contract.
 * @returns `null` when something else than rows does not fit
 */
export function withoutBrokenRows(
  answer: unknown,
  path: string,
  issues: readonly z.core.$ZodIssue[],
): { answer: unknown; broken: number } | null {
  const keys = keysOf(path);
  const broken = new Set<number>();
  for (const issue of issues) {
    const index = issue.path[keys.length];
    if (!keys.every((key, at) => issue.path[at] === key) || typeof index !== 'number') return null;
    broken.add(index);
  }
  const without = (value: unknown, rest: readonly string[]): unknown => {
    const [key, ...deeper] = rest;
    if (key === undefined) return (value as unknown[]).filter((_, index) => !broken.has(index));
    const whole = value as Record<string, unknown>;
    return { ...whole, [key]: without(whole[key], deeper) };
  };
  return { answer: without(answer, keys), broken: broken.size };
}
