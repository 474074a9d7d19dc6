import { integrityOf } from '@redress/release-client/publish';
import { contentKey } from '../blobs/build-files.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { noteUpload } from '../retention/limits.ts';
import { offeredTypes } from './offered-types.ts';

export const buildOperations = (core: ReleaseCore) =>
  ({
    builds: ({ name, ...page }) => core.registry.list(name, page),
    types: ({ channel }) => offeredTypes(core, channel),

    async publish({ origin, ...signed }, actor) {
      const { registry, blobs } = core;
      const { name, buildId, files } = registry.open(signed, actor);
      const missing: string[] = [];
      for (const [path, { integrity }] of Object.entries(files)) {
        const stored = await whileStoreAnswers(() => blobs.get(contentKey(integrity)));
        if (!stored || integrityOf(stored) !== integrity) missing.push(path);
      }
      if (missing.length > 0) return { name, buildId, missing, isNew: true };
      const readFile = (path: string) => blobs.get(contentKey(files[path]?.integrity as string));
      const { isNew } = await registry.publish({ signed, readFile, origin }, actor);
      return { name, buildId, missing, isNew };
    },

    async upload(sent, actor) {
      const { blobs, db, limits, now } = core;
      const bytes = Buffer.from(sent);
      const integrity = integrityOf(bytes);
      const key = contentKey(integrity);
      const stored = await whileStoreAnswers(() => blobs.get(key));
      if (!stored) {
        const uploader = actor.team ?? actor.name;
        await noteUpload(db, { integrity, bytes: bytes.length, uploader, at: now() }, limits);
        await whileStoreAnswers(() => blobs.put(key, bytes));
      }
      if (stored && integrityOf(stored) !== integrity) await whileStoreAnswers(() => blobs.replace(key, bytes));
      return { integrity };
    },
  }) satisfies Partial<ReleaseOperations>;
