// `npm run cluster`: everything by role, as it runs beyond one machine. With an act (`-- status`) it speaks to a running one,
// with `-- drill <name>` it is drilled.
import { buildWhatChanged } from '../lib/build.mjs';
import { drillNamed } from '../lib/commands.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown } from '../lib/steps.mjs';

const acts = process.argv.slice(2);
try {
  const [act, drill, ...rest] = acts;
  if (act === 'drill') {
    const words = [inRoot('packages/tools/bin/cluster-drill.mjs'), drillNamed(drill), ...rest];
    process.exitCode = await runShown(NODE, words);
  } else {
    if (acts.every((word) => word === '--pgbouncer')) await buildWhatChanged();
    process.exitCode = await runShown(NODE, [inRoot('e2e/cluster/rehearsal/main.ts'), ...acts]);
  }
} catch (error) {
  explain(error);
}
