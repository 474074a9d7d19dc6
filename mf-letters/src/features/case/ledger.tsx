import type { CaseFile, MoneyRow } from '@redress/contracts';
import { dateAndTime, longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { CLOSE_REASONS, formatDollars, STOPS_LETTERS } from '@redress/domain';
import { Form, SelectField } from '@redress/forms';
import { Badge, Button, Card, Disclosure, Facts, Notice } from '@redress/ui';
import { useState, type PropsWithChildren } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';
import { foldOlder } from './fold-older.ts';
import { ReportForm } from './report-form.tsx';
import { useReport } from './use-report.ts';

/** Sums (asked, received by the claimant's word, open) and every report, corrected ones included. */
export function Ledger({ file }: { file: CaseFile }) {
  const { sums, court } = file;
  // The service counts what a judgment orders, and what came since.
  const isJudged = court?.judgment_day && court.awarded;
  const { older, newest } = foldOlder(file.ledger);
  const texts = letters.case.sums;
  return (
    <Card title={texts.title}>
      <Facts
        items={[
          { name: isJudged ? texts.judged : texts.claimed, value: formatDollars(sums.claimed) },
          { name: isJudged ? texts.since : texts.received, value: formatDollars(sums.received) },
          { name: texts.balance, value: <strong>{formatDollars(sums.balance)}</strong> },
          ...(sums.over > 0 ? [{ name: texts.over, value: formatDollars(sums.over) }] : []),
        ]}
      />
      <p className={shared['soft']}>{texts.yours}</p>
      {older.length > 0 && (
        <Disclosure summary={texts.earlier(older.length)}>
          <Rows file={file} rows={older} label={texts.earlier(older.length)} />
        </Disclosure>
      )}
      {newest.length > 0 && <Rows file={file} rows={newest} label={texts.reports} />}
      {file.close_reasons.length > 0 && <ClosingForm file={file} />}
    </Card>
  );
}

const Rows = ({ file, rows, label }: { file: CaseFile; rows: readonly MoneyRow[]; label: string }) => (
  <ul className={styles['rows']} aria-label={label}>
    {rows.map((row) => (
      <LedgerRow key={row.id} file={file} row={row} />
    ))}
  </ul>
);

function LedgerRow({ file, row }: { file: CaseFile; row: MoneyRow }) {
  const [isOpen, setOpen] = useState(false);
  const { report, sums } = letters.case;
  const words =
    row.kind === 'none' ? sums.nothing : sums.came(formatDollars(row.amount), row.day ? longDay(row.day) : '');
  const counts = row.standing === 'counts';
  return (
    <li className={styles['row']}>
      <p>
        {counts ? words : <s>{words}</s>}{' '}
        {row.standing !== 'counts' && <Badge tone="neutral">{sums.standing[row.standing]}</Badge>}
      </p>
      <p className={shared['soft']}>{sums.reportedOn(dateAndTime(row.reported_at))}</p>
      {counts && !isOpen && (
        <Withdraw file={file} id={row.id} words={words}>
          <Button
            size="small"
            variant="secondary"
            aria-label={report.named(report.correct, words)}
            onClick={() => setOpen(true)}
          >
            {report.correct}
          </Button>
        </Withdraw>
      )}
      {counts && isOpen && <ReportForm file={file} replaced={row} onDone={() => setOpen(false)} />}
    </li>
  );
}

interface WithdrawProps {
  file: CaseFile;
  id: string;
  /** The report, for those who hear the button alone. */
  words: string;
}

/** Takes a report back, beside what else can be done about it. */
export function Withdraw({ file, id, words, children }: PropsWithChildren<WithdrawProps>) {
  const { say, isLoading } = useReport(file);
  const [refusal, setRefusal] = useState('');
  const { report } = letters.case;
  const withdraw = async () => {
    const refused = await say({ kind: 'withdraw', replaces: id });
    setRefusal(refused ? refused.message || letters.case.notKept : '');
  };
  return (
    <>
      <div className={shared['actions']}>
        {children}
        <Button
          size="small"
          variant="quiet"
          busy={isLoading}
          aria-label={report.named(report.withdraw, words)}
          onClick={() => void withdraw()}
        >
          {report.withdraw}
        </Button>
      </div>
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
    </>
  );
}

/** What such a report does to letters that are not mailed, said before the act. */
export function WouldStop({ file: { would_stop, can_report } }: { file: CaseFile }) {
  const { stops, mailed } = letters.case.closing;
  if (would_stop.length === 0 && !can_report) return null;
  return (
    <Notice tone="warning">
      {would_stop.map(({ order_number, refund }) => (
        <p key={order_number}>{stops(order_number, formatDollars(refund))}</p>
      ))}
      {can_report && <p>{mailed}</p>}
    </Notice>
  );
}

/** Closing with a reason, and opening again. What the ledger closed, the ledger opens. */
function ClosingForm({ file }: { file: CaseFile }) {
  const { closing, notKept } = letters.case;
  const { say, kept } = useReport(file);
  if (file.closed === 'paid') return <p className={shared['soft']}>{closing.byLedger}</p>;
  const send = async (values: { reason: string }) => {
    const reason = CLOSE_REASONS.find((known) => known === values.reason);
    if (!file.closed && !reason) return { fields: { reason: closing.choose } };
    const refusal = await say(file.closed || !reason ? { kind: 'open' } : { kind: 'close', reason });
    return refusal ? { message: refusal.message || notKept } : undefined;
  };
  return (
    <Disclosure summary={file.closed ? closing.open : closing.close} key={kept}>
      <Form label={closing.close} initialValues={{ reason: '' }} onSubmit={send}>
        {({ isSubmitting, values }) => (
          <>
            {!file.closed && (
              <SelectField
                name="reason"
                label={closing.reason}
                placeholder={closing.choose}
                options={file.close_reasons.map((value) => ({ value, label: closing.reasons[value] }))}
              />
            )}
            {STOPS_LETTERS.some((reason) => reason === values.reason) && <WouldStop file={file} />}
            <Button type="submit" variant="secondary" busy={isSubmitting}>
              {file.closed ? closing.open : closing.close}
            </Button>
          </>
        )}
      </Form>
    </Disclosure>
  );
}
