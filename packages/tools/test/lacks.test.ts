import { createLacks } from '../lib/lacks.mjs';
import { checkResult, summarise } from '../lib/results.mjs';
import { StepFailed } from '../lib/steps.mjs';

it('goes on without a tool, and says at the end what was not run and why, as a failure', async () => {
  const lacks = createLacks();
  const missing = new StepFailed('The journeys need Chromium and there is none', { advice: 'install Chromium' });
  const found = async () => '/usr/bin/chromium';
  expect(await lacks.unless('Chromium', 'journeys were not run', found)).toBe('/usr/bin/chromium');
  expect(await lacks.unless('Chromium', 'journeys were not run', () => Promise.reject(missing))).toBeNull();
  const { table, failed } = summarise([checkResult('lint', 'ui', true), ...lacks.results()]);
  expect(failed).toBe(1);
  expect(table.split('\n').at(-1)).toMatch(
    /^lacking +Chromium +0 +1 +journeys were not run\. The journeys need Chromium and there is none: install Chromium$/,
  );
});

it('hides no fault of its own', async () => {
  const fault = new TypeError('undefined is not a function');
  await expect(createLacks().unless('x', 'y', () => Promise.reject(fault))).rejects.toBe(fault);
});
