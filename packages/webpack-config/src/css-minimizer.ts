import { Features } from 'lightningcss';
import TerserPlugin from 'terser-webpack-plugin';
import { LAYER_ORDER } from './css-names.ts';

const { lightningCssMinify } = TerserPlugin;
const safari = (16 << 16) | (4 << 8);
/** The oldest browsers that run what is sent. Without them a timeline is written into `animation`, where none reads it. */
const targets = { safari, ios_saf: safari, firefox: 125 << 16, chrome: 110 << 16 };

/** One statement of the layer order in front of a style sheet, instead of one in each of its modules. */
export function minified(input: Record<string, string>, sourceMap?: Parameters<typeof lightningCssMinify>[1]) {
  const [name = '', css = ''] = Object.entries(input)[0] ?? [];
  const ordered = { [name]: `${LAYER_ORDER}\n${css.replaceAll(LAYER_ORDER, '')}` };
  return lightningCssMinify(ordered, sourceMap, { targets, exclude: Features.LightDark });
}

/** Minifies style sheets before their content hash is taken. */
export const cssMinimizer = new TerserPlugin({
  test: /\.css$/,
  minify: minified,
  extractComments: false,
  parallel: false,
});
