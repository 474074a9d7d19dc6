/** `npm run bench:release`: rollbacks from the command to new loads; `-- --remotes=30`: first visits of a site of so many. */
import { parseArgs } from 'node:util';
import { benchManyRemotes } from './many-remotes.ts';
import { benchRollbacks } from './rollbacks.ts';

const { values } = parseArgs({ options: { remotes: { type: 'string' }, proof: { type: 'boolean' } } });
if (values.remotes === undefined) await benchRollbacks();
else await benchManyRemotes(Number(values.remotes));
