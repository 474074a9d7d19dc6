import { send } from '@redress/api-client/send';
import type { Demand, LetterWarning } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Notice } from '@redress/ui';
import { useEffect, useState } from 'react';
import { resultEndpoints } from './result.api.ts';

const QUIET_MS = 800;

/** Codes about what paper or envelope cannot print as written; they do not concern what the sender says. */
const isAboutPrint = ({ code }: LetterWarning): boolean => code.startsWith('print.');

/** Words of the sender's own stand in the place of a changed answer. */
export const isOwnWords = ({ code }: LetterWarning): boolean => code === 'own-words';

/** What there is to say about the text on screen. Asked again once typing pauses. */
export function useLetterWarnings(demand: Demand, text: string, isEditable: boolean): LetterWarning[] {
  const [checked, setChecked] = useState<{ text: string; warnings: LetterWarning[] }>({
    text: demand.demand_letter,
    warnings: demand.warnings,
  });
  useEffect(() => {
    if (!isEditable || text === checked.text) return undefined;
    const cancelled = new AbortController();
    const timer = setTimeout(async () => {
      const asked = { form_session_id: demand.form_session_id, demand_letter: text };
      const result = await send(resultEndpoints.checkLetterText, asked, cancelled.signal);
      if ('data' in result) setChecked({ text, warnings: result.data.warnings });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      cancelled.abort();
    };
  }, [text, checked.text, isEditable, demand.form_session_id]);
  return isEditable ? checked.warnings : [];
}

/** Statements that may harm the sender's case: a warning, never a refusal. */
export function LetterWarnings({ warnings }: { warnings: readonly LetterWarning[] }) {
  const found = warnings.filter((warning) => !isAboutPrint(warning));
  if (found.length === 0) return null;
  return (
    <Notice tone="warning" live title={letters.warnings.heading}>
      {found.some((warning) => !isOwnWords(warning)) && <p>{letters.warnings.text}</p>}
      <Sentences of={found} />
    </Notice>
  );
}

/** How the paper or the envelope will differ from the text. */
export function PrintNotes({ warnings }: { warnings: readonly LetterWarning[] }) {
  const found = warnings.filter(isAboutPrint);
  if (found.length === 0) return null;
  return (
    <Notice title={letters.warnings.printHeading}>
      <Sentences of={found} />
    </Notice>
  );
}

const Sentences = ({ of }: { of: readonly LetterWarning[] }) => (
  <ul>
    {of.map(({ code, text, excerpt }) => (
      <li key={`${code}${excerpt}`}>
        {text}
        {excerpt && (
          <>
            {' '}
            <q dir="auto">{excerpt}</q>
          </>
        )}
      </li>
    ))}
  </ul>
);
