import { native } from '@redress/jest-config';

export default { ...native, testTimeout: 120_000 };
