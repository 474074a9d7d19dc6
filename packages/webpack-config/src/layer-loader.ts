import type { LoaderContext } from 'webpack';
import { LAYER_ORDER, layerOf } from './css-names.ts';

/**
 * Puts a style sheet into its cascade layer. The order of layers stands in front of each, because which sheet a page
 * sees first depends on which remote it opened with.
 */
function layerLoader(this: LoaderContext<{ build: string }>, css: string): string {
  const layer = layerOf(this.getOptions().build, this.resourcePath, css);
  return layer === undefined ? `${LAYER_ORDER}\n${css}` : `${LAYER_ORDER}\n@layer ${layer} {\n${css}\n}\n`;
}

// webpack takes a loader by its default export.
export { layerLoader as default };
