export * from './render.tsx';
export * from './axe.ts';
export { aUser } from '@redress/contracts/fakes';
