import webpack, { type Configuration } from 'webpack';
import { type BuildOptions, createConfiguration } from './factory.ts';
import { ChunkIdentityPlugin } from './chunk-identity-plugin.ts';
import { FacadeCheckPlugin } from './facade-check-plugin.ts';
import { FederationPlugin } from './federation-plugin.ts';
import { PinnedLoadingPlugin } from './pinned-loading-plugin.ts';
import { REFRESH_CLIENT } from './refresh-loader.ts';

const OF_CONTAINERS = [
  webpack.NormalModuleReplacementPlugin,
  FederationPlugin,
  FacadeCheckPlugin,
  PinnedLoadingPlugin,
  ChunkIdentityPlugin,
];
/** Runs before React. */
const FOLLOW = `data:text/javascript,import { followRebuilds } from ${JSON.stringify(REFRESH_CLIENT)}; followRebuilds(import.meta.webpackHot);`;

/**
 * The remote without federation: one page, one bundle, everything shared is its own copy, and a changed component takes its
 * place in the page as it stands. For its team's daily work; what is released is always the container.
 */
export function aloneConfiguration(options: BuildOptions): Configuration {
  const released = createConfiguration({ ...options, refresh: true });
  const kept = (released.plugins ?? []).filter((plugin) => !OF_CONTAINERS.some((kind) => plugin instanceof kind));
  return {
    ...released,
    entry: { main: [FOLLOW, './src/index.ts'] },
    output: { ...released.output, publicPath: '/' },
    devtool: 'eval-cheap-module-source-map',
    plugins: [...kept, new webpack.DefinePlugin({ __REDRESS_SHARED_VERSIONS__: '{}' })],
    optimization: { ...released.optimization, splitChunks: false },
  };
}
