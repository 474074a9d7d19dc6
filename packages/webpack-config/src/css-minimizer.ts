import TerserPlugin from 'terser-webpack-plugin';
import { LAYER_ORDER } from './css-names.ts';

/** One statement of the layer order in front of a style sheet, instead of one in each of its modules. */
function layerOrderFirst(input: Record<string, string>): { code: string } {
  const css = Object.values(input).join('').replaceAll(LAYER_ORDER, '');
  return { code: `${LAYER_ORDER}\n${css}` };
}

/** Minifies style sheets before their content hash is taken. */
export const cssMinimizer = new TerserPlugin<[object, object]>({
  test: /\.css$/,
  minify: [layerOrderFirst, TerserPlugin.lightningCssMinify],
  extractComments: false,
  parallel: false,
});
