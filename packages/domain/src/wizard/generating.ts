/** Stages of the generating screen with their minimum durations, in order; then a pause before going on. */
export const GENERATING_STAGES = [
  { title: 'Reviewing Your Case Details', durationMs: 1600 },
  { title: 'Finding the Correct Jurisdiction', durationMs: 1200 },
  { title: 'Generating Your Demand Letter', durationMs: 2000 },
  { title: 'Preparing Court Filing Documents', durationMs: 1600 },
  { title: 'Assembling Your Trial Support Materials', durationMs: 1440 },
  { title: 'Demand Letter Generated', durationMs: 800 },
] as const;
export const GENERATING_PAUSE_MS = 2000;

/** Width of the progress bar while a stage (from 0) runs: (stage + 1) / 6. */
export const generatingProgress = (stage: number): number =>
  Math.min(1, Math.max(0, (stage + 1) / GENERATING_STAGES.length));
