export { releaseClient, type ReleaseAnswer, type ReleaseCall, type ReleaseRequest } from './client.ts';
export { forTerminal } from './for-terminal.ts';
export { inOneLine } from './in-one-line.ts';
export { isReleaseRefusal, ReleaseRefusal } from './refusal.ts';
