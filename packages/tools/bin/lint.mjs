// `node lint.mjs <folder> …`: ESLint over workspaces, one after another in one process. Each with a process of its own
// loads the same plugins, which takes more processor time than to lint a workspace of middle size.
// The last line is a list of the folders with an error, as JSON.
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { inRoot } from '../lib/repository.mjs';

const CONFIG = pathToFileURL(inRoot('packages/eslint-config/index.js')).href;

/** As `eslint .` in the folder. The configuration and two plugins read the working directory. */
async function lintWorkspace(folder) {
  process.chdir(inRoot(folder));
  const { default: config } = await import(`${CONFIG}?workspace=${folder}`);
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(['.']);
  const { format } = await eslint.loadFormatter('stylish');
  process.stdout.write(await format(results));
  return results.every(({ errorCount }) => errorCount === 0);
}

const faulty = [];
for (const folder of process.argv.slice(2)) {
  const isSound = await lintWorkspace(folder).catch((error) => {
    process.stdout.write(`${folder}: ${error.stack}\n`);
    return false;
  });
  if (!isSound) faulty.push(folder);
}
process.stdout.write(`${JSON.stringify(faulty)}\n`);
process.exitCode = faulty.length === 0 ? 0 : 1;
