import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  allowedCores,
  keepEvidence,
  openRunTable,
  parseCores,
  planLoads,
  planRuns,
  readOutcome,
  reasonAgainstTwo,
  runGate,
} from '../lib/gate-runs.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-gate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gateThat = (prints: string, exitCode: number) => {
  const file = path.join(folder, 'gate.mjs');
  writeFileSync(file, `console.log(${JSON.stringify(prints)}); process.exit(${exitCode});`);
  return file;
};

const itOnLinux = process.platform === 'linux' ? it : it.skip;

describe('the runs that are missing', () => {
  const cores = [0, 1, 2, 3];
  type Run = { load: string; cores: string; note: string };
  const shapes = (groups: Run[][]) => groups.map((group) => group.map((run) => `${run.load} ${run.cores}`.trim()));

  it('are one after the other, but for two on two cores each', () => {
    const groups = planRuns(8, [], { cores, isForTwo: true });
    expect(shapes(groups)).toEqual([
      ...[['quiet'], ['quiet']],
      ...[['two cores 0,1', 'two cores 2,3'], ['two cores 0,1']],
      ...[['busy loop 3'], ['busy loop 3'], ['busy loop 3']],
    ]);
    expect(groups[2]?.map(({ note }: Run) => note)).toEqual([
      'on 0,1, a run on 2,3 beside it',
      'on 2,3, a run on 0,1 beside it',
    ]);
  });

  it('are all one after the other where two have no room', () => {
    const groups = planRuns(8, [], { cores: [4, 6], isForTwo: false });
    expect(groups).toHaveLength(8);
    expect(shapes(groups.slice(2, 6))).toEqual([...Array(3).fill(['two cores 4,6']), ['busy loop 6']]);
  });

  it('are told from those that ended by their load: of two at the same time either may have ended', () => {
    const rows = ['quiet', 'quiet', 'two cores', 'busy loop'].map((load) => ({ load }));
    expect(shapes(planRuns(8, rows, { cores, isForTwo: true }))).toEqual([
      ...[['two cores 0,1', 'two cores 2,3']],
      ...[['busy loop 3'], ['busy loop 3']],
    ]);
    const all = planLoads(8).map((load = '') => ({ load }));
    expect(planRuns(8, all, { cores, isForTwo: true })).toEqual([]);
  });
});

describe('two runs at the same time', () => {
  const cores = [0, 1, 2, 3];
  let asked: object[];
  const room = (reason: string | null) => (options?: object) => {
    asked.push({ ...options });
    return reason === null ? { folder, remove: () => asked.push({ removed: true }) } : { folder: null, reason };
  };
  beforeEach(() => (asked = []));

  it('need four cores and memory for both, and leave nothing of the question behind', () => {
    expect(reasonAgainstTwo({ cores, env: {}, open: room(null) })).toBeNull();
    expect(asked).toEqual([{ runs: 2 }, { removed: true }]);
  });

  it.each([
    ['three cores', { cores: [0, 1, 2], env: {} }, null, '3 cores'],
    ['a temp folder that both would use', { cores, env: { TMPDIR: '/tmp' } }, null, 'TMPDIR is set'],
    ['a database that both would use', { cores, env: { DATABASE_URL: 'x' } }, null, 'DATABASE_URL is set'],
    ['little memory', { cores, env: {} }, '9.0 GB of memory are free', '9.0 GB of memory are free'],
  ])('are not begun with %s', (_, machine, lack, reason) => {
    expect(reasonAgainstTwo({ ...machine, open: room(lack) })).toBe(reason);
  });
});

it('reads the cores of this process, which are not always the first ones', () => {
  expect(parseCores('0-2,6')).toEqual([0, 1, 2, 6]);
  expect(allowedCores()).not.toEqual([]);
  expect(allowedCores()).not.toContain(NaN);
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
  const run = { load: 'busy loop', cores: `${allowedCores().at(-1)}`, note: 'on 3' };
  expect(await runGate(gateThat(prints, exitCode), run)).toMatchObject({ load: 'busy loop', note: 'on 3', ...outcome });
});

it('keeps what shows why a run failed when the next run clears the clone', () => {
  const clone = path.join(folder, 'clone');
  const trace = 'e2e/test-results/artifacts/journeys-payment/trace.zip';
  mkdirSync(path.dirname(path.join(clone, trace)), { recursive: true });
  writeFileSync(path.join(clone, trace), 'trace');
  keepEvidence(clone, path.join(folder, 'kept'));
  rmSync(clone, { recursive: true });
  expect(readFileSync(path.join(folder, 'kept', trace), 'utf8')).toBe('trace');
});

itOnLinux('keeps a run on the cores it is given', async () => {
  const cores = `${allowedCores().at(-1)}`;
  const file = path.join(folder, 'gate.mjs');
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs';
    console.log(/^Cpus_allowed_list:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))[0]);`,
  );
  let output = '';
  await runGate(file, { load: 'two cores', cores, note: cores }, (chunk: Buffer) => (output += chunk.toString()));
  expect(output.trim().split(/\s+/)).toEqual(['Cpus_allowed_list:', cores]);
});
