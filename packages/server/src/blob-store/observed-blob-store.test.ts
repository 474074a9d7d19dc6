import type { BlobStore } from './blob-store.ts';
import { observedBlobStore, type StoreCall } from './observed-blob-store.ts';

/** Answers each call with its arguments. */
const echo = new Proxy({} as BlobStore, {
  get:
    (_, name) =>
    (...args: unknown[]) =>
      Promise.resolve([name, ...args] as never),
});

it('tells of each call when it ends, and changes nothing', async () => {
  const calls: StoreCall[] = [];
  const store = observedBlobStore(echo, (call) => calls.push(call));
  const bytes = Buffer.from('a');
  expect(await store.put('k', bytes, 'text/plain')).toEqual(['put', 'k', bytes, 'text/plain']);
  expect(await store.get('k')).toEqual(['get', 'k']);
  expect(await store.has('k')).toEqual(['has', 'k']);
  expect(await store.remove('k')).toEqual(['remove', 'k']);
  expect(await store.replace('k', bytes)).toEqual(['replace', 'k', bytes]);
  expect(await store.check()).toEqual(['check']);
  expect(calls.map(({ operation, isOk }) => [operation, isOk])).toEqual(
    ['put', 'get', 'has', 'remove', 'replace', 'check'].map((operation) => [operation, true]),
  );
});

it('tells of a call that failed, and lets the failure through', async () => {
  const calls: StoreCall[] = [];
  const away = { ...echo, get: () => Promise.reject(new Error('away')) } as BlobStore;
  await expect(observedBlobStore(away, (call) => calls.push(call)).get('k')).rejects.toThrow('away');
  expect(calls).toEqual([{ operation: 'get', isOk: false, durationMs: expect.any(Number) }]);
});
