import type { ApiError } from '@redress/api-client';
import type { BodyOf, LetterWait, answerWait } from '@redress/contracts';
import { RECIPIENT_ROLES } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { letters } from '@redress/copy/letters';
import { wizardClaim } from '@redress/copy/wizard-claim';
import { Button, ButtonRow, Notice } from '@redress/ui';
import { useId, useState } from 'react';
import { LetterDiff } from './letter-diff.tsx';
import { useAnswerWaitMutation } from './result.api.ts';
import styles from './result.module.css';
import type { LetterHandle } from './use-letter.ts';

type Given = Pick<BodyOf<typeof answerWait>, 'debt_owner' | 'recipient' | 'law'>;
interface Question {
  key: string;
  title: string;
  hint?: string;
  options: readonly { label: string; given: Given }[];
}

function questionOf(wait: LetterWait): Question {
  const texts = wizardClaim.whoseDebt;
  if (wait.for === 'debt') {
    return {
      key: 'debt',
      title: texts.heading,
      options: (['own', 'bought', 'placed'] as const).map((owner) => ({
        label: texts[owner],
        given: { debt_owner: owner },
      })),
    };
  }
  const at = wait.recipient ?? 0;
  return {
    key: `copy-${at}`,
    title: letters.waits.copy(wait.name ?? ''),
    hint: letters.waits.copyHint,
    options: RECIPIENT_ROLES.map((role) => ({
      label: checkout.recipients.roles[role],
      given: { recipient: { at, role, confirmed: true } },
    })),
  };
}

/** Answers that a paid letter is not mailed without, asked beside the letter. */
export function LetterWaits({ letter, waits }: { letter: LetterHandle; waits: readonly LetterWait[] }) {
  const stopped = waits.find((wait) => wait.stopped);
  const law = waits.find((wait) => wait.for === 'law');
  const address = waits.find((wait) => wait.for === 'address');
  const asked = waits.filter((wait) => !wait.stopped && wait !== law && wait !== address).map(questionOf);
  const questions = new Map(asked.map((question) => [question.key, question]));
  return (
    <Notice tone="warning" title={letters.waits.heading}>
      {stopped && <p>{wizardClaim.whoseDebt.stopText}</p>}
      {address && <p>{letters.waits.address(address.sentence)}</p>}
      {[...questions.values()].map((question) => (
        <Asked key={question.key} question={question} letter={letter} />
      ))}
      {law && <ChangedLaw before={law.before ?? ''} after={law.after ?? ''} letter={letter} />}
    </Notice>
  );
}

function useAnswer(letter: LetterHandle) {
  const [answerIt, { isLoading, error }] = useAnswerWaitMutation();
  const failure = (error as ApiError | undefined)?.message; // the only error type of the API's base query
  const answer = async (given: Given) => {
    const { data } = await answerIt({ form_session_id: letter.demand.form_session_id, ...given });
    if (data) letter.renew(data.demand);
  };
  return { answer, isLoading, failure };
}

/** The law the letter names was put right after it was composed: old and new, taken with one press. */
function ChangedLaw({ before, after, letter }: { before: string; after: string; letter: LetterHandle }) {
  const { answer, isLoading, failure } = useAnswer(letter);
  return (
    <div className={styles['asked']}>
      <p>{letters.waits.law}</p>
      <LetterDiff before={before} after={after} onlyChanges />
      {failure && <p role="alert">{failure}</p>}
      <ButtonRow>
        <Button size="small" busy={isLoading} onClick={() => void answer({ law: after })}>
          {letters.waits.takeLaw}
        </Button>
      </ButtonRow>
    </div>
  );
}

function Asked({ question, letter }: { question: Question; letter: LetterHandle }) {
  const { answer, isLoading, failure } = useAnswer(letter);
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const given = question.options[chosen ?? -1]?.given;
  return (
    <fieldset className={styles['asked']} aria-describedby={question.hint ? `${id}-hint` : undefined}>
      <legend>{question.title}</legend>
      {question.hint && <p id={`${id}-hint`}>{question.hint}</p>}
      {question.options.map(({ label }, index) => (
        <label key={label}>
          <input type="radio" name={id} checked={chosen === index} onChange={() => setChosen(index)} />
          {label}
        </label>
      ))}
      {failure && <p role="alert">{failure}</p>}
      <ButtonRow>
        <Button size="small" busy={isLoading} onClick={() => void (given && answer(given))}>
          {letters.waits.save}
        </Button>
      </ButtonRow>
    </fieldset>
  );
}
