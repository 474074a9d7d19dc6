import { ended } from '@redress/api-client/send';
import { common } from '@redress/copy/common';
import { letterGate as copy } from '@redress/copy/letter-gate';
import { formatDollars } from '@redress/domain';
import { Button, Dialog, Notice } from '@redress/ui';
import { useState } from 'react';
import { useRefundLetterMutation } from './result.api.ts';
import type { LetterHandle } from './use-letter.ts';

/** The terms' promise: before posting the price can be had back. One act, asked about once more. */
export function LetterRefund({ letter }: { letter: LetterHandle }) {
  const [refundLetter] = useRefundLetterMutation();
  const [isConfirming, setConfirming] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null);
  const { refund: state, refund_amount: amount, papers_kept: kept } = letter.demand;
  const refund = async () => {
    setConfirming(false);
    const result = await ended(refundLetter({ form_session_id: letter.demand.form_session_id, refund_amount: amount }));
    setOutcome('data' in result ? { ok: true, text: copy.refunded } : { ok: false, text: result.error.message });
  };
  const hint = copy.refundHint(amount ? formatDollars(amount) : '', kept ? formatDollars(kept) : undefined);
  if (outcome?.ok || state) {
    return (
      <Notice tone="success" live>
        {state === 'done' ? copy.refundDone : copy.refunded}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        title={copy.refundHeading}
        actions={
          <Button size="small" variant="secondary" onClick={() => setConfirming(true)}>
            {copy.refund}
          </Button>
        }
      >
        {hint}
      </Notice>
      {outcome && (
        <Notice tone="danger" live>
          {outcome.text}
        </Notice>
      )}
      <Dialog
        open={isConfirming}
        title={copy.refundHeading}
        onClose={() => setConfirming(false)}
        footer={
          <>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              {common.actions.cancel}
            </Button>
            <Button onClick={() => void refund()}>{copy.refund}</Button>
          </>
        }
      >
        <p>{hint}</p>
      </Dialog>
    </>
  );
}
