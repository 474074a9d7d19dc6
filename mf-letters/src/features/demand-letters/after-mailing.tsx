import { call, saveFile } from '@redress/api-client';
import { proofOfMailing, type AnswerOf, type letterTracking } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { AppLink } from '@redress/mf-runtime';
import { Button, showToast } from '@redress/ui';
import { useState } from 'react';
import styles from './demand-letters.module.css';

type Act = NonNullable<AnswerOf<typeof letterTracking>['mailings'][number]['next_acts']>[number];

/** What can be done with one press about a letter that did not arrive. */
export function NextActs({ acts, onView }: { acts: readonly Act[]; onView: () => void }) {
  const { regularPost, newAddress, courtPapers } = letters.timeline.acts;
  if (acts.length === 0) return null;
  const draw: Record<Act, React.ReactNode> = {
    'regular-post': (
      <Button size="small" variant="secondary" onClick={onView}>
        {regularPost}
      </Button>
    ),
    'new-address': <AppLink to="/completed-sessions">{newAddress}</AppLink>,
    'court-papers': <AppLink to="/court-documents">{courtPapers}</AppLink>,
  };
  return (
    <ul className={styles['acts']}>
      {acts.map((act) => (
        <li key={act}>{draw[act]}</li>
      ))}
    </ul>
  );
}

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
