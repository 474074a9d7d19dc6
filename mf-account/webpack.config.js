export { createConfiguration as default } from '@redress/webpack-config';
