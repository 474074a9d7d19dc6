/** What needs no schema of the contract: a command that only reads is done before they are loaded. */
export { askRelease } from './ask.ts';
export type { ReleaseAnswer, ReleaseCall, ReleaseRequest } from './client.ts';
export { forTerminal } from './for-terminal.ts';
export { inOneLine } from './in-one-line.ts';
export { isReleaseRefusal, ReleaseRefusal } from './refusal.ts';
