/**
 * Runs the six stages of 'Generating Your File' (specification, section 4; R13): each lasts at least its
 * time, and ends only when the server has given that stage's result. A stage that fails stops the run until asked again.
 */
import type { ApiError } from '@redress/api-client';
import type { AnswerOf, reviewCase } from '@redress/contracts';
import { GENERATING_STAGES } from '@redress/domain';

export const STAGE_NAMES = ['details', 'jurisdiction', 'letter', 'court-papers', 'trial-support', 'done'] as const;
export type StageName = (typeof STAGE_NAMES)[number];
export type StageResult = AnswerOf<typeof reviewCase>;
export type Finding = StageResult['findings'][number];

export interface RunState {
  /** Stage under way, from 0; 6 when all are done. */
  stage: number;
  results: Partial<Record<StageName, StageResult>>;
  failure: ApiError | null;
}

/** A server that is busy says when to ask again: so often that is done for the person, and for so short a pause. */
const MOST_REPEATS = 3;
const LONGEST_PAUSE_SECONDS = 10;

interface StageRunParts {
  ask(stage: StageName): Promise<{ data: StageResult } | { error: ApiError }>;
  onChange(state: RunState): void;
  /** All six are done. */
  onComplete(): void;
}

export type StageRun = ReturnType<typeof runStages>;

export function runStages({ ask, onChange, onComplete }: StageRunParts) {
  let state: RunState = { stage: 0, results: {}, failure: null };
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endWait: (() => void) | undefined;

  const show = (change: Partial<RunState>) => {
    state = { ...state, ...change };
    if (!isStopped) onChange(state);
  };
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      endWait = resolve;
      timer = setTimeout(resolve, ms);
    });

  async function go(): Promise<void> {
    let repeats = 0;
    while (!isStopped && state.stage < STAGE_NAMES.length) {
      const name = STAGE_NAMES[state.stage] as StageName;
      const [result] = await Promise.all([ask(name), wait(GENERATING_STAGES[state.stage]?.durationMs ?? 0)]);
      if (isStopped) return;
      if ('error' in result) {
        const { retryAfterSeconds = Infinity } = result.error;
        if (retryAfterSeconds > LONGEST_PAUSE_SECONDS || repeats === MOST_REPEATS)
          return show({ failure: result.error });
        repeats += 1;
        await wait(retryAfterSeconds * 1000);
        continue;
      }
      repeats = 0;
      show({ stage: state.stage + 1, results: { ...state.results, [name]: result.data } });
    }
    if (!isStopped) onComplete();
  }

  onChange(state);
  void go();
  return {
    /** Tries the failed stage again; the ones before it stay done. */
    tryAgain() {
      if (!state.failure || isStopped) return;
      show({ failure: null });
      void go();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      endWait?.();
    },
  };
}
