import { native } from '@redress/jest-config';

export default {
  ...native,
  setupFiles: [...native.setupFiles, '<rootDir>/jest.setup.js'],
  testTimeout: process.env['VERIFY'] === '1' ? 600_000 : native.testTimeout,
};
