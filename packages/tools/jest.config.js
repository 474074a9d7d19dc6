import { node } from '@redress/jest-config';

export default { ...node, testTimeout: 120_000 };
