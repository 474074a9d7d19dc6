import type { AnswerRow, CaseFile } from '@redress/contracts';
import { dateAndTime, longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { formatDollars } from '@redress/domain';
import { Badge, Card, Disclosure } from '@redress/ui';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import { AnswerForm } from './answer-form.tsx';
import styles from './case.module.css';
import { Withdraw } from './ledger.tsx';

const texts = letters.case.answers;
type What = keyof typeof texts.of;
const isKnown = (kind: string): kind is What => Object.hasOwn(texts.of, kind);

/** What the other side answered, and the plan that came of it. */
export function Answers({ file }: { file: CaseFile }) {
  const canReport = file.can_report && file.closed === null;
  const [kept, setKept] = useState(0);
  if (!canReport && file.answers.length === 0) return null;
  return (
    <Card title={texts.title}>
      {file.answers.length > 0 && (
        <ul className={styles['rows']}>
          {file.answers.map((row) => (
            <Answer key={row.id} file={file} row={row} />
          ))}
        </ul>
      )}
      {file.plan && <Plan plan={file.plan} balance={file.sums.balance} />}
      {canReport && (
        <Disclosure summary={texts.add} key={kept}>
          <AnswerForm file={file} onKept={() => setKept((count) => count + 1)} />
        </Disclosure>
      )}
    </Card>
  );
}

function Answer({ file, row }: { file: CaseFile; row: AnswerRow }) {
  const { terms } = row;
  const words = terms
    ? texts.offered(formatDollars(terms.each), texts.form.periods[terms.every], longDay(terms.from))
    : isKnown(row.kind)
      ? texts.of[row.kind]
      : texts.other;
  const isSignedOffer = terms !== null && file.plan?.signed_on != null;
  return (
    <li className={styles['row']}>
      <p>
        {row.standing === 'counts' ? words : <s>{words}</s>}{' '}
        {row.standing === 'withdrawn' && <Badge tone="neutral">{letters.case.sums.standing.withdrawn}</Badge>}
      </p>
      {row.words && <p dir="auto">{row.words}</p>}
      <p className={shared['soft']}>{letters.case.sums.reportedOn(dateAndTime(row.reported_at))}</p>
      {row.standing === 'counts' && !isSignedOffer && <Withdraw file={file} id={row.id} words={words} />}
    </li>
  );
}

function Plan({ plan, balance }: { plan: NonNullable<CaseFile['plan']>; balance: number }) {
  const offered = plan.sum === balance ? texts.toSign : texts.outdated;
  return (
    <>
      <p>{plan.signed_on ? texts.signedOn(longDay(plan.signed_on)) : offered}</p>
      <ol className={styles['papers']}>
        {plan.payments.map(({ day, amount, open }) => (
          <li key={day}>
            {texts.payment(longDay(day), formatDollars(amount))}{' '}
            {open === 0 && <Badge tone="success">{texts.came}</Badge>}
            {open > 0 && open < amount && <Badge tone="neutral">{texts.open(formatDollars(open))}</Badge>}
          </li>
        ))}
      </ol>
    </>
  );
}
