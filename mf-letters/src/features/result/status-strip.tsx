import type { Demand } from '@redress/contracts';
import { dateAndTime } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { AppLink } from '@redress/mf-runtime';
import { Notice } from '@redress/ui';
import { SendingTime } from './sending-time.tsx';
import { useNow } from './use-now.ts';

const SOON_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;

export const STAMP_TONES = {
  draft: 'neutral',
  approved: 'success',
  posting: 'info',
  posted: 'success',
  copy: 'neutral',
  problem: 'danger',
} as const;

export interface StatusStripProps {
  demand: Pick<Demand, 'state' | 'demand_approved' | 'demand_id' | 'approved_at' | 'window_ends_at' | 'posted_at'>;
  /** Something is typed that is not saved. */
  isDirty?: boolean;
}

/** The one place that says where the letter stands: its state, and until when it can be changed (R19). */
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

function ChangeWindow({ demand, endsAt, isDirty = false }: StatusStripProps & { endsAt: string }) {
  const leftMs = new Date(endsAt).getTime() - useNow(LOOK_EVERY_MS);
  const isUrgent = isDirty && leftMs < SOON_MS;
  return (
    <>
      <SendingTime endsAt={endsAt} startedAt={demand.approved_at ?? null} />
      <Notice
        tone={isUrgent ? 'warning' : 'success'}
        live={isUrgent}
        title={demand.demand_approved && demand.demand_id ? letters.result.finalized : undefined}
      >
        {leftMs > 0 && <p>{letters.window.text}</p>}
        {isUrgent && <p>{letters.window.endsSoon}</p>}
      </Notice>
    </>
  );
}
