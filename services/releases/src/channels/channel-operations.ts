import { bound } from '@redress/server/bound';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { listStaffPasses } from '../staff/staff-passes.ts';
import { changeChannel, channelSettings } from './channel-settings.ts';
import { diffSnapshots } from './diff.ts';
import { readFreezes } from './channel-reads.ts';
import { freeze, thaw } from './freezes.ts';
import { readDependents } from './read-dependents.ts';

/** What is told and set of a channel, beside the acts that change what it serves. */
export const channelOperations = (core: ReleaseCore) =>
  ({
    history: ({ channel, limit, before }) => core.channels.history(channel, limit, before),
    async servedBuilds({ channel, remote, ...page }) {
      const served = await core.channels.servedBuilds(channel, remote, page);
      const ids = served.map(({ buildId }) => buildId);
      const facts = await core.registry.list(remote, { limit: ids.length, ids });
      return served.map((build) => ({
        ...build,
        facts: facts.find(({ buildId }) => buildId === build.buildId) ?? null,
      }));
    },
    diff: (asked) => diffSnapshots(core, asked),
    dependents: (asked) => readDependents(core, asked),
    async unmark({ channel, remote, build, reason }, actor) {
      const buildId = await core.channels.resolveBuild(remote, build);
      await core.channels.unmark(channel, { name: remote, buildId }, actor, { reason });
      return { buildId };
    },

    channelSettings: ({ channel }) => channelSettings(core.db, channel),
    changeChannel: ({ channel, reason, ...change }, actor) =>
      changeChannel(core.db, channel, change, { actor, reason, now: core.now() }),

    freezes: ({ channel }) => readFreezes(core.db, channel, core.now()),
    ...bound(core, { freeze, thaw }),

    staffPasses: ({ channel }) => listStaffPasses(core, channel),
    addStaffPass: core.channels.addStaffPass,
    endStaffPass: core.channels.endStaffPass,
  }) satisfies Partial<ReleaseOperations>;
