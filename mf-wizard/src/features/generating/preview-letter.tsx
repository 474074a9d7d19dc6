import { selectFormData, useAppSelector } from '@redress/session-store';
import { alignParts } from '@redress/domain/letter';
import { PrintedLetter } from '@redress/ui/letter';
import { useMemo } from 'react';
import { letterSoFar } from '../../shared/letter-so-far.ts';

/**
 * The letter of the server as it prints. Its text is the server's; the parts composed here from the same answers say how
 * each sentence is set and why it is there. Loaded where it is shown: it carries the law of every state.
 */
export function PreviewLetter({ text }: { text: string }) {
  const data = useAppSelector(selectFormData);
  const parts = useMemo(() => alignParts(letterSoFar(data, Date.now()), text), [data, text]);
  return <PrintedLetter parts={parts} signature={data.signature || undefined} isSigning hasReasons />;
}
