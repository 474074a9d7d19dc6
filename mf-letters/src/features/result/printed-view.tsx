import type { AnswerOf, letterParts } from '@redress/contracts';
import { alignParts, type LetterPart, type PartKind } from '@redress/domain/letter';
import { PrintedLetter } from '@redress/ui/letter';
import { useMemo } from 'react';
import { usePartsQuery } from '../../shared/letters.api.ts';

type WirePart = AnswerOf<typeof letterParts>['parts'][number];

/** @returns nothing for the parts of a service that does not say how they join */
function known(parts: readonly WirePart[]): LetterPart[] | null {
  const result: LetterPart[] = [];
  for (const { id, kind, text, joins, from } of parts) {
    if (!joins) return null;
    // A kind of a newer service is set as running text.
    result.push({ id, kind: kind as PartKind, text, joins, from: { kind: from.kind, ref: from.ref } });
  }
  return result;
}

export interface PrintedViewProps {
  formSessionId: string;
  /** What stands in the letter now, saved or not. */
  text: string;
  signature: string | null;
}

/** The text as it prints: in the parts of the letter it was typed on. */
export function PrintedView({ formSessionId, text, signature }: PrintedViewProps) {
  const { data, isLoading } = usePartsQuery({ form_session_id: formSessionId });
  const parts = useMemo(() => {
    const before = data && known(data.parts);
    return before ? alignParts(before, text) : null;
  }, [data, text]);
  if (isLoading) return text;
  const look = { signature: signature ?? undefined };
  // Without parts the words are shown all the same.
  return parts ? <PrintedLetter {...look} parts={parts} /> : <PrintedLetter {...look} text={text} />;
}
