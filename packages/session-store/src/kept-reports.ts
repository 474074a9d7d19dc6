const KEY = 'redress.reports';

/**
 * Keeps the reports of a tab that is left before it can send them. Nothing of a person is in them.
 * @returns false when storage refused them
 */
export const keepReports = (reports: readonly object[]): boolean => {
  try {
    localStorage.setItem(KEY, JSON.stringify(reports));
    return true;
  } catch {
    return false;
  }
};

/** What earlier tabs kept, once. */
export const takeReports = <Report extends object>(): Report[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Report[];
    localStorage.removeItem(KEY);
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
};
