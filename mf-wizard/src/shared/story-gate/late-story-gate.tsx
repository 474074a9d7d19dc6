import type { ClaimFormData } from '@redress/contracts';
import { late, useLate } from '@redress/mf-runtime';
import { useMemo } from 'react';
import type { LeftOutProps, StoryGateProps } from './story-gate.tsx';

const gate = late(() => import('./story-gate.tsx'));

/** The gate of the letter beside an account being written. Its rules are fetched when there is something to read. */
export function LateStoryGate(props: StoryGateProps) {
  const state = useLate(gate, props.text.trim() !== '');
  // If it does not load, nothing is lost: what may not be printed is left out and reported later.
  if (state.status !== 'ready') return null;
  return <state.value.StoryGate {...props} />;
}

/** Texts of rows that the letter leaves out, by row id; empty until the gate's code is loaded. */
export function useLeftOutByRow(data: ClaimFormData, isNeeded: boolean): ReadonlyMap<string, readonly string[]> {
  const state = useLate(gate, isNeeded);
  const leftOutByRow = state.status === 'ready' ? state.value.leftOutByRow : null;
  return useMemo(() => leftOutByRow?.(data) ?? new Map(), [leftOutByRow, data]);
}

/** Sentences and fields of the answers that the letter leaves out or cannot print. */
export function LateLeftOut(props: LeftOutProps) {
  const state = useLate(gate, true);
  return state.status === 'ready' ? <state.value.LeftOut {...props} /> : null;
}
