import { createConfiguration } from '@redress/webpack-config';

/** The account gate of the wizard has half of what the page has, and comes with all of it: the page is a file less. */
const page = {
  name: 'page',
  enforce: true,
  type: /^javascript/,
  test: (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some(({ name }) => name === 'lifecycles'),
};

export default (options) => {
  const { optimization, ...rest } = createConfiguration(options);
  const { splitChunks } = optimization;
  return { ...rest, optimization: { ...optimization, splitChunks: { ...splitChunks, cacheGroups: { page } } } };
};
