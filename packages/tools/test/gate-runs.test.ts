import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRunTable, planLoads, printRuns, readOutcome, runGate } from '../lib/gate-runs.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-gate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gateThat = (prints: string, exitCode: number) => {
  const file = path.join(folder, 'gate.mjs');
  writeFileSync(file, `console.log(${JSON.stringify(prints)}); process.exit(${exitCode});`);
  return file;
};

it('runs eight gates as two quiet ones, three on two cores, three beside a busy loop', () => {
  expect(planLoads(8)).toEqual([
    ...['quiet', 'quiet'],
    ...['two cores', 'two cores', 'two cores'],
    ...['busy loop', 'busy loop', 'busy loop'],
  ]);
  expect(planLoads(1)).toEqual(['quiet']);
});

it('goes on after the runs that ended', () => {
  const file = path.join(folder, 'runs/abc.json');
  openRunTable(file).add({ load: 'quiet', seconds: 1, passed: 2, failed: 0 });
  const again = openRunTable(file);
  expect(again.rows()).toHaveLength(1);
  again.add({ load: 'quiet', seconds: 3, passed: 2, failed: 1 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2);
});

it('counts no run from a table that was cut in the middle', () => {
  const file = path.join(folder, 'abc.json');
  writeFileSync(file, '[{"load":"qui');
  expect(openRunTable(file).rows()).toEqual([]);
});

it('reads how a gate ended from its last line alone', () => {
  expect(readOutcome('3 passed, 0 failed\nmore\n12 passed, 1 failed\n')).toEqual({ passed: 12, failed: 1 });
  expect(readOutcome('3 passed, 0 failed\nthen it died')).toBeNull();
});

it.each([
  ['a gate that passes', '12 passed, 0 failed', 0, { passed: 12, failed: 0 }],
  ['a gate with a failure', '12 passed, 2 failed', 1, { passed: 12, failed: 2 }],
  ['a gate that ends otherwise after a good line', '12 passed, 0 failed', 3, { passed: 12, failed: 1 }],
  ['a gate that says nothing', '', 1, { passed: 0, failed: 1 }],
])('counts %s', async (_, prints, exitCode, outcome) => {
  expect(await runGate(gateThat(prints, exitCode), 'busy loop')).toMatchObject(outcome);
});

it('prints how many of the planned runs had no failure', () => {
  const rows = [
    { load: 'quiet', seconds: 500, passed: 9, failed: 0 },
    { load: 'two cores', seconds: 800, passed: 8, failed: 1 },
  ];
  expect(printRuns(rows, 8)).toMatch(/1 of 8 runs without a failure$/);
});
