/**
 * `npm run bench:release`: rollbacks from the command to new loads; `-- --rollouts`: aborts of
 * rollouts beside them; `-- --remotes=30`: first visits of a site of so many; `-- --site`: documents and event streams of one site process,
 * `--streams=1000` at most.
 */
import { parseArgs } from 'node:util';
import { benchManyRemotes } from './many-remotes.ts';
import { benchOneSite } from './one-site.ts';
import { benchRollbacks } from './rollbacks.ts';
import { benchRollouts } from './rollouts.ts';

const { values } = parseArgs({
  options: {
    remotes: { type: 'string' },
    rollouts: { type: 'boolean' },
    site: { type: 'boolean' },
    streams: { type: 'string', default: '20000' },
    proof: { type: 'boolean' },
  },
});
if (values.rollouts) await benchRollouts();
else if (values.site) await benchOneSite(Number(values.streams));
else if (values.remotes === undefined) await benchRollbacks();
else await benchManyRemotes(Number(values.remotes));
