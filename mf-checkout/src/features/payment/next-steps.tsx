import type { SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { clockAndZone, weekday } from '@redress/copy/format';
import { addBusinessDays, dayAtPlace, formatDay, incidentPlace } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useEffect, useState } from 'react';
import { useQuote } from '../../shared/order-summary.tsx';
import styles from './payment.module.css';

const MINUTE_MS = 60_000;

/** `isDated`: the day to pay by is to come, and its line has its room before. */
type NextStepsProps = Pick<SlotProps['wizard.payment'], 'payBy' | 'onGoesOut'> & { isDated: boolean };

/** Dates that follow a payment made now: end of the change window, next business day, pay-by day of the letter. */
export function NextSteps({ payBy, isDated, onGoesOut }: NextStepsProps) {
  const minutes = useQuote().data?.quote.mailed_after_minutes;
  const place = incidentPlace(useAppSelector(selectFormData));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const printedAt = now + (minutes ?? 0) * MINUTE_MS;
  useEffect(() => {
    if (minutes !== undefined) onGoesOut?.(printedAt);
  }, [minutes, printedAt, onGoesOut]);
  const { steps } = checkout.payment;
  const isToday = new Date(printedAt).toDateString() === new Date(now).toDateString();
  return (
    // Unseen, it keeps its room until it is known: what stands below is pressed.
    <ol className={styles['steps']} aria-label={steps.label} aria-hidden={minutes === undefined || undefined}>
      <li>{steps.printed(clockAndZone(printedAt), isToday)}</li>
      <li>{steps.onItsWay(weekday(addBusinessDays(dayAtPlace(printedAt, place), 1)))}</li>
      {(payBy ?? isDated) && <li aria-hidden={!payBy || undefined}>{steps.answerBy(payBy ? formatDay(payBy) : '')}</li>}
    </ol>
  );
}
