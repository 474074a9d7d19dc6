import { GENERATING_STAGES } from '@redress/domain';
import { runStages, STAGE_NAMES, type RunState, type StageResult } from './stage-runner.ts';

const answer = (stage: string): { data: StageResult } => ({
  data: { stage, findings: [{ text: stage, tone: 'info' }] },
});
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const TOTAL_MS = GENERATING_STAGES.reduce((sum, { durationMs }) => sum + durationMs, 0);

let state: RunState;
let completed: number;
const begin = (ask: Parameters<typeof runStages>[0]['ask']) =>
  runStages({ ask, onChange: (next) => (state = next), onComplete: () => (completed += 1) });

beforeEach(() => {
  jest.useFakeTimers();
  completed = 0;
});
afterEach(() => jest.useRealTimers());

it('runs six stages in order, each for its time, and then says that it is complete', async () => {
  const asked: string[] = [];
  begin((stage) => {
    asked.push(stage);
    return Promise.resolve(answer(stage));
  });
  for (const [index, { durationMs }] of GENERATING_STAGES.entries()) {
    expect(state.stage).toBe(index);
    await pass(durationMs - 1);
    expect(state.stage).toBe(index);
    await pass(1);
  }
  expect(asked).toEqual([...STAGE_NAMES]);
  expect(completed).toBe(1);
  expect(state.results.letter?.findings[0]?.text).toBe('letter');
});

it('waits for a real result however long it takes, and completes nothing after the screen was left', async () => {
  let give: (value: { data: StageResult }) => void = () => undefined;
  const run = begin(() => new Promise((resolve) => (give = resolve)));
  await pass(60_000);
  expect(state.stage).toBe(0);
  give(answer('details'));
  await pass(0);
  expect(state.stage).toBe(1);
  run.stop();
  give(answer('jurisdiction'));
  await pass(TOTAL_MS);
  expect(completed).toBe(0);
});

it('asks a busy server again after the time it names, stops when that does not help or takes long, and continues from there when asked', async () => {
  const busy = { error: { code: 'OVERLOADED' as const, message: '', status: 503, retryAfterSeconds: 2 } };
  let refusals = 2;
  const asked: string[] = [];
  const run = begin((stage) => {
    asked.push(stage);
    return Promise.resolve((refusals -= 1) >= 0 ? busy : answer(stage));
  });
  await pass(3 * (GENERATING_STAGES[0]?.durationMs ?? 0) + 4_000);
  expect(state).toMatchObject({ stage: 1, failure: null });
  refusals = 5;
  await pass(TOTAL_MS + 60_000);
  expect(state).toMatchObject({ stage: 2, failure: { code: 'OVERLOADED' } });
  busy.error.retryAfterSeconds = 60;
  run.tryAgain();
  await pass(TOTAL_MS);
  expect(state).toMatchObject({ stage: 2, failure: { code: 'OVERLOADED' } });
  run.tryAgain();
  run.tryAgain();
  await pass(TOTAL_MS);
  expect(state).toMatchObject({ stage: 6, failure: null });
  const times = (name: string) => asked.filter((stage) => stage === name).length;
  expect(['details', 'jurisdiction', 'letter', 'done'].map(times)).toEqual([3, 1, 6, 1]);
  expect(completed).toBe(1);
});
