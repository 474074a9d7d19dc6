import { call } from '@redress/api-client';
import { checkLetterText, type Demand, type LetterWarning } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Notice } from '@redress/ui';
import { useEffect, useState } from 'react';

const QUIET_MS = 800;

/** What may work against the sender: told, never forbidden. Asked again once typing pauses. */
export function LetterWarnings({ demand, text, isEditable }: { demand: Demand; text: string; isEditable: boolean }) {
  const [checked, setChecked] = useState<{ text: string; warnings: LetterWarning[] }>({
    text: demand.demand_letter,
    warnings: demand.warnings,
  });
  useEffect(() => {
    if (!isEditable || text === checked.text) return undefined;
    const cancelled = new AbortController();
    const timer = setTimeout(async () => {
      const session = { form_session_id: demand.form_session_id };
      const result = await call(checkLetterText, { ...session, demand_letter: text }, cancelled.signal);
      if ('data' in result) setChecked({ text, warnings: result.data.warnings });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      cancelled.abort();
    };
  }, [text, checked.text, isEditable, demand.form_session_id]);

  if (!isEditable || checked.warnings.length === 0) return null;
  return (
    <Notice tone="warning" live title={letters.warnings.heading}>
      <p>{letters.warnings.text}</p>
      <ul>
        {checked.warnings.map(({ code, text: sentence, excerpt }) => (
          <li key={`${code}${excerpt}`}>
            {sentence}
            {excerpt && (
              <>
                {' '}
                <q>{excerpt}</q>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
