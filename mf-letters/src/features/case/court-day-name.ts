import { letters } from '@redress/copy/letters';

type Kind = keyof typeof letters.case.court.of;
const isKnown = (kind: string): kind is Kind => Object.hasOwn(letters.case.court.of, kind);

/** The service may be newer, so a kind can be any. */
export const courtDayName = (kind: string): string =>
  isKnown(kind) ? letters.case.court.of[kind] : letters.case.court.other;
