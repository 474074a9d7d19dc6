import type { Demand } from '@redress/contracts';
import { dateAndTime } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { AppLink } from '@redress/mf-runtime';
import { Button, Notice } from '@redress/ui';
import { useEffect, useState } from 'react';

const SOON_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;

export interface StatusStripProps {
  demand: Pick<Demand, 'state' | 'demand_approved' | 'demand_id' | 'window_ends_at' | 'posted_at'>;
  /** Something is typed that is not saved. */
  isDirty?: boolean;
  isStopping?: boolean;
  /** Missing where the letter cannot be stopped from this screen. */
  onStop?: () => void;
}

/** The one place that says where the letter stands: its state, until when it can be changed, and Stop (R19). */
export function StatusStrip({ demand, ...rest }: StatusStripProps) {
  const { state, posted_at: postedAt, window_ends_at: endsAt } = demand;
  const toLetters = <AppLink to="/demand-letters">{letters.timeline.heading}</AppLink>;
  if (state === 'approved' && endsAt) return <ChangeWindow {...rest} demand={demand} endsAt={endsAt} />;
  if (state === 'posted' && postedAt) {
    return (
      <Notice tone="success" actions={toLetters}>
        {letters.window.posted(dateAndTime(postedAt))}
      </Notice>
    );
  }
  if (state === 'posting') return <Notice tone="success">{letters.window.posting}</Notice>;
  if (state === 'copy') return <Notice>{letters.copyNotice}</Notice>;
  if (state === 'problem') {
    return (
      <Notice tone="warning" actions={toLetters}>
        {letters.window.problem}
      </Notice>
    );
  }
  return null;
}

function ChangeWindow({
  demand,
  endsAt,
  isDirty = false,
  isStopping = false,
  onStop,
}: StatusStripProps & { endsAt: string }) {
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    const look = () => setSoon(new Date(endsAt).getTime() - Date.now() < SOON_MS);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  const isUrgent = isDirty && isSoon;
  return (
    <Notice
      tone={isUrgent ? 'warning' : 'success'}
      live={isUrgent}
      title={demand.demand_approved && demand.demand_id ? letters.result.finalized : undefined}
      actions={
        onStop && (
          <Button variant="secondary" size="small" busy={isStopping} onClick={onStop}>
            {letters.window.stop}
          </Button>
        )
      }
    >
      <p>{letters.window.text(dateAndTime(endsAt))}</p>
      {isUrgent && <p>{letters.window.endsSoon}</p>}
    </Notice>
  );
}
