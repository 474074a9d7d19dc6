import { common } from '@redress/copy/common';
import { longDate } from '@redress/copy/format';
import { wizard as copy } from '@redress/copy/wizard';
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
  ({ answers: copy.resume.text, payment: copy.resume.textPayment, paid: copy.resume.textPaid })[stage];

/** What a person must know about the claim they are in: lost, offered, edited, signed out, finished. */
export function DraftNotices({ draft }: { draft: DraftState }) {
  const { opening } = draft;
  const session = useAppSelector(selectSession);
  const isEditing = useAppSelector(selectIsEditing);
  const { saveError } = useAppSelector(selectWizard);
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
          title={copy.lost.heading}
          actions={
            <LinkButton variant="secondary" href={DASHBOARD}>
              {copy.lost.dashboard}
            </LinkButton>
          }
        >
          {copy.lost.text}
        </Notice>
      )}
      {opening.kind === 'edit-refused' && (
        <Notice tone="danger" live>
          {copy.editMode.invalidId}
        </Notice>
      )}
      {opening.kind === 'offer' && (
        <Notice
          title={copy.resume.heading}
          actions={
            <>
              <Button onClick={draft.acceptOffer}>{copy.resume.goOn}</Button>
              <Button variant="secondary" onClick={draft.startNew}>
                {copy.resume.startNew}
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
              {copy.editMode.exit}
            </Button>
          }
        >
          {copy.editMode.banner}
        </Notice>
      )}
      {hasEnded && <SessionEnded />}
      {saveError === 'SESSION_COMPLETED' && (
        <Notice
          tone="warning"
          live
          actions={
            <>
              <LinkButton variant="secondary" href={DASHBOARD}>
                {copy.lost.dashboard}
              </LinkButton>
              <Button variant="secondary" onClick={draft.startNew}>
                {copy.resume.startNew}
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
