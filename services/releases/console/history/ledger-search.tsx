import { Button, Disclosure, LinkButton } from '@redress/ui';
import { useState, type FormEvent } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { areTimesWhole, TextField, TimeField } from '../fields.tsx';
import { isSearch, LEDGER, writeQuestion, type Question } from './question.ts';

const FIELDS = [
  ['who', 'Who (token, handle or name)'],
  ['what', 'What (rollback, promote, person …)'],
  ['remote', 'Remote, channel, token or person'],
  ['text', 'Words'],
] as const;

/** What the ledger is searched by. The search goes into the address. */
export function LedgerSearch({ question }: { question: Question }) {
  const { linkTo, times } = useConsole();
  const [typed, setTyped] = useState({
    ...question,
    from: times.fieldOf(question.from),
    until: times.fieldOf(question.until),
  });
  const type = (name: keyof Question) => (value: string) => setTyped({ ...typed, [name]: value });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!areTimesWhole(event.currentTarget)) return;
    const [from, until] = [times.isoOf(typed.from), times.isoOf(typed.until)];
    location.hash = linkTo('history', writeQuestion({ ...typed, from, until, before: '' }));
  };
  return (
    <Disclosure summary="Search" open={isSearch(question) || undefined}>
      <form role="search" className={styles['search']} onSubmit={submit}>
        {FIELDS.map(([name, label]) => (
          <TextField key={name} label={label} value={typed[name]} onChange={type(name)} />
        ))}
        <TimeField label="From" value={typed.from} onChange={type('from')} />
        <TimeField label="Until" value={typed.until} onChange={type('until')} />
        <div className={styles['buttons']}>
          <Button type="submit">Search</Button>
          {isSearch(question) && (
            <LinkButton variant="secondary" href={linkTo('history', LEDGER)}>
              Show everything
            </LinkButton>
          )}
        </div>
      </form>
    </Disclosure>
  );
}
