import { common } from '@redress/copy/common';
import { longDate } from '@redress/copy/format';
import { wizard as copy } from '@redress/copy/wizard';
import { wizardClaim } from '@redress/copy/wizard-claim';
import { Slot, navigateTo } from '@redress/mf-runtime';
import { selectIsEditing, selectSession, selectWizard, useAppSelector } from '@redress/session-store';
import { Button, LinkButton, Notice } from '@redress/ui';
import { useState } from 'react';
import { ErrorNotice, sentenceFor } from '../../shared/error-notice.tsx';
import type { ClaimStage } from './start-claim.ts';
import type { DraftState } from './use-claim-draft.ts';

const DASHBOARD = '/dashboard';

/** Signed out on the server in the middle of it: sign in again right here; nothing on the screen is touched. */
function SessionEnded() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice tone="warning" live actions={<Button onClick={() => setOpen(true)}>{copy.signedOut.logIn}</Button>}>
      {sentenceFor('NOT_SIGNED_IN')}
      {isOpen && (
        <Slot
          name="wizard.account-gate"
          fallback={<p role="status">{common.loadingText}</p>}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </Notice>
  );
}

const offerText = (stage: ClaimStage) =>
  ({ answers: wizardClaim.resume.text, payment: wizardClaim.resume.textPayment, paid: wizardClaim.resume.textPaid })[
    stage
  ];

/** What a person must know about the claim they are in: lost, offered, edited, signed out, finished. */
export function DraftNotices({ draft }: { draft: DraftState }) {
  const { opening } = draft;
  const session = useAppSelector(selectSession);
  const isEditing = useAppSelector(selectIsEditing);
  const { saveError, isPaid } = useAppSelector(selectWizard);
  const hasEnded = session.status === 'anonymous' && session.ended === true;
  // The claim is opened again after signing in (`useClaimDraft`); until then one notice says all there is to say.
  const isSaidBelow = hasEnded && opening.kind === 'failed' && opening.error.code === 'NOT_SIGNED_IN';
  return (
    <>
      {opening.kind === 'failed' && !isSaidBelow && (
        <ErrorNotice error={opening.error} title={copy.opening.failed} onRetry={draft.openAgain} />
      )}
      {opening.kind === 'lost' && (
        <Notice
          tone="warning"
          live
          title={wizardClaim.lost.heading}
          actions={
            <LinkButton variant="secondary" href={DASHBOARD}>
              {wizardClaim.lost.dashboard}
            </LinkButton>
          }
        >
          {wizardClaim.lost.text}
        </Notice>
      )}
      {opening.kind === 'edit-refused' && (
        <Notice tone="danger" live>
          {wizardClaim.editMode.invalidId}
        </Notice>
      )}
      {opening.kind === 'offer' && (
        <Notice
          title={wizardClaim.resume.heading}
          actions={
            <>
              <Button onClick={draft.acceptOffer}>{wizardClaim.resume.goOn}</Button>
              <Button variant="secondary" onClick={draft.startNew}>
                {wizardClaim.resume.startNew}
              </Button>
            </>
          }
        >
          {offerText(opening.stage)(longDate(opening.savedAt))}
        </Notice>
      )}
      {isEditing && (
        <Notice
          actions={
            <Button
              variant="secondary"
              onClick={() => {
                draft.leave();
                navigateTo(DASHBOARD);
              }}
            >
              {wizardClaim.editMode.exit}
            </Button>
          }
        >
          {wizardClaim.editMode.banner}
        </Notice>
      )}
      {hasEnded && <SessionEnded />}
      {saveError === 'SESSION_COMPLETED' && !isPaid && (
        <Notice
          tone="warning"
          live
          actions={
            <>
              <LinkButton variant="secondary" href={DASHBOARD}>
                {wizardClaim.lost.dashboard}
              </LinkButton>
              <Button variant="secondary" onClick={draft.startNew}>
                {wizardClaim.resume.startNew}
              </Button>
            </>
          }
        >
          {sentenceFor('SESSION_COMPLETED')}
        </Notice>
      )}
    </>
  );
}
