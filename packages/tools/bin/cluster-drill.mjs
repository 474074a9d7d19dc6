// `npm run cluster -- drill <name>`, `npm run soak`: builds what changed, then runs the drill: e2e/cluster or e2e/soak.
// `npm run cluster -- drill upgrade` also needs another code, built in a clone of its own.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { buildWhatChanged } from '../lib/build.mjs';
import { frozenClone, resolveCommit } from '../lib/frozen-clone.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown, StepFailed } from '../lib/steps.mjs';

const [file, ...args] = process.argv.slice(2);

/** Builds the code in a folder by its own tools, which know how it is installed and built. */
async function built(folder) {
  process.stdout.write(`Building in ${folder} …\n`);
  for (const [file, work] of [
    ['install.mjs', 'ensureInstalled'],
    ['build.mjs', 'buildWhatChanged'],
  ]) {
    const words = `await (await import('${folder}/packages/tools/lib/${file}')).${work}()`;
    if ((await runShown(NODE, ['--input-type=module', '--eval', words], { cwd: folder })) !== 0)
      throw new StepFailed(`The code in ${folder} could not be built`);
  }
  return folder;
}

/** Where a service's migrations are, and the made-up one of a next release. */
const MIGRATIONS = {
  'services/claims/src/migrations': 'services/claims/src/testing/next-release',
  'services/releases/src/store/migrations': 'services/releases/src/testing/next-release',
};

/**
 * Without `--from` this code is the earlier one, and the later one is the same with a further migration in each service:
 * old code on a new schema, whatever the history holds.
 * @returns variables that tell the upgrade where both are
 */
async function bothCodes() {
  const wanted = args.find((argument) => argument.startsWith('--from='))?.slice('--from='.length);
  if (wanted !== undefined)
    return { UPGRADE_FROM: await built(frozenClone(resolveCommit(wanted))), UPGRADE_TO: inRoot() };
  const later = frozenClone(resolveCommit(), { mark: '-next-release' });
  for (const [folder, next] of Object.entries(MIGRATIONS))
    cpSync(path.join(later, next), path.join(later, folder), { recursive: true });
  return { UPGRADE_FROM: inRoot(), UPGRADE_TO: await built(later) };
}

try {
  await buildWhatChanged();
  const env = { ...process.env, ...(file.endsWith('upgrade.ts') ? await bothCodes() : {}) };
  process.exitCode = await runShown(NODE, [inRoot(file), ...args], { env });
} catch (error) {
  explain(error);
}
