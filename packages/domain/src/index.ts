/** Rules small enough for a browser's first load. What carries the law data has entries of its own. */
export * from './claim/form-data.ts';
export * from './dates/calendar-day.ts';
export * from './dates/holidays.ts';
export * from './dates/pay-by.ts';
export * from './fields/rules.ts';
export * from './labels/status.ts';
export * from './money/amount.ts';
export * from './money/cents.ts';
export * from './money/words.ts';
export * from './pricing/offer.ts';
export * from './pricing/packages.ts';
export * from './pricing/quote.ts';
export * from './wizard/layouts.ts';
export * from './wizard/navigation.ts';
export * from './wizard/progress.ts';
export * from './jurisdictions/match-state.ts';
export * from './jurisdictions/state-options.ts';
