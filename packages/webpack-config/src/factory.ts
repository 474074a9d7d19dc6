import { createRequire } from 'node:module';
import path from 'node:path';
import type { RemoteConfig } from '@redress/contracts/releases';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Chunk, type ChunkGraph, type Configuration, type Module, type RuleSetRule } from 'webpack';
import { CHUNKS_GLOBAL, ChunkIdentityPlugin } from './chunk-identity-plugin.ts';
import { className } from './css-names.ts';
import { FacadeCheckPlugin } from './facade-check-plugin.ts';
import { FederationPlugin } from './federation-plugin.ts';
import { cssMinimizer } from './css-minimizer.ts';
import { keptModules } from './kept-modules.ts';
import { PinnedLoadingPlugin } from './pinned-loading-plugin.ts';
import { SharedNamesPlugin } from './shared-names-plugin.ts';
import { ShortRuntimePlugin } from './short-runtime-plugin.ts';
import { REFRESH_CLIENT } from './refresh-loader.ts';
import { SHARED, SHARED_PACKAGES, compatibleRange } from './shared.ts';
import { packageDirectory, readPackageJson } from './workspace.ts';

export interface BuildOptions {
  /** Folder of the shell or remote. */
  directory: string;
  config: RemoteConfig;
  version: string;
  buildId: string;
  mode: 'production' | 'development';
  sourceMaps: boolean;
  /** Components say when they changed: beside a React of development. */
  refresh?: boolean;
}

/** Name of the global a build's entry registers. Two builds of one remote may meet in a page, two globals may not. */
export const globalName = ({ name, buildId }: { name: string; buildId: string }): string =>
  `${name.replaceAll('-', '_')}_${buildId}`;

const require = createRequire(import.meta.url);
/** TypeScript here, JavaScript in the package that other repositories install. */
const ownLoader = (name: string) => path.join(import.meta.dirname, `${name}${path.extname(import.meta.filename)}`);
/** What the site promises to support: browsers with cascade layers, Trusted Types where there are any. */
const SWC_TARGET = 'es2022';

/** Versions of everything the platform shares, as installed for `directory`. */
export const sharedVersions = (directory: string): Record<string, string> => {
  // A remote that writes no schema of its own has those of the contracts.
  const contracts = packageDirectory('@redress/contracts', directory) ?? directory;
  return Object.fromEntries(
    SHARED_PACKAGES.flatMap((name) => {
      const found = packageDirectory(name, directory) ?? packageDirectory(name, contracts);
      return found ? [[name, readPackageJson(found).version]] : [];
    }),
  );
};

/** The container: a remote's exposes, and shared packages taken from the shell without a copy of their own. */
function container(options: BuildOptions) {
  const versions = sharedVersions(options.directory);
  const exposes: Record<string, { import: string; name: string }> = {
    './lifecycles': { import: './src/lifecycles.tsx', name: 'lifecycles' },
  };
  for (const [slot, file] of Object.entries(options.config.slots)) {
    exposes[`./slot/${slot}`] = { import: file, name: `slot-${slot.replaceAll('.', '-')}` };
  }
  return new FederationPlugin({
    name: globalName({ name: options.config.name, buildId: options.buildId }),
    library: { type: 'var', name: globalName({ name: options.config.name, buildId: options.buildId }) },
    filename: options.mode === 'production' ? 'entry.[contenthash:10].js' : 'entry.js',
    exposes,
    shared: Object.fromEntries(
      SHARED.flatMap(({ request, package: name }) => {
        const version = versions[name];
        if (version === undefined) return [];
        const share = {
          import: false as const,
          singleton: true,
          strictVersion: true,
          requiredVersion: compatibleRange(version),
        };
        return [[request, share] as const];
      }),
    ),
  });
}

/**
 * What the shell shares later is a file each, never split by size: a page that needs it asks for it with the document.
 * The shell's own code imports of these two as well, and takes from their files what it needs.
 */
const laterGroups = () =>
  Object.fromEntries(
    ['react-router-dom', 'api-client'].map((chunk, index) => [
      chunk,
      {
        name: `shared-${chunk}`,
        enforce: true,
        priority: 100 - index,
        test: (module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }) =>
          [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === chunk),
      },
    ]),
  );

const FRAME_PARTS = ['account', 'pages', 'consent', 'following'];
/** What late parts of the shell's frame have in common, its words first of all: fetched once, and once after an edit. */
const commonGroup = {
  name: 'common',
  enforce: true,
  minChunks: 2,
  chunks: ({ name }: Chunk) => FRAME_PARTS.includes(name ?? ''),
};

/**
 * What the shell has of packages of others is a file beside its own code: a browser without dictionaries then fetches a third
 * of the two after an edit. One file more at the first visit is what it costs. In remotes webpack's own groups do the same.
 */
const vendorGroup = {
  name: 'vendor',
  enforce: true,
  chunks: ({ name }: Chunk) => name === 'shell',
  test: /[\\/]node_modules[\\/](?!@redress[\\/])/,
};

/** How each kind of file is read: TypeScript by swc, styles with names of their own, pictures and fonts as files. */
const moduleRules = ({ config, buildId, sourceMaps, refresh = false }: BuildOptions): RuleSetRule[] => [
  {
    test: /\.tsx?$/,
    loader: require.resolve('swc-loader'),
    options: {
      swcrc: false,
      configFile: false,
      sourceMaps: sourceMaps,
      jsc: {
        target: SWC_TARGET,
        parser: { syntax: 'typescript', tsx: true },
        // One JSX runtime in every mode: development builds run in a released shell, which shares this one.
        transform: { react: { runtime: 'automatic', development: refresh, refresh } },
        externalHelpers: false,
        experimental: { keepImportAttributes: true },
      },
    },
  },
  {
    test: /\.css$/,
    sideEffects: true,
    use: [
      { loader: MiniCssExtractPlugin.loader, options: { esModule: true } },
      {
        loader: require.resolve('css-loader'),
        options: {
          importLoaders: 1,
          modules: {
            auto: /\.module\.css$/,
            namedExport: false,
            exportLocalsConvention: 'as-is',
            getLocalIdent: (context: { resourcePath: string }, _template: string, local: string) =>
              className(config.name, context.resourcePath, local),
          },
        },
      },
      { loader: ownLoader('layer-loader'), options: { build: config.name } },
    ],
  },
  { test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, loader: ownLoader('pure-components-loader') },
  { test: /\.(svg|woff2)$/, type: 'asset/resource' },
  ...(refresh
    ? [
        {
          test: /\.tsx?$/,
          enforce: 'post' as const,
          loader: ownLoader('refresh-loader'),
          options: { build: globalName({ name: config.name, buildId }) },
        },
      ]
    : []),
];

/** The refresh runtime stands before React. Code in the document itself has no address to find other files by. */
const shellEntries = (refresh: boolean) => ({
  shell: refresh ? [REFRESH_CLIENT, './src/index.ts'] : './src/index.ts',
  loader: { import: './src/loader.ts', ...(refresh ? { publicPath: '' } : {}) },
});

/** The shell shares one JSX runtime, with the checks of development where it has a React of development. */
const SHARED_JSX =
  "data:text/javascript,import { Fragment, jsx, jsxs } from 'react/jsx-runtime'; export { Fragment }; export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);";

/** What a rebuild needs to take the place of the modules that it changed, in a page that runs the build before. */
const refreshPlugins = (isShell: boolean) => [
  new webpack.HotModuleReplacementPlugin(),
  // The page has the style sheets of the build before, and takes the next ones itself.
  new webpack.NormalModuleReplacementPlugin(
    /hotModuleReplacement\.js$/,
    'data:text/javascript,const keep = () => () => {}; export { keep as "module.exports" }',
  ),
  ...(isShell ? [] : [new webpack.NormalModuleReplacementPlugin(/^react\/jsx-dev-runtime$/, SHARED_JSX)]),
];

/** One recipe for the shell and every remote. A workspace's `webpack.config.js` may change what it returns. */
export function createConfiguration(options: BuildOptions): Configuration {
  const { directory, config, buildId, mode, refresh = false } = options;
  const production = mode === 'production';
  const isShell = config.name === 'shell';
  const names = production ? '[name].[contenthash:10]' : '[name]';

  return {
    context: directory,
    mode,
    target: ['web', SWC_TARGET],
    entry: isShell ? shellEntries(refresh) : {},
    output: {
      path: path.join(directory, 'dist'),
      filename: `${names}.js`,
      chunkFilename: `${names}.js`,
      assetModuleFilename: '[name].[contenthash:10][ext]',
      publicPath: 'auto',
      uniqueName: globalName({ name: config.name, buildId }),
      chunkLoadingGlobal: CHUNKS_GLOBAL,
      chunkLoadTimeout: 5000,
      crossOriginLoading: 'anonymous',
      clean: false,
      ...(isShell ? {} : { hotUpdateMainFilename: '[fullhash].hot-update.json' }),
      hashFunction: 'xxhash64',
      pathinfo: false,
    },
    devtool: options.sourceMaps ? 'hidden-source-map' : false,
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], symlinks: true },
    resolveLoader: { modules: ['node_modules', path.join(import.meta.dirname, '../node_modules')] },
    module: {
      // A name that does not exist is a build error, not an `undefined` at run time.
      parser: { javascript: { exportsPresence: 'error' } },
      rules: moduleRules(options),
    },
    plugins: [
      // An entry has another name with each build: among a thousand numbers, webpack's own choice, it takes now and then that of
      // another chunk, whose file changes with it.
      ...(isShell ? [] : [new webpack.ids.DeterministicChunkIdsPlugin({ maxLength: 7 })]),
      ...(refresh ? refreshPlugins(isShell) : []),
      new SharedNamesPlugin(),
      new ShortRuntimePlugin(),
      ...(isShell ? [] : [container(options), new FacadeCheckPlugin(directory)]),
      new MiniCssExtractPlugin({ filename: `${names}.css`, chunkFilename: `${names}.css`, ignoreOrder: true }),
      new PinnedLoadingPlugin(isShell ? null : globalName({ name: config.name, buildId })),
      new ChunkIdentityPlugin(globalName({ name: config.name, buildId })),
      ...(isShell
        ? [
            new webpack.DefinePlugin({
              __REDRESS_SHARED_VERSIONS__: JSON.stringify(sharedVersions(directory)),
              // Of the runtime of module federation, what runs in Node is left out.
              ENV_TARGET: '"web"',
            }),
          ]
        : []),
    ],
    optimization: {
      // The update after a build that failed begins at the last one that the page could take.
      ...(refresh ? { emitOnErrors: false } : {}),
      chunkIds: isShell ? 'deterministic' : false,
      moduleIds: production ? 'deterministic' : 'named',
      runtimeChunk: false,
      realContentHash: true,
      // Short names for what is used most, in place of digests: 0.8 kB less of a first visit.
      mangleExports: production && 'size',
      minimize: production,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          // Licences stand in `third-party-notices.txt`.
          terserOptions: { format: { comments: false } },
          extractComments: false,
          parallel: false,
        }),
        cssMinimizer,
      ],
      splitChunks: {
        chunks: 'async',
        minSize: 8_000,
        maxAsyncRequests: 4,
        cacheGroups: isShell
          ? { defaultVendors: false, vendor: vendorGroup, common: commonGroup, ...laterGroups() }
          : {},
      },
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    experiments: { cacheUnaffected: true },
    ...(production && !isShell ? keptModules(directory, options) : { cache: production ? false : { type: 'memory' } }),
  };
}
