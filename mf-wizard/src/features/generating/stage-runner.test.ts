import { GENERATING_STAGES } from '@redress/domain';
import { runStages, STAGE_NAMES, type RunState, type StageResult } from './stage-runner.ts';

const answer = (stage: string): { data: StageResult } => ({
  data: { stage, findings: [{ text: stage, tone: 'info' }] },
});
const refusal = { error: { code: 'LETTER_GENERATION_FAILED' as const, message: '', status: 503 } };
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
    expect(completed).toBe(0);
    await pass(1);
  }
  expect(asked).toEqual([...STAGE_NAMES]);
  expect(completed).toBe(1);
  expect(state.results.letter?.findings[0]?.text).toBe('letter');
});

it('waits for a real result however long it takes', async () => {
  let give: (value: { data: StageResult }) => void = () => undefined;
  begin(() => new Promise((resolve) => (give = resolve)));
  await pass(60_000);
  expect(state.stage).toBe(0);
  give(answer('details'));
  await pass(0);
  expect(state.stage).toBe(1);
});

it('stops at a stage that failed, and continues from there when asked', async () => {
  let works = false;
  const asked: string[] = [];
  const run = begin((stage) => {
    asked.push(stage);
    return Promise.resolve(stage === 'letter' && !works ? refusal : answer(stage));
  });
  await pass(TOTAL_MS);
  expect(state).toMatchObject({ stage: 2, failure: { code: 'LETTER_GENERATION_FAILED' } });
  works = true;
  run.tryAgain();
  run.tryAgain();
  await pass(TOTAL_MS);
  expect(state).toMatchObject({ stage: 6, failure: null });
  expect(asked.filter((stage) => stage === 'details')).toHaveLength(1);
  expect(asked.filter((stage) => stage === 'letter')).toHaveLength(2);
  expect(completed).toBe(1);
});

it('asks a busy server again by itself after the time it names, and stops when that does not help', async () => {
  const busy = { error: { code: 'OVERLOADED' as const, message: '', status: 503, retryAfterSeconds: 2 } };
  let asked = 0;
  let refusals = 2;
  begin((stage) => Promise.resolve((asked += 1) <= refusals ? busy : answer(stage)));
  await pass(Math.max(4_000, GENERATING_STAGES[0]?.durationMs ?? 0));
  expect(state).toMatchObject({ stage: 1, failure: null });
  refusals = Infinity;
  await pass(TOTAL_MS + 20_000);
  expect(state).toMatchObject({ stage: 2, failure: { code: 'OVERLOADED' } });
});

it('completes nothing after the screen was left', async () => {
  const run = begin((stage) => Promise.resolve(answer(stage)));
  await pass(2_000);
  run.stop();
  await pass(TOTAL_MS);
  expect(completed).toBe(0);
});
