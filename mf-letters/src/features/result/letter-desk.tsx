import type { Demand } from '@redress/contracts';
import { common } from '@redress/copy/common';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { formatDollars } from '@redress/domain';
import { lateScreen, useDocumentTitle, useUnsavedChanges } from '@redress/mf-runtime';
import { useAppSelector } from '@redress/session-store';
import { Button, Dialog, PageHeading, Skeleton } from '@redress/ui';
import { useFocusKept } from '@redress/ui/use-focus-kept';
import { useRef, useState } from 'react';
import shared from '../../shared/screen.module.css';
import rail from './rail.module.css';
import styles from './result.module.css';
import { HeldSentences } from './held-sentences.tsx';
import { LateLetterDiff } from './late-letter-diff.tsx';
import { LetterReasons } from './letter-reasons.tsx';
import { LetterRail } from './letter-rail.tsx';
import { LetterViews } from './letter-views.tsx';
import { LetterVersions } from './letter-versions.tsx';
import { LetterWarnings, PrintNotes, useLetterWarnings } from './letter-warnings.tsx';
import { RedatedDialog } from './redated-dialog.tsx';
import { SignedOut } from './signed-out.tsx';
import { useLeaving } from './use-leaving.ts';
import { useLetter, type LetterHandle } from './use-letter.ts';

const LetterWaits = lateScreen(
  () => import('./letter-waits.tsx').then((module) => module.LetterWaits),
  <Skeleton shape="block" />,
);

const asksInWords = ({ to, amount, pay_by: day }: NonNullable<Demand['asks']>): string =>
  letters.result.asks(to, amount === null ? '' : formatDollars(amount), day ? longDay(day) : '');

function SendDialog({ open, onClose, onSend }: { open: boolean; onClose(): void; onSend(): void }) {
  return (
    <Dialog
      open={open}
      title={letters.window.confirmTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common.actions.cancel}
          </Button>
          <Button onClick={onSend}>{letters.window.confirm}</Button>
        </>
      }
    >
      <p>{letters.window.confirmText}</p>
    </Dialog>
  );
}

function ConflictDialog({ letter }: { letter: LetterHandle }) {
  return (
    <Dialog
      open={letter.conflict !== null}
      title={letters.conflict.heading}
      size="wide"
      onClose={letter.takeOther}
      dismissible={false}
      footer={
        <>
          <Button variant="secondary" onClick={letter.takeOther}>
            {letters.conflict.takeOther}
          </Button>
          <Button onClick={letter.keepMine}>{letters.conflict.keepMine}</Button>
        </>
      }
    >
      <p>{letters.conflict.text}</p>
      {letter.conflict && (
        <LateLetterDiff before={letter.conflict.other.demand_letter} after={letter.text} onlyChanges />
      )}
    </Dialog>
  );
}

/** The letter as a sheet on a desk, and what can be done with it. */
export function LetterDesk({ loaded }: { loaded: Demand }) {
  const letter = useLetter(loaded);
  const { demand, text, isDirty, isLocked } = letter;
  const waits = demand.waits_for ?? [];
  const [isConfirming, setConfirming] = useState(false);
  const leaving = useLeaving();
  const standing = useRef<HTMLDivElement>(null);
  const title = demand.package_title || letters.result.title;
  const hasEnded = useAppSelector(({ session }) => session.status === 'anonymous' && session.ended === true);
  const warnings = useLetterWarnings(demand, text, !isLocked);
  useDocumentTitle(title);
  useUnsavedChanges(isDirty);
  const focusKept = useFocusKept();

  const approve = async () => {
    if (await letter.act('approve_and_send')) leaving.leave();
  };
  const sendNow = async () => {
    setConfirming(false);
    // Nothing can be done any more: the reader goes to what became of it, which stands above the letter on a phone.
    if (await letter.act('send_now')) standing.current?.focus();
  };
  const change = (next: string) => {
    leaving.stay();
    letter.setText(next);
  };

  return (
    <>
      <div className={`${shared['head']} ${styles['pageHead']}`}>
        <PageHeading
          screen="result-letter"
          lead={
            <>
              {demand.asks && <span className={styles['asks']}>{asksInWords(demand.asks)}</span>}
              {demand.state === 'draft' && !demand.refund && letters.result.hint}
            </>
          }
        >
          {title}
        </PageHeading>
      </div>
      <div className={rail['desk']} {...focusKept}>
        <div className={styles['column']}>
          {hasEnded && <SignedOut onSignedIn={() => void (isDirty && letter.act('save'))} />}
          {!isLocked && waits.length > 0 && <LetterWaits letter={letter} waits={waits} />}
          <HeldSentences letter={letter} />
          <LetterWarnings warnings={warnings} />
          <LetterViews
            title={title}
            formSessionId={demand.form_session_id}
            text={text}
            signature={demand.plaintiff_data.signature}
            onChange={isLocked ? undefined : change}
          />
          <PrintNotes warnings={warnings} />
        </div>
        <LetterRail
          letter={letter}
          leaving={leaving}
          standing={standing}
          onApprove={() => void approve()}
          onSend={() => setConfirming(true)}
        />
        <div className={`${styles['column']} ${rail['rest']}`}>
          <LetterReasons formSessionId={demand.form_session_id} />
          {demand.demand_id && (
            <LetterVersions
              demandId={demand.demand_id}
              current={text}
              canRestore={!isLocked}
              onRestore={letter.setText}
            />
          )}
          <p className={shared['soft']}>{common.notAttorney}</p>
        </div>
      </div>
      <SendDialog open={isConfirming} onClose={() => setConfirming(false)} onSend={() => void sendNow()} />
      <RedatedDialog letter={letter} onApprove={() => void approve()} />
      <ConflictDialog letter={letter} />
    </>
  );
}
