import { gateProof, type GateRun } from '../proof/gate-proof.ts';

const run = (load: string, change: Partial<GateRun> = {}): GateRun => ({
  load,
  seconds: 500,
  passed: 10,
  failed: 0,
  ...change,
});

it('shows each run, and names those that failed or took too long', () => {
  const runs = [run('quiet'), run('two cores', { note: 'on 0,1', seconds: 901 }), run('busy loop', { seconds: 2_000 })];
  const { body, notReached } = gateProof(runs, 'abc1234');
  expect(body).toContain('commit abc1234');
  expect(body).toContain('| 2 | two cores on 0,1 | 901 s | 900 s | 10 | 0 |');
  expect(body).toContain('| 3 | busy loop | 2000 s |  | 10 | 0 |');
  expect(notReached).toEqual(['Run 2 took 901 s (900).', '3 of 8 runs were made.']);
  const eight = Array.from({ length: 8 }, () => run('quiet'));
  expect(gateProof(eight, 'abc1234').notReached).toEqual([]);
  expect(gateProof(eight.with(0, run('quiet', { failed: 2 })), 'abc1234').notReached).toEqual(['Run 1: 2 failed.']);
});
