import { gateProof, type GateRun } from '../proof/gate-proof.ts';
import { verifyProof } from '../proof/verify-proof.ts';

const run = (load: string, change: Partial<GateRun> = {}): GateRun => ({
  load,
  cores: load === 'two cores' ? 2 : 4,
  seconds: 400,
  passed: 10,
  failed: 0,
  ...change,
});

it('shows each run, and names those that failed or took too long', () => {
  const runs = [
    run('quiet'),
    run('two cores', { note: 'on 0,1', seconds: 1_201 }),
    run('busy loop', { seconds: 2_000 }),
  ];
  const { body, notReached } = gateProof(runs, 'abc1234');
  expect(body).toContain('commit abc1234');
  expect(body).toContain('| 2 | two cores on 0,1 | 2 | 1201 s | 1200 s | 10 | 0 |');
  expect(body).toContain('| 3 | busy loop | 4 | 2000 s |  | 10 | 0 |');
  expect(notReached).toEqual(['Run 2 took 1201 s (1200).', '3 of 8 runs were made.']);
  const eight = Array.from({ length: 8 }, () => run('quiet'));
  expect(gateProof(eight, 'abc1234').notReached).toEqual([]);
  expect(gateProof(eight.with(0, run('quiet', { failed: 2 })), 'abc1234').notReached).toEqual(['Run 1: 2 failed.']);
});

it('shows where the seconds of a run went', () => {
  const times = { steps: [{ name: 'Journeys', seconds: 300.25 }], files: [{ name: 'e2e/a.spec.ts', seconds: 40 }] };
  const { body } = gateProof([run('quiet', { times: null }), run('quiet', { times })], 'abc1234');
  expect(body).toContain('| Journeys | 300.3 |');
  expect(body).toContain('| e2e/a.spec.ts | 40.0 |');
});

it('adds the parts of the long tests up, and tells of one that failed first', () => {
  const part = { name: 'journeys', seconds: 100, passed: 9, failed: 0 };
  const { body, notReached } = verifyProof(
    [
      { ...part, failed: 2 },
      { ...part, commit: 'abc1200' },
      { ...part, name: 'soak', passed: 1 },
    ],
    'abc1234',
  );
  expect(body).toMatch(/^Commit abc1200 passed/);
  expect(body).toContain('| together |  | 200 | 10 |');
  expect(notReached).toEqual(['journeys: 2 failed, and passed when run again.']);
});
