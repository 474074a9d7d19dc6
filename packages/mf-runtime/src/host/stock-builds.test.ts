import type { ShareScope } from './module-loader.ts';
import { prepareStock, stockScope } from './stock-builds.ts';

const globals = globalThis as unknown as Record<string, unknown>;
const runtime = { instance: 'mf_hello', chunks: 'webpackChunkmf_hello' };
const federation = () => globals['__FEDERATION__'] as Record<string, unknown[]>;

it('makes the global of module federation, which no script replaces or gives plugins', () => {
  prepareStock(runtime, false);
  expect(globals['__VMOK__']).toBe(globals['__FEDERATION__']);
  expect(() => (globals['__FEDERATION__'] = {})).toThrow(TypeError);
  expect(() => Object.defineProperty(globals, '__FEDERATION__', { value: {} })).toThrow(TypeError);
  expect(() => federation()['__GLOBAL_PLUGIN__']!.push({})).toThrow(TypeError);
  expect(() => (federation()['__GLOBAL_PLUGIN__'] = [])).toThrow(TypeError);
  expect(() => (federation()['__INSTANCES__'] = [])).toThrow(TypeError);
  expect(() => (federation()['other'] = [])).toThrow(TypeError);
});

it('lets another build of a remote find neither chunks nor instance of the one before, and takes nothing of others', () => {
  globals['webpackChunkmf_hello'] = [['chunk of the build before']];
  globals['webpackChunkmf_other'] = [['chunk of another remote']];
  federation()['__INSTANCES__']!.push({ name: 'mf_hello' }, { name: 'mf_other' });
  prepareStock(runtime, false);
  expect(globals['webpackChunkmf_hello']).toBeUndefined();
  expect(globals['webpackChunkmf_other']).toHaveLength(1);
  expect(federation()['__INSTANCES__']).toEqual([{ name: 'mf_other' }]);
});

it('gives a share scope of its own, so that what such a runtime writes into it reaches no other build', async () => {
  const react = {};
  const scope: ShareScope = { react: { '19.3.1': { get: () => () => react, loaded: 1, from: 'shell' } } };
  const copy = stockScope(scope);
  copy['react']!['19.99.0'] = copy['react']!['19.3.1']!;
  copy['lodash'] = {};
  expect(Object.keys(scope)).toEqual(['react']);
  expect(Object.keys(scope['react']!)).toEqual(['19.3.1']);
  const factory = await copy['react']!['19.3.1']!.get();
  expect(factory()).toBe(react);
});
