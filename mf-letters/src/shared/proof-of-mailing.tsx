import { call, saveFile } from '@redress/api-client';
import { proofOfMailing } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Button, showToast } from '@redress/ui';
import { useState } from 'react';

/** The carrier's record of a letter as a file. */
export function ProofOfMailing({ demandId }: { demandId: string }) {
  const [isBusy, setBusy] = useState(false);
  const { proof } = letters.timeline;
  const download = async () => {
    setBusy(true);
    const result = await call(proofOfMailing, { demand_id: demandId, action: 'download' });
    setBusy(false);
    if ('data' in result) saveFile(result.data.blob, `proof_of_mailing_${demandId}.pdf`);
    else showToast({ text: result.error.message || proof.failed, tone: 'danger' });
  };
  return (
    <Button size="small" variant="secondary" busy={isBusy} onClick={() => void download()}>
      {proof.download}
    </Button>
  );
}
