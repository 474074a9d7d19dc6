import type { ClaimFormData, RequestOf, saveFormData } from '@redress/contracts';
import { laterPosition, positionFromKey, progressKey } from '@redress/domain';
import type { RootState } from '@redress/session-store';

/** One save under way, kept until its outcome is known; the server counts a repeated save once. */
export interface Attempt {
  body: RequestOf<typeof saveFormData>;
  answers: ClaimFormData;
  changeCount: number;
  step: number;
  subStep: number;
}

/**
 * @param saved - the answers as the server has them: a signature that is among them stays there, and is the most of a save's weight
 * @returns `null` while the server has not made the draft
 */
export function newAttempt(wizard: RootState['wizard'], saveId: string, saved: ClaimFormData): Attempt | null {
  const { formSessionId, formData, changeCount, revision, step, subStep } = wizard;
  if (!formSessionId) return null;
  const { signature, ...answers } = formData;
  const body = {
    ...answers,
    ...(signature === saved.signature ? {} : { signature }),
    form_session_id: formSessionId,
    ...(revision === null ? {} : { base_revision: revision }),
    save_id: saveId,
    step,
    sub_step: subStep,
  };
  return { body, answers: formData, changeCount, step, subStep };
}

/** The later of two `current_step` values: the furthest point reached is never lowered (R9a). */
export function laterKey(a: string | null, b: string): string {
  const [positionA, positionB] = [positionFromKey(a), positionFromKey(b)];
  if (!positionB) return a ?? b;
  return positionA ? progressKey(laterPosition(positionA, positionB)) : b;
}
