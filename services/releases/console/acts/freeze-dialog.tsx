import { useState } from 'react';
import { ActDialog } from '../act-dialog.tsx';
import { useConsole } from '../console-context.ts';
import { texts } from '../texts.ts';
import { TimeField } from '../time-field.tsx';
import { READY_REASONS } from './act-texts.ts';

/** No promotion in a window, from now or from a time on. */
export function FreezeDialog({ onDone, onClose }: { onDone: (text: string) => void; onClose: () => void }) {
  const { api, channel, times } = useConsole();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  // Of one dialog, so that a window that is asked for again after a lost answer is the same one.
  const [opened] = useState(() => new Date(times.now()).toISOString());
  const freeze = async (reason: string) => {
    const window = { from: from === '' ? opened : times.isoOf(from), until: times.isoOf(until) };
    await api('freeze', { channel, ...window, reason });
    const begin = from === '' ? '' : ` from ${times.instant(window.from)}`;
    onDone(`Frozen${begin} until ${times.instant(window.until)}.`);
  };
  return (
    <ActDialog title={texts.freeze} action={texts.freeze} ready={READY_REASONS.freeze} onAct={freeze} onClose={onClose}>
      <p>{texts.freezeLead}</p>
      <TimeField label={texts.from} value={from} onChange={setFrom} />
      <TimeField label={texts.until} value={until} onChange={setUntil} isRequired />
    </ActDialog>
  );
}
