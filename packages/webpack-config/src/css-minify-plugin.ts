import { transform } from 'lightningcss';
import webpack, { type Compiler } from 'webpack';
import { LAYER_ORDER } from './css-names.ts';

/** Minifies style sheets before their content hash is taken, with one statement of the layer order in front. */
export class CssMinifyPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CssMinifyPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
      compilation.hooks.processAssets.tap({ name: 'CssMinifyPlugin', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.css')) continue;
          const css = source.source().toString().replaceAll(LAYER_ORDER, '');
          const { code } = transform({ filename: name, code: Buffer.from(`${LAYER_ORDER}\n${css}`), minify: true });
          compilation.updateAsset(name, new webpack.sources.RawSource(Buffer.from(code)));
        }
      });
    });
  }
}
