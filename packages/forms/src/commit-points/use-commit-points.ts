import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { createCommitPoints, type CommitPoints, type CommitPointsOwner } from './commit-points.ts';

const CHOICES = new Set(['radio', 'checkbox']);
const isTyped = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !CHOICES.has(target.type));

export interface FormCommitPoints<Answers extends object> extends Pick<
  CommitPoints<Answers>,
  'read' | 'commit' | 'discard'
> {
  /** The form's `onChange`. */
  onFormChange: (changed: Partial<Answers>) => void;
  /** For the element around the form: a key tells itself from a choice, and leaving a field or going on are points to hand over. */
  handlers: {
    onChangeCapture: (event: SyntheticEvent) => void;
    onChange: () => void;
    onBlur: () => void;
    onSubmitCapture: () => void;
  };
}

/**
 * Hands the answers of a form to its owner at pauses of typing, when a field is left, when Continue is pressed, when the
 * page is hidden or left, and when the form goes. The owner adds its own: before another build takes this place.
 */
export function useCommitPoints<Answers extends object>(owner: CommitPointsOwner<Answers>): FormCommitPoints<Answers> {
  const latest = useRef(owner);
  useLayoutEffect(() => {
    latest.current = owner;
  });
  const isTyping = useRef(false);
  const [points] = useState(() => {
    const { read, change, commit, discard } = createCommitPoints<Answers>({
      onTyped: (isFirst) => latest.current.onTyped(isFirst),
      onCommit: (changed) => latest.current.onCommit(changed),
    });
    return {
      read,
      commit,
      discard,
      onFormChange: (changed: Partial<Answers>) => change(changed, isTyping.current),
      handlers: {
        onChangeCapture: ({ target }: SyntheticEvent) => void (isTyping.current = isTyped(target)),
        onChange: () => void (isTyping.current = false),
        onBlur: commit,
        onSubmitCapture: commit,
      },
    };
  });

  useLayoutEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') points.commit();
    };
    addEventListener('pagehide', points.commit);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      removeEventListener('pagehide', points.commit);
      document.removeEventListener('visibilitychange', onVisibility);
      points.commit();
    };
  }, [points]);
  return points;
}
