export { build, buildOptions } from './build.ts';
export { createConfiguration } from './factory.ts';
export { SHARED } from './shared.ts';
export { className } from './css-names.ts';
export { watch } from './watch.ts';
