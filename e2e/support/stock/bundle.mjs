/**
 * Bundles with the plain module-federation plugin of webpack or Rspack, as a team outside of this repository would:
 * `node bundle.mjs <webpack|rspack> <folder> '<options>'`. In a process of its own: the plugin changes its process.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const [bundler, folder, options] = process.argv.slice(2);
const { entry = {}, name, exposes, isOwnReact = false } = JSON.parse(options);

const share = (request) => ({
  [request]: { singleton: true, requiredVersion: '^19.3.0', ...(isOwnReact ? {} : { import: false }) },
});

const { compile, ModuleFederationPlugin, CssPlugin } =
  bundler === 'webpack'
    ? {
        compile: (await import('webpack')).default,
        ...(await import('@module-federation/enhanced/webpack')),
        CssPlugin: (await import('mini-css-extract-plugin')).default,
      }
    : await import('@rspack/core').then(async ({ rspack, CssExtractRspackPlugin }) => ({
        compile: rspack,
        ...(await import('@module-federation/enhanced/rspack')),
        CssPlugin: CssExtractRspackPlugin,
      }));

const compiler = compile({
  mode: 'production',
  target: ['web', 'es2022'],
  context: folder,
  entry,
  devtool: false,
  output: {
    path: path.join(folder, 'dist'),
    publicPath: 'auto',
    uniqueName: name,
    filename: '[name].js',
    chunkFilename: '[name].[contenthash:10].js',
  },
  resolve: { modules: [path.join(import.meta.dirname, '../../node_modules'), 'node_modules'] },
  module: {
    rules: [{ test: /\.css$/, use: [CssPlugin.loader, require.resolve('css-loader')], type: 'javascript/auto' }],
  },
  plugins: [
    new CssPlugin({ filename: '[name].[contenthash:10].css' }),
    new ModuleFederationPlugin({
      name,
      ...(exposes ? { filename: 'remoteEntry.js', exposes } : {}),
      dts: false,
      shareStrategy: 'loaded-first',
      shared: { ...share('react'), ...share('react/jsx-runtime'), ...share('react-dom/client') },
    }),
  ],
});
compiler.run((error, stats) => {
  if (error || stats.hasErrors()) {
    process.stderr.write(error?.stack ?? stats.toString({ all: false, errors: true }));
    process.exitCode = 1;
  }
  compiler.close(() => {});
});
