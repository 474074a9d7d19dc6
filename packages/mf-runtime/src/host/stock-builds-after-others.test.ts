import { prepareStock } from './stock-builds.ts';

it('refuses a build that brings a runtime where another script has made its global, but for developers', () => {
  const runtime = { instance: 'mf_hello', chunks: 'webpackChunkmf_hello' };
  const theirs = { __GLOBAL_PLUGIN__: [{ name: 'redirects everything' }], __INSTANCES__: [{ name: 'mf_hello' }] };
  Object.assign(globalThis, { __FEDERATION__: theirs });
  expect(() => prepareStock(runtime, false)).toThrow('Another script of this page');
  prepareStock(runtime, true);
  expect(theirs.__INSTANCES__).toEqual([]);
});
