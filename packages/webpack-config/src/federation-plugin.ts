import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Compiler } from 'webpack';

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const require = createRequire(import.meta.url);
/** TypeScript here, JavaScript in the package that other repositories install. */
const RUNTIME = path.join(import.meta.dirname, `container-runtime${path.extname(import.meta.filename)}`);

/**
 * `@module-federation/enhanced` as this site uses it: containers in its format, with the runtime of
 * `container-runtime.ts`, which knows what such a container needs and no more (0.6 KB instead of 21 KB in every entry).
 * Off are the parts that this site has in a signed form of its own (manifest), at build time (types), or not in
 * production (dev).
 */
export class FederationPlugin {
  readonly options: Options;
  constructor(options: Options) {
    this.options = options;
  }

  apply(compiler: Compiler): void {
    // Else the plugin calls webpack without options and reads its place from the error: a third of the time of a build
    // goes into compiling the schema that refuses them.
    process.env['FEDERATION_WEBPACK_PATH'] ??= require.resolve('webpack');
    new ModuleFederationPlugin({
      ...this.options,
      shareStrategy: 'loaded-first',
      manifest: false,
      dts: false,
      dev: false,
    }).apply(compiler);
    new webpack.NormalModuleReplacementPlugin(/[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler/, RUNTIME).apply(
      compiler,
    );
    compiler.hooks.compilation.tap('FederationPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('FederationPlugin', (modules) => {
        for (const module of modules) {
          // Their names hold this folder's path, and ids are made from names: the same sources would give other bytes
          // in another folder.
          const name = module.identifier();
          if (!name.includes('/.federation/entry.')) continue;
          compilation.chunkGraph.setModuleId(module, name.startsWith('container entry') ? 'container' : 'runtime');
        }
      });
    });
  }
}
