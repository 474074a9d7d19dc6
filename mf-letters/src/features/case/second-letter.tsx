import type { ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import type { AnswerOf, CaseFile, openSecondLetter } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { formatDollars } from '@redress/domain';
import { navigateTo } from '@redress/mf-runtime';
import { claimOpened, getStore } from '@redress/session-store';
import { Button, Card, Notice } from '@redress/ui';
import { LetterSheet } from '@redress/ui/letter';
import { useEffect, useRef, useState } from 'react';
import shared from '../../shared/screen.module.css';
import { caseEndpoints } from './case.api.ts';
import styles from './case.module.css';

/** The letter after the first: read before it is paid for, then paid, approved, stopped and mailed like any other. */
export function SecondLetter({ file: { form_session_id, second_letter: second } }: { file: CaseFile }) {
  const texts = letters.case.second;
  if (!second) return null;
  return (
    <Card title={texts.title}>
      {second.standing === 'offered' ? (
        <Offer caseId={form_session_id} price={formatDollars(second.price)} />
      ) : (
        <>
          <p>{(texts.standings as Readonly<Record<string, string>>)[second.standing] ?? texts.underway}</p>
          <Button
            size="small"
            variant="secondary"
            onClick={() => navigateTo(`/result?claim=${second.form_session_id}`)}
          >
            {texts.open}
          </Button>
        </>
      )}
    </Card>
  );
}

function Offer({ caseId, price }: { caseId: string; price: string }) {
  const texts = letters.case.second;
  const [opened, setOpened] = useState<AnswerOf<typeof openSecondLetter> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const letter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) letter.current?.focus();
  }, [opened]);

  const read = async () => {
    const result = await send(caseEndpoints.openSecondLetter, { form_session_id: caseId });
    if ('error' in result) return setRefusal(result.error);
    setOpened(result.data);
  };
  const pay = async (id: string) => {
    const result = await send(caseEndpoints.secondLetterClaim, { form_session_id: id });
    if ('error' in result) return setRefusal(result.error);
    if (!result.data.session) return;
    getStore().dispatch(claimOpened({ session: result.data.session, resume: true }));
    navigateTo('/');
  };
  const press = async () => {
    setBusy(true);
    setRefusal(null);
    await (opened ? pay(opened.form_session_id) : read());
    setBusy(false);
  };
  return (
    <>
      <p>{texts.what}</p>
      <p className={shared['soft']}>{texts.when(price)}</p>
      {opened && (
        <div ref={letter} tabIndex={-1}>
          <LetterSheet label={texts.preview}>{opened.demand_letter}</LetterSheet>
        </div>
      )}
      {refusal && (
        <Notice tone="danger" live>
          {refusal.message || letters.case.notKept}
        </Notice>
      )}
      <div className={styles['press']}>
        <Button busy={isBusy} onClick={() => void press()}>
          {opened ? texts.pay(price) : texts.read}
        </Button>
      </div>
    </>
  );
}
