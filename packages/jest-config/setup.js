import { jest } from '@jest/globals';

// Native ES modules have no `jest` of their own; the types promise a global one.
globalThis.jest = jest;
