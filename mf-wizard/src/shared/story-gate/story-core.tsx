import { letterGate as copy } from '@redress/copy/letter-gate';
import {
  CORE_MAX_CHARACTERS,
  coreSentences,
  MAY_BE_ATTACHED_FROM,
  printableText,
  rulingsFrom,
  sentenceKey,
  sentencesOf,
} from '@redress/domain/letter-gate';
import { formDataMerged, selectFormData, useAppDispatch, useAppSelector } from '@redress/session-store';
import { useId, useMemo } from 'react';
import styles from './story-gate.module.css';

/** Which sentences of a long account stand in the letter itself: ours are proposed, the claimant marks others. */
export function StoryCore({ text }: { text: string }) {
  const dispatch = useAppDispatch();
  const { coreSentences: own, sentenceChoices } = useAppSelector(selectFormData);
  const id = useId();
  // What may not be printed cannot be marked.
  const printed = useMemo(() => printableText(text, rulingsFrom(sentenceChoices)).text.trim(), [text, sentenceChoices]);
  const sentences = useMemo(() => [...new Set(sentencesOf(printed))], [printed]);
  if (printed.length <= MAY_BE_ATTACHED_FROM) return null;
  const known = new Set(sentences.map(sentenceKey));
  const kept = (own ?? []).filter((key) => known.has(key));
  const marked = new Set(kept.length > 0 ? kept : coreSentences(printed).map(sentenceKey));
  const used = sentences.reduce(
    (sum, sentence) => sum + (marked.has(sentenceKey(sentence)) ? sentence.length + 1 : 0),
    0,
  );
  const mark = (key: string, isMarked: boolean) => {
    const rest = [...marked].filter((other) => other !== key);
    dispatch(formDataMerged({ coreSentences: isMarked ? [...rest, key] : rest }));
  };
  return (
    <fieldset className={styles['core']} aria-describedby={`${id}-lead ${id}-used`}>
      <legend>{copy.core.heading}</legend>
      <p id={`${id}-lead`}>{copy.core.lead}</p>
      <p id={`${id}-used`} role="status">
        {copy.core.used(used, CORE_MAX_CHARACTERS)}
      </p>
      {sentences.map((sentence) => {
        const key = sentenceKey(sentence);
        const isMarked = marked.has(key);
        return (
          <label key={key}>
            <input
              type="checkbox"
              checked={isMarked}
              disabled={!isMarked && used + sentence.length + 1 > CORE_MAX_CHARACTERS}
              onChange={(event) => mark(key, event.target.checked)}
            />
            <span dir="auto">{sentence}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
