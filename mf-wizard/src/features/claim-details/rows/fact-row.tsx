import { rows as copy } from '@redress/copy/rows';
import { FACT_ACTORS, FACT_PROOFS, ROW_TEXT_MAX_CHARACTERS, type ClaimFact } from '@redress/domain';
import { readFact, readingsOf, speakersOf, type StarterFact } from '@redress/domain/facts';
import { SelectField, TextArea, TextField, useFormField } from '@redress/forms';
import { appendSpoken, DictationButton } from '@redress/forms/dictation';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { factDetail, hasNoDay } from '../../../shared/row-lines.ts';
import { LateStoryGate } from '../../../shared/story-gate/late-story-gate.tsx';
import { DayFields } from './day-fields.tsx';
import { RowCard } from './row-card.tsx';
import styles from './rows.module.css';
import type { RowList } from './use-rows.ts';

interface FactRowProps {
  list: RowList<ClaimFact>;
  fact: ClaimFact;
  at: number;
  /** The question that it answers. */
  starter: StarterFact | undefined;
  /** What it does not agree with. */
  problems: readonly string[];
}

/** One thing that happened: a line in the letter's words, or its fields. */
export function FactRow({ list, fact, at, starter, problems }: FactRowProps) {
  const speakers = speakersOf(useAppSelector(selectFormData));
  const detail = factDetail(fact);
  const line = readFact(fact, 'letter', speakers) || starter?.question || copy.facts.unnamed;
  return (
    <RowCard
      list={list}
      row={fact}
      at={at}
      title={line}
      openTitle={starter?.question ?? line}
      canMove={hasNoDay(fact) && list.rows.length > 1}
      problems={problems}
      detail={detail && <p className={styles['soft']}>{detail}</p>}
    >
      {starter && <p className={styles['soft']}>{starter.hint}</p>}
      <FactFields fact={fact} at={at} />
    </RowCard>
  );
}

function FactFields({ fact, at }: { fact: ClaimFact; at: number }) {
  const data = useAppSelector(selectFormData);
  const name = (field: keyof ClaimFact) => `facts.${at}.${field}`;
  const what = useFormField<string | null | undefined>(name('what'));
  return (
    <>
      {fact.happened !== false && <DayFields dayIs={name('dayIs')} day={name('day')} />}
      <SelectField
        name={name('who')}
        label={copy.facts.who}
        placeholder={copy.facts.chooseWho}
        width="half"
        options={FACT_ACTORS.map((value) => ({
          value,
          label: value === 'me' && data.userType === '2' ? copy.facts.whoOfBusiness : copy.facts.whoOf[value],
        }))}
      />
      {fact.who === 'other' && (
        <TextField name={name('whoName')} label={copy.facts.whoName} autoComplete="off" maxLength={200} />
      )}
      <div className={styles['part']}>
        <TextArea name={name('what')} label={copy.facts.what} rows={3} maxLength={ROW_TEXT_MAX_CHARACTERS} />
        <Readings fact={fact} />
        <LateStoryGate
          field="claimDescription"
          name={name('what')}
          text={fact.what ?? ''}
          reading={readFact(fact, 'letter', speakersOf(data))}
        />
        <DictationButton
          screen="description"
          onText={(spoken) => what.setValue(appendSpoken(what.value ?? '', spoken))}
        />
      </div>
      <SelectField
        name={name('proof')}
        label={copy.facts.proof}
        placeholder={copy.facts.proofOf.none}
        width="half"
        options={FACT_PROOFS.slice(1).map((value) => ({ value, label: copy.facts.proofOf[value] }))}
      />
      {fact.proof === 'other' && (
        <TextField name={name('proofName')} label={copy.facts.proofName} autoComplete="off" maxLength={200} />
      )}
    </>
  );
}

/** What each reader will read, and the words that may mean somebody else to one of them. */
function Readings({ fact }: { fact: ClaimFact }) {
  const { letter, court, unsure } = readingsOf(fact, speakersOf(useAppSelector(selectFormData)));
  const words = [...new Set(unsure.map(({ word }) => word).filter(Boolean))];
  return (
    <>
      {letter && (
        <dl className={styles['readings']}>
          <dt>{copy.readings.letter}</dt>
          <dd dir="auto">{letter}</dd>
          <dt>{copy.readings.court}</dt>
          <dd dir="auto">{court}</dd>
        </dl>
      )}
      {/* Present from the start: what appears in it is read out. */}
      <p role="status">{unsure.length > 0 && copy.readings.unsure(words)}</p>
    </>
  );
}
