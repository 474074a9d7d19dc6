import { readBrowserErrors } from './browser-errors.ts';
import { readFollowed } from './followed.ts';
import { createSourcePlaces } from './source-places.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations, RunningProgram } from '../release-operations.ts';
import { DAY_MS } from '../retention/limits.ts';

/** Errors beside each remote in a status. */
const ERRORS_SHOWN = 3;

export function healthOperations(core: ReleaseCore, program: RunningProgram) {
  const { channels, db, now } = core;
  const readPlaces = createSourcePlaces(core);
  return {
    followed: async ({ channel, number }) =>
      readFollowed(core, { channel, number, served: await program.served(channel) }),
    errors: async (wanted) => readPlaces(await readBrowserErrors(db, wanted)),
    async status({ channel }) {
      const status = await channels.status(channel);
      const since = new Date(now().getTime() - DAY_MS);
      const remotes = status.remotes.map(async (remote) => {
        const wanted = { remote: remote.name, build: remote.buildId, since, limit: ERRORS_SHOWN };
        return { ...remote, errors: await readPlaces(await readBrowserErrors(db, wanted)) };
      });
      return { ...status, remotes: await Promise.all(remotes) };
    },
  } satisfies Partial<ReleaseOperations>;
}
