// `npm run gen -- remote|feature|endpoint|decision`: new parts of the product, from templates that compile and pass
// their tests.
import { generate } from '../lib/generate.mjs';
import { installAdded } from '../lib/install.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown } from '../lib/steps.mjs';

try {
  const [kind, ...args] = process.argv.slice(2);
  const { files, next } = generate(inRoot(), kind, args);
  process.stdout.write(`${files.map((file) => `  ${file}`).join('\n')}\n\n`);
  // How lines of a template break depends on the names in it.
  const format = [inRoot('node_modules/prettier/bin/prettier.cjs'), '--write', '--ignore-unknown', '--log-level=warn'];
  await runShown(NODE, [...format, ...files.map((file) => inRoot(file))]);
  if (kind === 'remote') await installAdded();
  process.stdout.write(`Next: ${next}\n`);
} catch (error) {
  explain(error);
}
