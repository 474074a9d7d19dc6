export * from './api.ts';
export * from './session.ts';
export type { ApiError } from './call.ts';
export * from './query-view.ts';
export * from './files.ts';
