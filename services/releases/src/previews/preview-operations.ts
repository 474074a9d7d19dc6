import { bound } from '@redress/server/bound';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { addPreview, confirmPreview, endPreview, listPreviews } from './previews.ts';
import { previewPullRequest } from './pull-requests.ts';

export const previewOperations = (core: ReleaseCore) =>
  ({
    previews: ({ channel }) => listPreviews(core, channel),
    async addPreview({ builds, snapshot, ...wanted }, actor) {
      if ((builds === undefined) === (snapshot === undefined)) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name builds or a snapshot.');
      }
      const target = snapshot === undefined ? { builds: await core.channels.namedBuilds(builds ?? []) } : { snapshot };
      return addPreview(core, { ...wanted, target }, actor);
    },
    async previewPullRequest({ builds, ...wanted }, actor) {
      const named = await core.channels.namedBuilds(builds);
      return previewPullRequest(core, { ...wanted, builds: named }, actor);
    },
    ...bound(core, { confirmPreview, endPreview }),
  }) satisfies Partial<ReleaseOperations>;
