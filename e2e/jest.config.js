import { native } from '@redress/jest-config';

// What needs no browser: parts of the cluster. `*.spec.ts` are Playwright's.
export default native;
