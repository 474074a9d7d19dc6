// `npm run cluster:<drill>`, `npm run soak`: builds what changed, then runs the drill: packages/cluster/drills or e2e/cluster, e2e/soak.
// `npm run cluster:upgrade -- --from=<commit>` also needs that commit, built in a clone of its own.
import { buildWhatChanged } from '../lib/build.mjs';
import { frozenClone, resolveCommit } from '../lib/frozen-clone.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { backFrom, olderSchemas } from '../lib/older-schemas.mjs';
import { explain, runShown, StepFailed } from '../lib/steps.mjs';

const [file, ...args] = process.argv.slice(2);

/** Whether every service of that code finds what it imports: a commit in the middle of a series need not. */
const links = async (folder) => {
  const services = ['claims', 'releases', 'site'].map(
    (name) => `await import('${folder}/services/${name}/src/index.ts');`,
  );
  return (await runShown(NODE, ['--input-type=module', '--eval', services.join('\n')], { cwd: folder })) === 0;
};

/** @returns variables that tell the upgrade where the earlier code is */
async function earlierCode() {
  const wanted = args.find((argument) => argument.startsWith('--from='))?.slice('--from='.length);
  // By its own tools, which know how it is installed and built.
  const tool = (folder, file, work) =>
    runShown(
      NODE,
      ['--input-type=module', '--eval', `await (await import('${folder}/packages/tools/lib/${file}')).${work}()`],
      {
        cwd: folder,
      },
    );
  for (const commit of wanted === undefined ? backFrom(olderSchemas()) : [resolveCommit(wanted)]) {
    const folder = frozenClone(commit);
    const short = commit.slice(0, 12);
    process.stdout.write(`Building ${short} in ${folder} …\n`);
    if ((await tool(folder, 'install.mjs', 'ensureInstalled')) !== 0)
      throw new StepFailed(`${short} could not be installed`);
    if (wanted === undefined && !(await links(folder))) {
      process.stdout.write(`${short} does not start; the one before it is taken.\n`);
      continue;
    }
    if ((await tool(folder, 'build.mjs', 'buildWhatChanged')) !== 0)
      throw new StepFailed(`${short} could not be built`);
    return { UPGRADE_FROM: folder, UPGRADE_COMMIT: short };
  }
  throw new StepFailed('No commit with older schemas starts', { advice: 'name one with --from=<commit>' });
}

try {
  await buildWhatChanged();
  const env = { ...process.env, ...(file.endsWith('upgrade.ts') ? await earlierCode() : {}) };
  process.exitCode = await runShown(NODE, [inRoot(file), ...args], { env });
} catch (error) {
  explain(error);
}
