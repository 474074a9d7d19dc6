import { rows as copy } from '@redress/copy/rows';
import type { ClaimFact } from '@redress/domain';
import { factsFromText, readFact, speakersOf, type StarterFact } from '@redress/domain/facts';
import { useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Button, VisuallyHidden } from '@redress/ui';
import { useEffect, useRef, useState } from 'react';
import { localToday } from '../../../shared/local-today.ts';
import styles from './rows.module.css';
import { newRowId, type RowList } from './use-rows.ts';

/** Rows made from the paragraph above, each taken or left; a sentence that became a row leaves the paragraph. */
export function FactProposals({ list, starters }: { list: RowList<ClaimFact>; starters: readonly StarterFact[] }) {
  const speakers = speakersOf(useAppSelector(selectFormData));
  const text = useFormField<string | null | undefined>('claimDescription').value ?? '';
  const [asked, setAsked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const start = useRef<HTMLParagraphElement>(null);
  // The pressed button leaves, with the part around it: focus goes to the sentence that says what was found.
  useEffect(() => start.current?.focus(), [asked, left]);
  if (text.trim() === '') return null;
  if (!asked)
    return (
      <div className={styles['acts']}>
        <Button size="small" variant="secondary" onClick={() => setAsked(true)}>
          {copy.proposals.make}
        </Button>
      </div>
    );
  const proposed = factsFromText(text, { today: localToday() }).filter(({ sentence }) => !left.has(sentence));
  return (
    <section aria-label={copy.proposals.make} className={styles['part']}>
      <p ref={start} tabIndex={-1} role="status">
        {proposed.length > 0 ? copy.proposals.hint : copy.proposals.none}
      </p>
      {proposed.length > 0 && (
        <ul className={styles['list']}>
          {proposed.map(({ row, sentence, at, end, isYearGuessed }) => {
            const starter = starters.find((each) => answers(row, each));
            const fact = { ...row, ...(starter ? { asks: starter.key } : {}), id: newRowId() };
            const line = readFact(fact, 'letter', speakers);
            return (
              <li key={sentence} className={`${styles['card']} ${styles['asked']}`}>
                <p dir="auto">{line}</p>
                {starter && <p className={styles['soft']}>{copy.proposals.answers(starter.question)}</p>}
                {isYearGuessed && <p className={styles['soft']}>{copy.proposals.year}</p>}
                <div className={styles['acts']}>
                  <Button
                    size="small"
                    variant="secondary"
                    disabled={list.isFull}
                    onClick={() => list.put(fact, { claimDescription: without(text, at, end) })}
                  >
                    {copy.proposals.take} <VisuallyHidden>{line}</VisuallyHidden>
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => setLeft(new Set([...left, sentence]))}>
                    {copy.proposals.leave} <VisuallyHidden>{line}</VisuallyHidden>
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const SMALL_WORDS = new Set(['a', 'for', 'it', 'me', 'my', 'on', 'the', 'this', 'to', 'you', 'your']);
const wordsOf = (text: string | null | undefined) => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a proposed row says what a question asks for: the same actor, and every word that carries the answer. */
function answers(row: Omit<ClaimFact, 'id'>, { who, what }: StarterFact): boolean {
  const said = wordsOf(row.what);
  return (
    row.who === who &&
    wordsOf(what).every((word) => SMALL_WORDS.has(word) || said.some((each) => each.startsWith(word)))
  );
}

/** The paragraph without one of its sentences. */
const without = (text: string, at: number, end: number): string => {
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(end).trimStart()];
  return before && after ? `${before}${text.slice(0, at).endsWith('\n') ? '\n' : ' '}${after}` : before + after;
};
