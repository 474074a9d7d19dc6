import { readFileSync } from 'node:fs';
import { readPackage, workspaces } from './install.mjs';
import { inRoot, NODE } from './repository.mjs';
import { logFile, runLogged } from './steps.mjs';

/** Workspaces that one process lints; one with another script, or none, stands for itself. */
export const lintedTogether = () => workspaces().filter((folder) => readPackage(folder).scripts?.lint === 'eslint .');

/**
 * @param {string} output - of `bin/lint.mjs`
 * @returns the folders in which it found an error; all when it did not come to its end
 */
export function faultyFolders(output, folders) {
  try {
    const faulty = JSON.parse(output.trimEnd().split('\n').at(-1));
    return Array.isArray(faulty) ? faulty : folders;
  } catch {
    return folders;
  }
}

/** @returns the log, and whether each workspace is without an error */
export async function lintWorkspaces(folders) {
  const log = logFile('lint');
  const code = await runLogged(NODE, [inRoot('packages/tools/bin/lint.mjs'), ...folders], { log });
  const found = faultyFolders(readFileSync(log, 'utf8'), folders);
  // An exit code without a folder: nothing is known of any.
  const faulty = code !== 0 && found.length === 0 ? folders : found;
  return { log, results: folders.map((workspace) => ({ workspace, ok: !faulty.includes(workspace) })) };
}
