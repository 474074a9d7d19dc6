import type { LedgerVerdict } from '@redress/contracts/release-api';
import { Button, Notice } from '@redress/ui';
import { useState } from 'react';
import { isReleaseRefusal } from '../../src/refusal.ts';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { TextInput } from '../people/fields.tsx';
import { ledgerTexts } from './ledger-texts.ts';

/** Reads the whole chain, and looks for the heads that are signed or noted elsewhere. */
export function VerifyLedger() {
  const { api } = useConsole();
  const [head, setHead] = useState('');
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null);
  const [failed, setFailed] = useState('');
  const verify = () => {
    const noted = head.trim();
    setVerdict(null);
    setFailed('');
    return api('verifyLedger', noted === '' ? {} : { head: noted }).then(setVerdict, (error: unknown) =>
      setFailed(isReleaseRefusal(error) ? `${error.message} ${error.remedy}` : String(error)),
    );
  };
  return (
    <section className={styles['section']}>
      <h2>{ledgerTexts.verifyHeading}</h2>
      <p className={styles['soft']}>{ledgerTexts.verifyLead}</p>
      <TextInput label={ledgerTexts.head} value={head} onChange={setHead} autoComplete="off" />
      <div className={styles['buttons']}>
        <Button variant="secondary" onClick={verify}>
          {ledgerTexts.verify}
        </Button>
      </div>
      {failed !== '' && (
        <Notice tone="danger" live>
          {failed}
        </Notice>
      )}
      {verdict && (
        <Notice tone={verdict.ok ? 'success' : 'danger'} live>
          {verdict.ok
            ? ledgerTexts.whole(verdict.entries)
            : ledgerTexts.fault(verdict.fault?.seq ?? 0, verdict.fault?.what ?? '')}{' '}
          {verdict.ok && (
            <span className={styles['state']}>
              {ledgerTexts.headIs} <code>{verdict.head}</code>
            </span>
          )}
        </Notice>
      )}
    </section>
  );
}
