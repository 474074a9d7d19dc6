// `npm run cluster`: everything by role, as it runs beyond one machine. With an act (`-- status`) it speaks to a running one.
import { buildWhatChanged } from '../lib/build.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown } from '../lib/steps.mjs';

const acts = process.argv.slice(2);
try {
  if (acts.every((word) => word === '--pgbouncer')) await buildWhatChanged();
  process.exitCode = await runShown(NODE, [inRoot('packages/cluster/src/main.ts'), ...acts]);
} catch (error) {
  explain(error);
}
