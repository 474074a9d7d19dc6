export * from './render.tsx';
export * from './axe.ts';
