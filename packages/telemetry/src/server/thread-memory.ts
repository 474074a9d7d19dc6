import { constants, PerformanceObserver, type NodeGCPerformanceDetail, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { Gauge, type Registry } from 'prom-client';

type Heap = Pick<ReturnType<typeof getHeapStatistics>, 'used_heap_size' | 'total_heap_size' | 'external_memory'>;

/** A thread answers between two of its instructions; one that is inside a long native call is left out this time. */
const ANSWER_LIMIT_MS = 500;

async function heapOf(thread: Worker): Promise<Heap | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ANSWER_LIMIT_MS);
  try {
    return await Promise.race([thread.getHeapStatistics(), late.promise]);
  } catch {
    // It has ended meanwhile.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Registers `nodejs_thread_heap_bytes`: the heap of this thread (`main`) and of each that it starts from now on, by their names;
 * threads of one name are added up. The figures of the process that prom-client collects are of one heap alone: what a thread
 * keeps shows in none of them but the memory of the whole process.
 */
export function observeThreads(registry: Registry): void {
  const threads = new Set<Worker>();
  process.on('worker', (thread) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  });
  const gauge = new Gauge({
    name: 'nodejs_thread_heap_bytes',
    help: 'Heaps by the name of their thread: used, reserved for it, and outside of it (external)',
    labelNames: ['thread', 'kind'] as const,
    registers: [registry],
    async collect() {
      const others = [...threads].map(async (thread) => ({
        name: thread.threadName ?? '',
        heap: await heapOf(thread),
      }));
      const heaps = [{ name: 'main', heap: getHeapStatistics() }, ...(await Promise.all(others))];
      gauge.reset();
      for (const { name, heap } of heaps) {
        if (!heap) continue;
        gauge.inc({ thread: name, kind: 'used' }, heap.used_heap_size);
        gauge.inc({ thread: name, kind: 'reserved' }, heap.total_heap_size);
        gauge.inc({ thread: name, kind: 'external' }, heap.external_memory);
      }
    },
  });
}

/**
 * Registers `nodejs_heap_after_collection_bytes`: what the main thread held after its last full collection of garbage, 0 before
 * the first. What is used between two of them is mostly garbage, and says little of growth.
 */
export function observeCollections(registry: Registry): void {
  const gauge = new Gauge({
    name: 'nodejs_heap_after_collection_bytes',
    help: 'Used heap of the main thread after its last full collection of garbage',
    registers: [registry],
  });
  new PerformanceObserver((list) => {
    // Entries of collections have a detail that their common type does not name.
    const entries = list.getEntries() as (PerformanceEntry & { detail: NodeGCPerformanceDetail })[];
    const kinds = entries.map(({ detail }) => detail.kind);
    if (kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) gauge.set(getHeapStatistics().used_heap_size);
  }).observe({ entryTypes: ['gc'] });
}
