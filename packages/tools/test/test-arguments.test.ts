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
  [['domain', 'faults/'], 'faults/ is for the journeys: write: npm test -- e2e faults/'],
  [['domain', '--headed'], '--headed is for the journeys: write: npm test -- e2e --headed'],
])('refuses %p, of which nothing would be tested', (args, refusal) => {
  const { status, printed } = testWith(...args);
  expect(printed).toContain(refusal);
  expect(printed.trimEnd()).toMatch(/0 passed, 1 failed/);
  expect(status).toBe(1);
});
