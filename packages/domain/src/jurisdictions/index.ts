/** The law of each state as data, with source and date. Large: for servers, and loaded late in a browser. */
export * from './court-days.ts';
export * from './demand-rules.ts';
export * from './fact.ts';
export * from './filing.ts';
export * from './law-rows.ts';
export * from './limits.ts';
export * from './match-state.ts';
export * from './money-rules.ts';
export * from './state-options.ts';
export * from './states.ts';
