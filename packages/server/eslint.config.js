export { default } from '@redress/eslint-config';
