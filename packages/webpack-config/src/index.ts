export { build, buildOptions, configurationOf, readRemoteConfig } from './build.ts';
export type { RunOptions } from './build.ts';
export { createConfiguration, globalName } from './factory.ts';
export type { BuildOptions } from './factory.ts';
export { inputHash } from './identity.ts';
export { SHARED, SHARED_PACKAGES } from './shared.ts';
export { className } from './css-names.ts';
