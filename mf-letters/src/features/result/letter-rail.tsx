import { letters } from '@redress/copy/letters';
import { status as statusCopy } from '@redress/copy/status';
import { hasCourtPapers } from '@redress/domain';
import { AppLink } from '@redress/mf-runtime';
import { Button, VisuallyHidden } from '@redress/ui';
import { Stamp } from '@redress/ui/letter';
import type { RefObject } from 'react';
import shared from '../../shared/screen.module.css';
import { LetterTimeline } from './letter-timeline.tsx';
import rail from './rail.module.css';
import styles from './result.module.css';
import { STAMP_TONES, StatusStrip } from './status-strip.tsx';
import { REDIRECT_S, type Leaving } from './use-leaving.ts';
import type { LetterHandle } from './use-letter.ts';

interface LetterRailProps {
  letter: LetterHandle;
  leaving: Leaving;
  standing: RefObject<HTMLDivElement | null>;
  onApprove(): void;
  /** Asks first. */
  onSend(): void;
}

function Acts({ letter, leaving, onApprove, onSend }: LetterRailProps) {
  const { busy, demand } = letter;
  const isApproved = demand.state === 'approved';
  const stop = () => {
    leaving.stay();
    void letter.act('stop');
  };
  return (
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
        <Button variant="secondary" busy={busy === 'stop'} onClick={stop}>
          {letters.window.stop}
        </Button>
      )}
      <Button
        className={rail['main']}
        busy={busy === 'approve_and_send' || busy === 'send_now'}
        busyText={letters.result.processing}
        onClick={isApproved ? onSend : onApprove}
      >
        {isApproved ? letters.result.send : letters.result.approve}
      </Button>
    </div>
  );
}

/** Where the letter stands, what can be done with it, and what became of it. */
export function LetterRail(props: LetterRailProps) {
  const { letter, leaving } = props;
  const { demand, isDirty, isLocked, status } = letter;
  // A refund withdraws court papers that were not opened.
  const hasPapers = hasCourtPapers(demand.package_id) && (!demand.refund || demand.papers_ready);
  return (
    <section className={rail['rail']} aria-label={letters.rail.label}>
      <div className={rail['standing']} ref={props.standing} tabIndex={-1}>
        <Stamp tone={STAMP_TONES[demand.state]}>{statusCopy.letterState[demand.state]}</Stamp>
        <StatusStrip demand={demand} isDirty={isDirty} />
      </div>
      <div className={rail['acts']}>
        <p className={styles['status']} role="status" data-ok={status?.ok ?? ''}>
          {status?.text ?? (isDirty ? letters.result.unsaved : '')}
          {/* Read out once; the seconds go down beside it. */}
          {leaving.leavesIn !== null && <VisuallyHidden> {letters.result.redirecting(REDIRECT_S)}</VisuallyHidden>}
        </p>
        {leaving.leavesIn !== null && (
          <div className={shared['actions']}>
            <span aria-hidden="true">{letters.result.redirecting(leaving.leavesIn)}</span>
            <Button variant="secondary" size="small" onClick={leaving.stay}>
              {letters.result.stay}
            </Button>
            <Button variant="quiet" size="small" onClick={leaving.leaveNow}>
              {letters.result.goNow}
            </Button>
          </div>
        )}
        {!isLocked && !demand.refund && <Acts {...props} />}
      </div>
      <LetterTimeline demand={demand} />
      {hasPapers && (
        <div className={rail['papers']}>
          <h2>{letters.paperwork.heading}</h2>
          <p>{demand.papers_ready ? letters.paperwork.ready : letters.paperwork.text}</p>
          <AppLink to="/court-documents">{letters.paperwork.toDashboard}</AppLink>
        </div>
      )}
    </section>
  );
}
