import type { ClaimField } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import {
  calmSentence,
  printableText,
  rulingsFrom,
  screenAccount,
  sentencesOf,
  storyGaps,
  type Place,
  type SentenceChoice,
} from '@redress/domain/letter-gate';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import { useFormField } from '@redress/forms';
import { formDataMerged, selectFormData, useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button, ButtonRow, Notice, VisuallyHidden } from '@redress/ui';
import { NotInLetter } from '@redress/ui/not-in-letter';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { ACCOUNTS, choose, isUndecided, piecesIn, piecesOf, type Piece, type StoryField } from './pieces.ts';
export { leftOutByRow, undecidedIn } from './pieces.ts';
import { StoryCore } from './story-core.tsx';
import styles from './story-gate.module.css';

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

/** Where some words stand now, of several places the one nearest to where they stood; -1 when they are gone. */
function nearestIndexOf(text: string, words: string, was: number): number {
  let nearest = -1;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (nearest < 0 || Math.abs(at - was) < Math.abs(nearest - was)) nearest = at;
  return nearest;
}

export interface StoryGateProps {
  /** The account that it is a part of. */
  field: StoryField;
  /** The field it is typed in, where that is a row of the account. */
  name?: string;
  text: string;
  /** How the letter says the text, sentence by sentence, where that is not as it is typed. */
  reading?: string;
}

/** Sentences that cannot go into the letter as they are, those that it leaves out, and what can be done about each. */
export function StoryGate({ field, name = field, text, reading = text }: StoryGateProps) {
  const { setValue } = useFormField<string>(name);
  const dispatch = useAppDispatch();
  const { sentenceChoices } = useAppSelector(selectFormData);
  const settled = useSettled(reading);
  const places = useMemo(() => screenAccount(settled, ACCOUNTS[field]), [settled, field]);
  const rulings = useMemo(() => rulingsFrom(sentenceChoices), [sentenceChoices]);
  const pieces = useMemo(() => piecesIn(places, rulings.kept), [places, rulings]);
  const stopped = pieces.filter((piece) => isUndecided(piece, rulings.cut));

  const replace = ({ at: was, sentence }: Place, by: string) => {
    if (reading !== text) {
      const of = sentencesOf(settled).indexOf(sentence);
      const kept = sentencesOf(text).map((own, index) => (index === of ? by : own));
      return setValue(kept.filter(Boolean).join(' '));
    }
    // The card is about the text as it stood when it was read: words before it may have moved it since.
    const at = nearestIndexOf(text, sentence, was);
    if (at < 0) return;
    const end = at + sentence.length;
    const rest = by ? text.slice(end) : text.slice(end).replace(/^ /, '');
    setValue(text.slice(0, at) + by + rest);
    document.querySelector<HTMLElement>(`textarea[name="${name}"]`)?.focus();
  };
  const keep = ({ keys }: Piece, isKept: boolean) =>
    dispatch(formDataMerged({ sentenceChoices: choose(sentenceChoices, keys, isKept ? 'keep' : 'cut') }));

  return (
    <>
      {/* Present from the start: what appears in it is read out. */}
      <div role="status" className={styles['gate']}>
        {stopped.length > 0 && (
          <>
            <h2 className={styles['heading']}>{copy.heading}</h2>
            <p className={styles['lead']}>{copy.lead}</p>
            <ul className={styles['list']}>
              {stopped.map((piece) => (
                <li key={piece.id} className={styles['card']}>
                  <q dir="auto">{piece.main.sentence}</q>
                  {piece.reasons.map((why) => (
                    <p key={why}>{why}</p>
                  ))}
                  <Stopped
                    sentence={piece.main}
                    text={settled}
                    onReplace={(by) => replace(piece.main, by)}
                    onLeaveOut={() => keep(piece, false)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <NotInLetter pieces={pieces.filter((piece) => !stopped.includes(piece))} onKeep={keep} more={ifFact} />
      {name === 'claimDescription' && (
        <>
          <ThinStory story={settled} choices={sentenceChoices} />
          <StoryCore text={settled} />
        </>
      )}
    </>
  );
}

interface StoppedProps {
  sentence: Place;
  text: string;
  onReplace: (by: string) => void;
  onLeaveOut: () => void;
}

function Stopped({ sentence, text, onReplace, onLeaveOut }: StoppedProps) {
  const calm = calmSentence(sentence, text);
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
        <Button size="small" variant="quiet" onClick={onLeaveOut}>
          {copy.leaveOut}
        </Button>
      </ButtonRow>
      <p>{copy.ifFact}</p>
    </>
  );
}

/** The way that is left for a sentence that no tick keeps, before anything is paid. */
const ifFact = ({ canKeep }: Piece) => !canKeep && <p>{copy.ifFact}</p>;

interface ThinStoryProps {
  story: string;
  choices: readonly SentenceChoice[] | null | undefined;
  actions?: ReactNode;
}

/** What is left of the story says too little. Nothing is refused: a warning may be wrong. */
function ThinStory({ story, choices, actions }: ThinStoryProps) {
  const gaps = useMemo(
    () => (story.trim() === '' ? [] : storyGaps(printableText(story, rulingsFrom(choices)).text)),
    [story, choices],
  );
  return (
    <div role="status" className={styles['gate']}>
      {gaps.length > 0 && (
        <Notice tone="warning" title={copy.thin.heading} actions={actions}>
          {gaps.map((gap) => copy.thin[gap]).join(' ')}
        </Notice>
      )}
    </div>
  );
}

export interface LeftOutProps {
  /** Leads to where an answer is changed. */
  onChange: (field: ClaimField, row?: string) => void;
  /** There is something in it. */
  onFound?: () => void;
}

/** Before anything is chosen or paid: what stands in the answers and will not stand in the letter. */
export function LeftOut({ onChange, onFound }: LeftOutProps) {
  const dispatch = useAppDispatch();
  const data = useAppSelector(selectFormData);
  const pieces = useMemo(() => piecesOf(data), [data]);
  const unsafe = useMemo(() => unsafeShortTexts(data), [data]);
  const hasFound = pieces.some(({ isKept }) => !isKept) || unsafe.length > 0;
  useEffect(() => {
    if (hasFound) onFound?.();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- told once a change; a caller's new function is no change
  }, [hasFound]);
  const changeStory = (text: string, field: string = 'claimDescription', row?: string, of?: string) => (
    <ButtonRow>
      {/* A place names the answer it stands in. */}
      <Button size="small" variant="secondary" onClick={() => onChange(field as ClaimField, row)}>
        {text} {of && <VisuallyHidden>{of}</VisuallyHidden>}
      </Button>
    </ButtonRow>
  );
  const ofTexts = pieces.filter(({ main }) => !main.row);
  return (
    <>
      {unsafe.length > 0 && (
        <Notice tone="danger" title={copy.unsafeFields.heading}>
          <p>{copy.unsafeFields.text}</p>
          <ul>
            {unsafe.map((field) => (
              <li key={field}>
                <q dir="auto">{String(data[field] ?? '')}</q> {changeStory(copy.changeThis, field)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ThinStory
        story={data.claimDescription ?? ''}
        choices={data.sentenceChoices}
        actions={changeStory(copy.thin.change)}
      />
      <NotInLetter
        pieces={pieces}
        onKeep={({ keys }, isKept) =>
          dispatch(formDataMerged({ sentenceChoices: choose(data.sentenceChoices, keys, isKept ? 'keep' : 'cut') }))
        }
        more={(piece) => (
          <>
            {ifFact(piece)}
            {piece.main.row && changeStory(copy.changeThis, piece.main.field, piece.main.row, piece.main.sentence)}
          </>
        )}
        actions={ofTexts.length > 0 && changeStory(copy.change, ofTexts[0]?.main.field)}
      />
    </>
  );
}
