import type { Demand } from '@redress/contracts';
import { common } from '@redress/copy/common';
import { longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { status as statusCopy } from '@redress/copy/status';
import { formatDollars, hasCourtPapers } from '@redress/domain';
import { AppLink, lateScreen, navigateTo, useDocumentTitle, useUnsavedChanges } from '@redress/mf-runtime';
import { useAppSelector } from '@redress/session-store';
import { Button, Dialog, PageHeading, Skeleton } from '@redress/ui';
import { Stamp } from '@redress/ui/letter';
import { useEffect, useState } from 'react';
import shared from '../../shared/screen.module.css';
import rail from './rail.module.css';
import styles from './result.module.css';
import { HeldSentences } from './held-sentences.tsx';
import { LetterReasons } from './letter-reasons.tsx';
import { LetterTimeline } from './letter-timeline.tsx';
import { LetterViews } from './letter-views.tsx';
import { LetterVersions } from './letter-versions.tsx';
import { LetterWarnings, PrintNotes, useLetterWarnings } from './letter-warnings.tsx';
import { RedatedDialog } from './redated-dialog.tsx';
import { SignedOut } from './signed-out.tsx';
import { STAMP_TONES, StatusStrip } from './status-strip.tsx';
import { useLetter } from './use-letter.ts';

// Comparing needs the domain's line diff: fetched when two texts are to be compared.
const LetterDiff = lateScreen(
  () => import('./letter-diff.tsx').then((module) => module.LetterDiff),
  <Skeleton shape="block" />,
);

const LetterWaits = lateScreen(
  () => import('./letter-waits.tsx').then((module) => module.LetterWaits),
  <Skeleton shape="block" />,
);

const REDIRECT_S = 5;

const asksInWords = ({ to, amount, pay_by: day }: NonNullable<Demand['asks']>): string =>
  letters.result.asks(to, amount === null ? '' : formatDollars(amount), day ? longDay(day) : '');

/** The letter as a sheet on a desk, and what can be done with it. */
export function LetterDesk({ loaded }: { loaded: Demand }) {
  const letter = useLetter(loaded);
  const { demand, text, isDirty, isLocked, busy, status } = letter;
  const waits = demand.waits_for ?? [];
  const [isConfirming, setConfirming] = useState(false);
  const [leavesIn, setLeavesIn] = useState<number | null>(null);
  const title = demand.package_title || letters.result.title;
  const isApproved = demand.state === 'approved';
  const hasEnded = useAppSelector(({ session }) => session.status === 'anonymous' && session.ended === true);
  const warnings = useLetterWarnings(demand, text, !isLocked);
  useDocumentTitle(title);
  useUnsavedChanges(isDirty);

  useEffect(() => {
    if (leavesIn === null) return undefined;
    if (leavesIn === 0) {
      navigateTo('/dashboard');
      return undefined;
    }
    const timer = setTimeout(() => setLeavesIn(leavesIn - 1), 1_000);
    return () => clearTimeout(timer);
  }, [leavesIn]);

  const approve = async () => {
    if (await letter.act('approve_and_send')) setLeavesIn(REDIRECT_S);
  };
  const sendNow = async () => {
    setConfirming(false);
    await letter.act('send_now');
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
      <div className={rail['desk']}>
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
            onChange={
              isLocked
                ? undefined
                : (next) => {
                    setLeavesIn(null);
                    letter.setText(next);
                  }
            }
          />
          <PrintNotes warnings={warnings} />
        </div>
        <section className={rail['rail']} aria-label={letters.rail.label}>
          <div className={rail['standing']}>
            <Stamp tone={STAMP_TONES[demand.state]}>{statusCopy.letterState[demand.state]}</Stamp>
            <StatusStrip demand={demand} isDirty={isDirty} />
          </div>
          <div className={rail['acts']}>
            <p className={styles['status']} role="status" data-ok={status?.ok ?? ''}>
              {status?.text ?? (isDirty ? letters.result.unsaved : '')}
            </p>
            {leavesIn !== null && (
              <div className={shared['actions']}>
                <span>{letters.result.redirecting(leavesIn)}</span>
                <Button variant="secondary" size="small" onClick={() => setLeavesIn(null)}>
                  {letters.result.stay}
                </Button>
                <Button variant="quiet" size="small" onClick={() => setLeavesIn(0)}>
                  {letters.result.goNow}
                </Button>
              </div>
            )}
            {!isLocked && !demand.refund && (
              <div className={rail['buttons']}>
                <Button
                  variant="secondary"
                  busy={busy === 'save'}
                  busyText={letters.result.saving}
                  onClick={() => void letter.act('save')}
                >
                  {letters.result.save}
                </Button>
                {isApproved && (
                  <Button
                    variant="secondary"
                    busy={busy === 'stop'}
                    onClick={() => {
                      setLeavesIn(null);
                      void letter.act('stop');
                    }}
                  >
                    {letters.window.stop}
                  </Button>
                )}
                <Button
                  className={rail['main']}
                  busy={busy === 'approve_and_send' || busy === 'send_now'}
                  busyText={letters.result.processing}
                  onClick={() => (isApproved ? setConfirming(true) : void approve())}
                >
                  {isApproved ? letters.result.send : letters.result.approve}
                </Button>
              </div>
            )}
          </div>
          <LetterTimeline demand={demand} />
          {hasCourtPapers({ id: demand.package_id, title: demand.package_title }) && (
            <div className={rail['papers']}>
              <h2>{letters.paperwork.heading}</h2>
              <p>{letters.paperwork.text}</p>
              <AppLink to="/court-documents">{letters.paperwork.toDashboard}</AppLink>
            </div>
          )}
        </section>
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
      <Dialog
        open={isConfirming}
        title={letters.window.confirmTitle}
        onClose={() => setConfirming(false)}
        footer={
          <>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              {common.actions.cancel}
            </Button>
            <Button onClick={() => void sendNow()}>{letters.window.confirm}</Button>
          </>
        }
      >
        <p>{letters.window.confirmText}</p>
      </Dialog>
      <RedatedDialog letter={letter} onApprove={() => void approve()} />
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
        {letter.conflict && <LetterDiff before={letter.conflict.other.demand_letter} after={text} onlyChanges />}
      </Dialog>
    </>
  );
}
