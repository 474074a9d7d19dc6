export * from './session.slice.ts';
export * from './wizard.slice.ts';
export * from './edit-mode.slice.ts';
export * from './browser-storage.ts';
export * from './kept-reports.ts';
export * from './store.ts';
