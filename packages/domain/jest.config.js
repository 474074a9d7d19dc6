import { neutral } from '@redress/jest-config';

const isVerify = process.env['VERIFY'] === '1';

export default {
  ...neutral,
  setupFiles: [...neutral.setupFiles, '<rootDir>/jest.setup.js'],
  testTimeout: isVerify ? 600_000 : neutral.testTimeout,
};
