import type { ClaimFormData } from '@redress/contracts';
import { common } from '@redress/copy/common';
import { letterGate as copy } from '@redress/copy/letter-gate';
import type { FieldErrors } from '@redress/forms';
import { late, useLate } from '@redress/mf-runtime';
import { Button, Notice } from '@redress/ui';
import { useEffect, useMemo } from 'react';
import type { Answers } from '../answers.ts';
import type { StoryField } from './pieces.ts';
import type { LeftOutProps, StoryGateProps } from './story-gate.tsx';

const gate = late(() => import('./story-gate.tsx'));

/** The gate of the letter beside an account being written. Its rules are fetched when there is something to read. */
export function LateStoryGate(props: StoryGateProps) {
  const state = useLate(gate, props.text.trim() !== '');
  // If it does not load, nothing is lost: what may not be printed is left out and reported later.
  if (state.status !== 'ready') return null;
  return <state.value.StoryGate {...props} />;
}

/** What keeps Continue: a threat that nothing was decided about. Where the rules are not here, the review and Pay tell of it. */
export const undecided = (field: StoryField, answers: Answers, { sentenceChoices }: ClaimFormData): FieldErrors =>
  gate.current()?.undecidedIn(String(answers[field] ?? ''), field, sentenceChoices) ? { [field]: copy.decide } : {};

/** Texts of rows that the letter leaves out, by row id; empty until the gate's code is loaded. */
export function useLeftOutByRow(data: ClaimFormData, isNeeded: boolean): ReadonlyMap<string, readonly string[]> {
  const state = useLate(gate, isNeeded);
  const leftOutByRow = state.status === 'ready' ? state.value.leftOutByRow : null;
  return useMemo(() => leftOutByRow?.(data) ?? new Map(), [leftOutByRow, data]);
}

/** Sentences and fields of the answers that the letter leaves out or cannot print. */
export function LateLeftOut(props: LeftOutProps) {
  const state = useLate(gate, true);
  const { onFound } = props;
  const hasFailed = state.status === 'failed';
  useEffect(() => {
    if (hasFailed) onFound?.();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- told once a failure; a caller's new function is no failure
  }, [hasFailed]);
  if (state.status === 'ready') return <state.value.LeftOut {...props} />;
  if (!hasFailed) return null;
  const tryAgain = <Button onClick={state.retry}>{common.actions.tryAgain}</Button>;
  return (
    <Notice tone="warning" live actions={tryAgain}>
      {copy.notRead}
    </Notice>
  );
}
