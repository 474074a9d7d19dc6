import { letterGate as copy } from '@redress/copy/letter-gate';
import {
  calmSentence,
  printableAnswers,
  rulingsFrom,
  screenText,
  sentenceKey,
  type Place,
  type SentenceChoice,
} from '@redress/domain/letter-gate';
import { useFormField } from '@redress/forms';
import { formDataMerged, selectFormData, useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button, ButtonRow, Notice } from '@redress/ui';
import { useEffect, useMemo, useState } from 'react';
import { StoryCore } from './story-core.tsx';
import styles from './story-gate.module.css';

export type StoryField = 'claimDescription' | 'claimCalculation';

/** Typing is read once it pauses: a sentence is judged when it is written, not in the middle of a word. */
const QUIET_MS = 600;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Sentence extends Place {
  readonly key: string;
  readonly reasons: readonly string[];
}

/** One card for each sentence, even with several findings; a finding of class A takes precedence. */
function sentencesIn(places: readonly Place[]): Sentence[] {
  const sentences = new Map<number, Sentence>();
  for (const place of places) {
    const known = sentences.get(place.at);
    const reasons = [...(known?.reasons ?? []), copy.why[place.kind]];
    const main = known?.class === 'A' ? known : place;
    sentences.set(place.at, { ...main, key: sentenceKey(main.sentence), reasons });
  }
  return [...sentences.values()];
}

/** Where some words stand now, of several places the one nearest to where they stood; -1 when they are gone. */
function nearestIndexOf(text: string, words: string, was: number): number {
  let nearest = -1;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (nearest < 0 || Math.abs(at - was) < Math.abs(nearest - was)) nearest = at;
  return nearest;
}

/** Sentences that cannot go into the letter as they are, each with what can be done about it. */
export function StoryGate({ field, text }: { field: StoryField; text: string }) {
  const { setValue } = useFormField<string>(field);
  const dispatch = useAppDispatch();
  const { sentenceChoices } = useAppSelector(selectFormData);
  const settled = useSettled(text);
  const sentences = useMemo(() => sentencesIn(screenText(settled)), [settled]);
  const kept = rulingsFrom(sentenceChoices).kept;

  const replace = ({ at: was, sentence }: Place, by: string) => {
    // The card is about the text as it stood when it was read: words before it may have moved it since.
    const at = nearestIndexOf(text, sentence, was);
    if (at < 0) return;
    const end = at + sentence.length;
    const rest = by ? text.slice(end) : text.slice(end).replace(/^ /, '');
    setValue(text.slice(0, at) + by + rest);
    document.querySelector<HTMLElement>(`textarea[name="${field}"]`)?.focus();
  };
  const choose = (key: string, choice: SentenceChoice['choice']) => {
    const others = (sentenceChoices ?? []).filter((other) => other.key !== key);
    dispatch(formDataMerged({ sentenceChoices: [...others, { key, choice }].slice(-200) }));
  };

  return (
    <>
      {/* Present from the start: what appears in it is read out. */}
      <div role="status" className={styles['gate']}>
        {sentences.length > 0 && (
          <>
            <h2 className={styles['heading']}>{copy.heading}</h2>
            <p className={styles['lead']}>{copy.lead}</p>
            <ul className={styles['list']}>
              {sentences.map((sentence) => (
                <li key={`${sentence.at}:${sentence.key}`} className={styles['card']} data-class={sentence.class}>
                  <q dir="auto">{sentence.sentence}</q>
                  {sentence.reasons.map((why) => (
                    <p key={why}>{why}</p>
                  ))}
                  {sentence.class === 'A' ? (
                    <Stopped sentence={sentence} onReplace={(by) => replace(sentence, by)} />
                  ) : (
                    <Choice isKept={kept.has(sentence.key)} onChoose={(choice) => choose(sentence.key, choice)} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {field === 'claimDescription' && <StoryCore text={settled} />}
    </>
  );
}

function Stopped({ sentence, onReplace }: { sentence: Place; onReplace: (by: string) => void }) {
  const calm = calmSentence(sentence);
  return (
    <>
      {calm && (
        <p>
          {copy.calmLabel} <q dir="auto">{calm}</q>
        </p>
      )}
      <ButtonRow>
        {calm && (
          <Button size="small" onClick={() => onReplace(calm)}>
            {copy.takeCalm}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={() => onReplace('')}>
          {copy.takeOut}
        </Button>
      </ButtonRow>
    </>
  );
}

function Choice({ isKept, onChoose }: { isKept: boolean; onChoose: (choice: SentenceChoice['choice']) => void }) {
  return (
    <>
      <p>{isKept ? copy.kept : copy.cut}</p>
      <ButtonRow>
        <Button size="small" variant="secondary" onClick={() => onChoose(isKept ? 'cut' : 'keep')}>
          {isKept ? copy.takeOut : copy.keep}
        </Button>
      </ButtonRow>
    </>
  );
}

/** Before anything is chosen or paid: what stands in the answers and will not stand in the letter. */
export function LeftOut({ onChange }: { onChange: () => void }) {
  const data = useAppSelector(selectFormData);
  const sentences = sentencesIn(printableAnswers(data).leftOut);
  if (sentences.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={copy.notInLetter}
      actions={
        <Button size="small" variant="secondary" onClick={onChange}>
          {copy.change}
        </Button>
      }
    >
      <p>{copy.notInLetterHint}</p>
      <ul>
        {sentences.map(({ at, key, sentence, reasons }) => (
          <li key={`${at}:${key}`}>
            <q dir="auto">{sentence}</q> {reasons.join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
