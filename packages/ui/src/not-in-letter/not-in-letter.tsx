import { letterGate as copy } from '@redress/copy/letter-gate';
import { useId, type ReactNode } from 'react';
import { VisuallyHidden } from '../text.tsx';
import styles from './not-in-letter.module.css';

/** What one answer decides about: a sentence, or those of an account that are asked about together. */
export interface LeftOutPiece {
  id: string;
  /** As written, in their order. */
  sentences: readonly string[];
  reasons: readonly string[];
  /** A tick keeps it; without, nobody but an operator can let it through. */
  canKeep: boolean;
  isKept: boolean;
  /** Kept, it is looked at before anything is mailed. */
  needsLook: boolean;
}

interface NotInLetterProps<Piece extends LeftOutPiece> {
  pieces: readonly Piece[];
  title?: string;
  hint?: string;
  /** Without it the list is read only. */
  onKeep?: (piece: Piece, isKept: boolean) => void;
  /** What else can be done about a piece. */
  more?: (piece: Piece) => ReactNode;
  /** Leads to where all of them can be changed. */
  actions?: ReactNode;
}

/** More of one group are behind "more": an account of twenty sentences is one question and not twenty lines. */
const SHOWN = 3;

/**
 * The sentences of a claimant that the letter leaves out, why, and one tick to keep each. The only list of its kind: on
 * the screens of the story, at the review, before paying and beside the letter.
 */
export function NotInLetter<Piece extends LeftOutPiece>(props: NotInLetterProps<Piece>) {
  const { pieces, title = copy.notInLetter, hint = copy.notInLetterHint, onKeep, more, actions } = props;
  const id = useId();
  const kept = pieces.filter(({ isKept }) => isKept).length;
  return (
    <>
      {/* Present from the start: what appears in it is read out, and it is short. */}
      <p role="status" className={styles['count']}>
        {pieces.length > 0 && <VisuallyHidden>{copy.count(pieces.length - kept, kept)}</VisuallyHidden>}
      </p>
      {pieces.length > 0 && (
        <section className={styles['list']} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{onKeep && pieces.some(({ canKeep }) => canKeep) ? `${hint} ${copy.tickHint}` : hint}</p>
          <ul>
            {pieces.map((piece, index) => (
              <li key={piece.id} data-kept={piece.isKept ? '' : undefined}>
                <div id={`${id}-${index}`}>
                  <Sentences sentences={piece.sentences} />
                </div>
                {piece.reasons.map((reason) => (
                  <p key={reason}>{reason}</p>
                ))}
                {onKeep && piece.canKeep && (
                  <label>
                    <input
                      type="checkbox"
                      checked={piece.isKept}
                      aria-describedby={`${id}-${index}`}
                      onChange={(event) => onKeep(piece, event.target.checked)}
                    />
                    {piece.sentences.length > 1 ? copy.keepAll : copy.keepThis}
                  </label>
                )}
                {piece.isKept && piece.needsLook && <p className={styles['look']}>{copy.looked}</p>}
                {more?.(piece)}
              </li>
            ))}
          </ul>
          {actions}
        </section>
      )}
    </>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  const words = (some: readonly string[]) =>
    some.map((sentence, index) => (
      <q key={index} dir="auto">
        {sentence}
      </q>
    ));
  if (sentences.length <= SHOWN) return words(sentences);
  return (
    <>
      {words(sentences.slice(0, SHOWN))}
      <details>
        <summary>{copy.moreSentences(sentences.length - SHOWN)}</summary>
        {words(sentences.slice(SHOWN))}
      </details>
    </>
  );
}
