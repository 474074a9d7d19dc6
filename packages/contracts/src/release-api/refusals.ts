import refusals from './refusals.json' with { type: 'json' };

/** Every way the release service says no. `status` is the HTTP answer; the remedy is for the person who asked. */
export const REFUSALS = refusals;

export type RefusalCode = keyof typeof REFUSALS;
