import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserResult, checkResult, jestResult, summarise } from '../lib/results.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-results-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: unknown) => {
  const name = path.join(folder, 'result.json');
  writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
};
const jest = (more: object) => file({ numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, ...more });

it.each([
  [{}, 'unchanged'],
  [{ numPendingTests: 3 }, 'unchanged, 3 skipped'],
])('counts passes of a cached run, and says how many tests were left out: %j', (more, note) => {
  const result = jestResult('ui', jest(more), { ok: true, isCached: true });
  expect(result).toMatchObject({ passed: 5, failed: 0, note });
});

it.each([
  ['a failing test', () => jest({ numFailedTests: 2 }), { ok: false }, 2],
  ['a file that could not run', () => jest({ numRuntimeErrorTestSuites: 1 }), { ok: false }, 1],
  ['a run that failed otherwise', () => jest({}), { ok: false }, 1],
  ['a run that never began', () => jest({}), undefined, 1],
  ['a missing result', () => path.join(folder, 'none.json'), { ok: true }, 1],
  ['half a result', () => file('{"numPassed'), { ok: true }, 1],
])('counts %s as failed', (_, make, task, failed) => {
  expect(jestResult('ui', make(), task as never).failed).toBe(failed);
});

it('counts a journey that passed only when it was tried again as failed', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 2 };
  const note = '1 passed only when repeated, 2 skipped';
  expect(browserResult(file({ stats, errors: [] }))).toMatchObject({ passed: 3, failed: 1, note });
});

it('counts journeys that pass, fail, never ran or could not be loaded', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 2 };
  expect(browserResult(file({ stats, errors: [] }))).toMatchObject({ passed: 4, failed: 0, note: '2 skipped' });
  expect(browserResult(file({ stats: { ...stats, unexpected: 2 }, errors: [] })).failed).toBe(2);
  expect(browserResult(file({ stats: { ...stats, expected: 0 }, errors: [] })).failed).toBe(1);
  expect(browserResult(file({ stats, errors: [{}] })).failed).toBe(1);
  expect(browserResult(path.join(folder, 'none.json')).failed).toBe(1);
});

it('adds up, and lists only what is worth a line', () => {
  const { table, passed, failed } = summarise([
    checkResult('lint', 'ui', true),
    checkResult('lint', 'copy', false),
    jestResult('ui', jest({}), { ok: true, isCached: false }),
  ]);
  expect({ passed, failed }).toEqual({ passed: 5, failed: 1 });
  expect(table).toMatch(/checks that hold: lint 1/);
  expect(table).toMatch(/lint +copy +0 +1 +failed/);
});
