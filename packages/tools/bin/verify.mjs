// `npm run verify`: the gate, then what takes too long for every change (drills, soaks), chosen by VERIFY=1.
// `npm run verify -- --gate=8`: the whole gate eight times, quiet, on two cores and beside a busy loop. Its table is kept
// by commit, so that a stopped run continues where it was.
import { spawnSync } from 'node:child_process';
import { openRunTable, planLoads, printRuns, runGate } from '../lib/gate-runs.mjs';
import { inRoot } from '../lib/repository.mjs';
import { explain, runShown, StepFailed } from '../lib/steps.mjs';

const gate = inRoot('packages/tools/bin/test.mjs');
const args = process.argv.slice(2);

/** The commit whose runs are counted; a changed tree has no commit to count for. */
function cleanCommit() {
  const git = (...words) => spawnSync('git', words, { cwd: inRoot(), encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD');
  if (!commit || git('status', '--porcelain'))
    throw new StepFailed('The tree has changes that are not committed', {
      advice: 'commit them: runs count by commit',
    });
  return commit;
}

async function runManyGates(count) {
  const commit = cleanCommit();
  const table = openRunTable(inRoot('.cache/gate', `${commit}.json`));
  const loads = planLoads(count);
  for (const load of loads.slice(table.rows().length)) {
    process.stdout.write(`\n${commit}, run ${table.rows().length + 1} of ${count}: ${load}\n`);
    table.add(await runGate(gate, load, (chunk) => process.stdout.write(chunk)));
  }
  const rows = table.rows().slice(0, count);
  process.stdout.write(`\n${commit}\n${printRuns(rows, count)}\n`);
  return rows.every(({ failed }) => failed === 0) ? 0 : 1;
}

try {
  const many = args.find((argument) => argument.startsWith('--gate='));
  if (many) {
    const count = Number(many.slice('--gate='.length));
    if (!Number.isInteger(count) || count < 1 || count > 100)
      throw new StepFailed(`${many} is not a number of runs`, { advice: 'write --gate=8' });
    process.exitCode = await runManyGates(count);
  } else {
    process.exitCode = await runShown(process.execPath, [gate, ...args], { env: { ...process.env, VERIFY: '1' } });
  }
} catch (error) {
  explain(error);
}
