import type { CaseFile, MoneyRow } from '@redress/contracts';
import { dateAndTime, longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { CLOSE_REASONS, formatDollars } from '@redress/domain';
import { Form, SelectField } from '@redress/forms';
import { Badge, Button, Card, Disclosure, Facts, Notice } from '@redress/ui';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './case.module.css';
import { ReportForm } from './report-form.tsx';
import { useReport } from './use-report.ts';

/** Sums (asked, received by the claimant's word, open) and every report, corrected ones included. */
export function Ledger({ file }: { file: CaseFile }) {
  const { sums, ledger } = file;
  const texts = letters.case.sums;
  return (
    <Card title={texts.title}>
      <Facts
        items={[
          { name: texts.claimed, value: formatDollars(sums.claimed) },
          { name: texts.received, value: formatDollars(sums.received) },
          { name: texts.balance, value: <strong>{formatDollars(sums.balance)}</strong> },
          ...(sums.over > 0 ? [{ name: texts.over, value: formatDollars(sums.over) }] : []),
        ]}
      />
      <p className={shared['soft']}>{texts.yours}</p>
      {ledger.length > 0 && (
        <ul className={styles['rows']} aria-label={texts.reports}>
          {ledger.map((row) => (
            <LedgerRow key={row.id} file={file} row={row} />
          ))}
        </ul>
      )}
      {file.can_report && <ClosingForm file={file} />}
    </Card>
  );
}

function LedgerRow({ file, row }: { file: CaseFile; row: MoneyRow }) {
  const [isOpen, setOpen] = useState(false);
  const { say, isLoading } = useReport(file);
  const [refusal, setRefusal] = useState('');
  const { report, sums } = letters.case;
  const words =
    row.kind === 'none' ? sums.nothing : sums.came(formatDollars(row.amount), row.day ? longDay(row.day) : '');
  const counts = row.standing === 'counts';
  const withdraw = async () => {
    const refused = await say({ kind: 'withdraw', replaces: row.id });
    setRefusal(refused ? refused.message || letters.case.notKept : '');
  };
  return (
    <li className={styles['row']}>
      <p>
        {counts ? words : <s>{words}</s>}{' '}
        {row.standing !== 'counts' && <Badge tone="neutral">{sums.standing[row.standing]}</Badge>}
      </p>
      <p className={shared['soft']}>{sums.reportedOn(dateAndTime(row.reported_at))}</p>
      {counts && !isOpen && (
        <div className={shared['actions']}>
          <Button
            size="small"
            variant="secondary"
            aria-label={report.named(report.correct, words)}
            onClick={() => setOpen(true)}
          >
            {report.correct}
          </Button>
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
      )}
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      {counts && isOpen && <ReportForm file={file} replaced={row} onDone={() => setOpen(false)} />}
    </li>
  );
}

/** Closing with a reason, and opening again. What the ledger closed, the ledger opens. */
function ClosingForm({ file }: { file: CaseFile }) {
  const { closing, notKept } = letters.case;
  const { say } = useReport(file);
  if (file.closed === 'paid') return <p className={shared['soft']}>{closing.byLedger}</p>;
  const send = async (values: { reason: string }) => {
    const reason = CLOSE_REASONS.find((known) => known === values.reason);
    if (!file.closed && !reason) return { fields: { reason: closing.choose } };
    const refusal = await say(file.closed || !reason ? { kind: 'open' } : { kind: 'close', reason });
    return refusal ? { message: refusal.message || notKept } : undefined;
  };
  return (
    <Disclosure summary={file.closed ? closing.open : closing.close} key={file.revision}>
      <Form label={closing.close} initialValues={{ reason: '' }} onSubmit={send}>
        {({ isSubmitting }) => (
          <>
            {!file.closed && (
              <SelectField
                name="reason"
                label={closing.reason}
                placeholder={closing.choose}
                options={CLOSE_REASONS.map((value) => ({ value, label: closing.reasons[value] }))}
              />
            )}
            <Button type="submit" variant="secondary" busy={isSubmitting}>
              {file.closed ? closing.open : closing.close}
            </Button>
          </>
        )}
      </Form>
    </Disclosure>
  );
}
