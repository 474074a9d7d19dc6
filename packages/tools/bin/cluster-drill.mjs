// `npm run cluster:<drill>`, `npm run soak`: builds what changed, then runs the drill: packages/cluster/drills or e2e/cluster, e2e/soak.
// `npm run cluster:upgrade -- --from=<commit>` also needs that commit, built in a clone of its own.
import { buildWhatChanged } from '../lib/build.mjs';
import { frozenClone, resolveCommit } from '../lib/frozen-clone.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { olderSchemas } from '../lib/older-schemas.mjs';
import { explain, runShown, StepFailed } from '../lib/steps.mjs';

const [file, ...args] = process.argv.slice(2);

/** @returns variables that tell the upgrade where the earlier code is */
async function earlierCode() {
  const wanted = args.find((argument) => argument.startsWith('--from='))?.slice('--from='.length);
  const commit = wanted === undefined ? olderSchemas() : resolveCommit(wanted);
  const folder = frozenClone(commit);
  process.stdout.write(`Building ${commit.slice(0, 12)} in ${folder} …\n`);
  // By its own tools, which know how it is installed and built.
  const build = `
    const { ensureInstalled } = await import('${folder}/packages/tools/lib/install.mjs');
    await ensureInstalled();
    const { buildWhatChanged } = await import('${folder}/packages/tools/lib/build.mjs');
    await buildWhatChanged();`;
  const code = await runShown(NODE, ['--input-type=module', '--eval', build], { cwd: folder });
  if (code !== 0) throw new StepFailed(`${commit.slice(0, 12)} could not be built`);
  return { UPGRADE_FROM: folder, UPGRADE_COMMIT: commit.slice(0, 12) };
}

try {
  await buildWhatChanged();
  const env = { ...process.env, ...(file.endsWith('upgrade.ts') ? await earlierCode() : {}) };
  process.exitCode = await runShown(NODE, [inRoot(file), ...args], { env });
} catch (error) {
  explain(error);
}
