import { Button, Disclosure, LinkButton } from '@redress/ui';
import { useState, type FormEvent } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { TextInput } from '../people/fields.tsx';
import { TimeField } from '../time-field.tsx';
import { areTimesWhole } from '../whole-times.ts';
import { ledgerTexts } from './ledger-texts.ts';
import { writeQuestion, type Question } from './question.ts';

/** What the ledger is searched by. The search goes into the address. */
export function LedgerSearch({ question }: { question: Question }) {
  const { linkTo, times } = useConsole();
  const [typed, setTyped] = useState(question);
  const [period, setPeriod] = useState({ from: times.fieldOf(question.from), until: times.fieldOf(question.until) });
  const field = (name: 'who' | 'what' | 'remote' | 'text') => (
    <TextInput
      label={ledgerTexts[name]}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      autoComplete="off"
    />
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!areTimesWhole(event.currentTarget)) return;
    const { from, until } = period;
    location.hash = linkTo(
      'ledger',
      writeQuestion({ ...typed, from: times.isoOf(from), until: times.isoOf(until), before: '' }),
    );
  };
  const isSearch = writeQuestion({ ...question, before: '' }) !== '';
  return (
    <Disclosure summary={ledgerTexts.search} open={isSearch || undefined}>
      <form role="search" className={styles['search']} onSubmit={submit}>
        {field('who')}
        {field('what')}
        {field('remote')}
        {field('text')}
        <TimeField label={ledgerTexts.from} value={period.from} onChange={(from) => setPeriod({ ...period, from })} />
        <TimeField
          label={ledgerTexts.until}
          value={period.until}
          onChange={(until) => setPeriod({ ...period, until })}
        />
        <div className={styles['buttons']}>
          <Button type="submit">{ledgerTexts.search}</Button>
          {isSearch && (
            <LinkButton variant="secondary" href={linkTo('ledger')}>
              {ledgerTexts.clear}
            </LinkButton>
          )}
        </div>
      </form>
    </Disclosure>
  );
}
