import { dateAndTime } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Button, Notice } from '@redress/ui';
import { useEffect, useState } from 'react';

const SOON_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;

export interface ChangeWindowProps {
  /** ISO instant. */
  endsAt: string;
  isDirty: boolean;
  busy: boolean;
  onStop: () => void;
}

/** Until when an approved letter can be changed or stopped (R19). */
export function ChangeWindow({ endsAt, isDirty, busy, onStop }: ChangeWindowProps) {
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    const look = () => setSoon(new Date(endsAt).getTime() - Date.now() < SOON_MS);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <Notice
      tone={isDirty && isSoon ? 'warning' : 'info'}
      live={isDirty && isSoon}
      title={letters.window.heading}
      actions={
        <Button variant="secondary" size="small" busy={busy} onClick={onStop}>
          {letters.window.stop}
        </Button>
      }
    >
      <p>{letters.window.text(dateAndTime(endsAt))}</p>
      {isDirty && isSoon && <p>{letters.window.endsSoon}</p>}
    </Notice>
  );
}
