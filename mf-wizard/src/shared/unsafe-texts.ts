import type { ClaimField } from '@redress/contracts';
import { validationText } from '@redress/copy/validation';
import type { FieldErrors } from '@redress/forms';
import { late, useLate } from '@redress/mf-runtime';
import { selectFormData, useAppSelector } from '@redress/session-store';
import type { Answers } from './answers.ts';

const shortTexts = late(() => import('@redress/domain/short-texts'));
/** Screens with a name, a handle or an address line. */
const READ_BY_OTHERS = /name$|address$|^(?:venmo|careOf)$/i;

/**
 * Reads names, handles and address lines before Continue: nothing that no typeface has is printed by a stand-in. Until its
 * rules are here nothing is refused: the review reads names, and the server reads all of them for threats.
 */
export function useUnsafeTexts(fields: readonly ClaimField[]): (answers: Answers) => FieldErrors {
  const data = useAppSelector(selectFormData);
  const state = useLate(
    shortTexts,
    fields.some((field) => READ_BY_OTHERS.test(field)),
  );
  return (answers) => {
    if (state.status !== 'ready') return {};
    const { unsafeShortTexts, undrawnShortTexts } = state.value;
    const given = { ...data, ...answers };
    const named = (those: readonly ClaimField[], key: 'text.unsafe' | 'text.undrawn') =>
      those.filter((field) => fields.includes(field)).map((field) => [field, validationText(key)] as const);
    return Object.fromEntries([
      ...named(undrawnShortTexts(given), 'text.undrawn'),
      ...named(unsafeShortTexts(given), 'text.unsafe'),
    ]);
  };
}
