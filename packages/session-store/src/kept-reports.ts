import { stored } from './stored.ts';

const reports = stored<unknown[]>('browser', 'redress.reports', (kept) => (Array.isArray(kept) ? kept : null));

/**
 * Keeps the reports of a tab that is left before it can send them. Nothing of a person is in them.
 * @returns false when storage refused them
 */
export const keepReports = (kept: readonly object[]): boolean => reports.write([...kept]);

/** What earlier tabs kept, once. */
export const takeReports = <Report extends object>(): Report[] => {
  const kept = reports.read() ?? [];
  reports.write(null);
  return kept as Report[]; // the host of this or another build wrote them
};
