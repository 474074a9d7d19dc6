import { rows as copy } from '@redress/copy/rows';
import { DateField, TextField, useFormField } from '@redress/forms';
import { amountCents, daysBetween, formatCents, parseCalendarDay, type AgreedInterest } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Disclosure } from '@redress/ui';
import { useState } from 'react';
import { localToday } from '../../../shared/local-today.ts';
import styles from './rows.module.css';

/** A rate that a contract names, with its clause; interest by law is asked about elsewhere. */
export function AgreedInterestFields() {
  const { value } = useFormField<AgreedInterest | '' | null | undefined>('agreedInterest');
  const [isOpen, setOpen] = useState(Boolean(value && value.percent));
  return (
    <Disclosure summary={copy.interest.heading} open={isOpen} onToggle={setOpen}>
      {isOpen && (
        <div className={styles['part']}>
          <p className={styles['soft']}>{copy.interest.hint}</p>
          <TextField
            name="agreedInterest.percent"
            label={copy.interest.percent}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            width="short"
            accept={(typed) => typed.replace(',', '.').replace(/[^0-9.]/g, '')}
          />
          <TextField
            name="agreedInterest.clause"
            label={copy.interest.clause}
            hint={copy.interest.clauseHint}
            autoComplete="off"
            maxLength={300}
          />
          <DateField name="agreedInterest.from" label={copy.interest.from} />
          <p role="status">{value && <InterestSoFar {...value} />}</p>
        </div>
      )}
    </Disclosure>
  );
}

function InterestSoFar({ percent, from }: AgreedInterest) {
  const askedCents = amountCents(useAppSelector(selectFormData).amount) ?? 0;
  const rate = Number(percent) / 100;
  const start = parseCalendarDay(from);
  const days = start ? daysBetween(start, localToday()) : 0;
  if (!(rate > 0 && rate <= 1) || days <= 0) return null;
  const yearlyCents = askedCents * rate;
  // As the letter says it: the day's amount is a part of a cent more or less, the sum is not.
  const daily = `$${(yearlyCents / 365 / 100).toFixed(4)}`;
  return copy.interest.soFar(daily, days, formatCents(Math.round((yearlyCents * days) / 365)));
}
