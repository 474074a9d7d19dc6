import { node } from '@redress/jest-config';

// Some of these start whole programs, several times each, beside whatever else the machine does.
export default { ...node, testTimeout: 90_000 };
