import { spawnSync } from 'node:child_process';
import { inRoot } from '../lib/repository.mjs';

const testWith = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot('packages/tools/bin/test.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
};

it.each([
  [['clams'], 'clams is no workspace: choose of: api-client, '],
  [['domain', 'faults/'], 'faults/ is not for these: for the journeys write npm test -- e2e faults/'],
  [['--sorces'], '--sorces is none of --sources, --journeys, --proof: for the journeys write npm test -- e2e --sorces'],
  [['domain', '--headed'], '--headed is not for these: for the journeys write npm test -- e2e --headed'],
])('refuses %p, before anything is built', (args, refusal) => {
  const { status, printed } = testWith(...args);
  expect(printed).toContain(refusal);
  expect(printed.trimEnd()).toMatch(/0 passed, 1 failed/);
  expect(status).toBe(1);
});
