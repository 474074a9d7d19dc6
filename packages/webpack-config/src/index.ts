export { build, buildOptions } from './build.ts';
export { readFiles } from './descriptor.ts';
export { editCost } from './edit-cost.ts';
export { createConfiguration } from './factory.ts';
export { SHARED, SHARED_PACKAGES } from './shared.ts';
export { describedTypes } from './shared-types.ts';
export { className } from './css-names.ts';
export { watch, watchBuild } from './watch.ts';
export type { WatchedBuild } from './watch.ts';
