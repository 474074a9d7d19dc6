import type { BlobStore } from './blob-store.ts';

/** One call of a store that has ended. */
export interface StoreCall {
  operation: keyof BlobStore;
  isOk: boolean;
  durationMs: number;
}
export type ObserveStore = (call: StoreCall) => void;

/** The same store; each of its calls is told to `observe` when it ends. */
export function observedBlobStore(store: BlobStore, observe: ObserveStore): BlobStore {
  const observed = async <T>(operation: keyof BlobStore, call: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let isOk = false;
    try {
      const result = await call();
      isOk = true;
      return result;
    } finally {
      observe({ operation, isOk, durationMs: performance.now() - startedAt });
    }
  };
  return {
    put: (key, bytes, contentType) => observed('put', () => store.put(key, bytes, contentType)),
    get: (key) => observed('get', () => store.get(key)),
    has: (key) => observed('has', () => store.has(key)),
    remove: (key) => observed('remove', () => store.remove(key)),
    replace: (key, bytes) => observed('replace', () => store.replace(key, bytes)),
    check: () => observed('check', () => store.check()),
  };
}
