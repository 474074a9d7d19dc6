import type { LetterPart } from '@redress/domain/letter';
import { LetterSheet, PrintedLetter } from '@redress/ui/letter';
import { usePartsOfLetterQuery } from './case-board.api.ts';

/** The letter as it prints, for a frame that shows its first page. */
export function FirstPage({ formSessionId }: { formSessionId: string }) {
  const { data } = usePartsOfLetterQuery({ form_session_id: formSessionId });
  return (
    <LetterSheet isBeside>
      {/* A kind of a newer service is set as running text. */}
      {data && <PrintedLetter parts={data.parts.map((part) => ({ joins: 'block', ...part }) as LetterPart)} />}
    </LetterSheet>
  );
}
