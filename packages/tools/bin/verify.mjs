// `npm run verify`: the gate, then what takes too long for every change (drills, soaks), chosen by VERIFY=1.
import { inRoot } from '../lib/repository.mjs';
import { explain, runShown } from '../lib/steps.mjs';

try {
  process.exitCode = await runShown(
    process.execPath,
    [inRoot('packages/tools/bin/test.mjs'), ...process.argv.slice(2)],
    {
      env: { ...process.env, VERIFY: '1' },
    },
  );
} catch (error) {
  explain(error);
}
