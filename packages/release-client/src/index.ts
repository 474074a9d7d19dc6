export { releaseClient, type ReleaseAnswer, type ReleaseCall, type ReleaseRequest } from './client.ts';
export { isReleaseRefusal, ReleaseRefusal } from './refusal.ts';
