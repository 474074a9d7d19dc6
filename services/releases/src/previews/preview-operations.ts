import { bound } from '@redress/server/bound';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { confirmPreview, endPreview, listPreviews, showPreview } from './previews.ts';

export const previewOperations = (core: ReleaseCore) =>
  ({
    previews: ({ channel }) => listPreviews(core, channel),
    async addPreview({ builds, snapshot, ...wanted }, actor) {
      if ((builds === undefined) === (snapshot === undefined))
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name builds or a snapshot.');
      const target = snapshot === undefined ? { builds: await core.channels.namedBuilds(builds ?? []) } : { snapshot };
      const { isNew: _, ...made } = await showPreview(core, { ...wanted, target }, actor);
      return made;
    },
    async previewPullRequest({ builds, ...wanted }, actor) {
      return showPreview(core, { ...wanted, target: { builds: await core.channels.namedBuilds(builds) } }, actor);
    },
    ...bound(core, { confirmPreview, endPreview }),
  }) satisfies Partial<ReleaseOperations>;
