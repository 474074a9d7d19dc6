import { createConfiguration } from '@redress/webpack-config';

/** `maxAsyncRequests` of three, not four: with a fourth file half of the gate's rules is bundled twice, 0.9 kB and a request at step 2. */
export default (options) => {
  const { optimization, ...rest } = createConfiguration(options);
  const { splitChunks } = optimization;
  return { ...rest, optimization: { ...optimization, splitChunks: { ...splitChunks, maxAsyncRequests: 3 } } };
};
