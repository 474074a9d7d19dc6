import { checkout } from '@redress/copy/checkout';
import { dayAtPlace, incidentPlace } from '@redress/domain';
import { payByIn } from '@redress/domain/letter';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { LetterSheet, PrintedLetter } from '@redress/ui/letter';
import { useEffect, useMemo } from 'react';
import { letterSoFar } from '../../shared/letter-so-far.ts';
import styles from './payment-letter.module.css';

interface PaymentLetterProps {
  /** Instant at which a letter paid now is printed, once known: the server dates the letter by it. */
  goesOutAt: number | undefined;
  onPayBy: (day: string) => void;
}

/** The first page of the letter as a small picture: it was read before, and is what is paid for. */
export function PaymentLetter({ goesOutAt, onPayBy }: PaymentLetterProps) {
  const data = useAppSelector(selectFormData);
  const parts = useMemo(() => letterSoFar(data, goesOutAt ?? Date.now()), [data, goesOutAt]);
  useEffect(() => {
    const letterDay = dayAtPlace(goesOutAt ?? Date.now(), incidentPlace(data));
    const payBy = payByIn(parts, { letterDay, payBy: letterDay });
    if (payBy) onPayBy(payBy);
  }, [parts, data, goesOutAt, onPayBy]);
  return (
    <div role="img" aria-label={checkout.payment.picture} className={styles['frame']}>
      <div className={styles['page']} aria-hidden="true" inert>
        <LetterSheet isBeside>
          <PrintedLetter parts={parts} signature={data.signature || undefined} />
        </LetterSheet>
      </div>
    </div>
  );
}
