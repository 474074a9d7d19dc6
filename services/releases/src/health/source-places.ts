import { SourceMap, type SourceMapPayload } from 'node:module';
import type { BlobStore } from '@redress/server/blob-store';
import type { BrowserError } from '@redress/contracts/release-api';
import { LRUCache } from 'lru-cache';
import { contentKey } from '../blobs/build-files.ts';
import type { BuildRegistry } from '../builds/registry.ts';

const PLACE = /^\/assets\/([a-z0-9-]+)\/([^/]+)\/(.+):(\d+):(\d+)$/;
/** A source map of a whole remote is a few megabytes. */
const MAX_MAP_BYTES = 30_000_000;
const MAX_MAPS = 8;

/**
 * Reads places in scripts through the source maps that were published with the build; browsers never get those. A place
 * without a map stays as it is.
 */
export function createSourcePlaces({ registry, blobs }: { registry: Pick<BuildRegistry, 'find'>; blobs: BlobStore }) {
  const load = async (name: string, buildId: string, file: string): Promise<SourceMap | null> => {
    const descriptor = await registry.find(name, buildId).catch(() => null);
    const listed = descriptor?.files[`${file}.map`];
    if (!listed || listed.bytes > MAX_MAP_BYTES) return null;
    const bytes = await blobs.get(contentKey(listed.integrity)).catch(() => null);
    try {
      return bytes && new SourceMap(JSON.parse(bytes.toString('utf8')) as SourceMapPayload);
    } catch {
      return null;
    }
  };

  /** A status is asked for again and again, and a map is large. One that is not there is looked for again. */
  const maps = new LRUCache<string, Promise<SourceMap | null>>({ max: MAX_MAPS });
  const mapOf = (name: string, buildId: string, file: string): Promise<SourceMap | null> => {
    const key = `${name} ${buildId} ${file}`;
    const known = maps.get(key);
    if (known) return known;
    const loading = load(name, buildId, file);
    maps.set(key, loading);
    void loading.then((map) => map ?? maps.delete(key));
    return loading;
  };

  return async (errors: readonly BrowserError[]): Promise<BrowserError[]> => {
    const read = async (frame: string, { remote, buildId }: BrowserError): Promise<string> => {
      const [, name = '', folder = '', file = '', line, column] = PLACE.exec(frame) ?? [];
      // A file that several builds have in common is one of the build that failed, or of no build that is known here.
      const id = /-([0-9a-f]{12})$/.exec(folder)?.[1] ?? (name === remote ? buildId : null);
      const map = id === null ? null : await mapOf(name, id, file);
      const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry) || typeof entry.originalSource !== 'string') return frame;
      const source = entry.originalSource.replace(/^webpack:\/\/(@[^/]*\/)?[^/]*\/(\.\/)?/, '');
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    };
    return Promise.all(
      errors.map(async (error) => ({
        ...error,
        frames: await Promise.all(error.frames.map((frame) => read(frame, error))),
      })),
    );
  };
}
