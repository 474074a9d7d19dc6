import { AppError, type LetterWarning } from '@redress/contracts';
import { amountCents, claimantOf, defendantOf, fitCarrierName, incidentPlace, type CalendarDay } from '@redress/domain';
import {
  checkLetter,
  composeLetter,
  printableAnswers,
  type WordRulings,
  WARNING_TEXTS,
  type Letter,
} from '@redress/domain/letter';
import { undrawable } from '../../platform/pdf/lines.ts';
import type { Text } from '../../platform/text.ts';
import type { Drafting } from '../../providers/drafting/drafting.ts';
import type { NewVersion, SnapshotRow } from '../../shared/letters/letter.repository.ts';
import { findState } from '../../shared/reference/tax.ts';

/** The one who signs: the person, also for a business. */
export const signerOf = ({ answers }: Pick<SnapshotRow, 'answers'>): string => claimantOf(answers).personName;

function compose(snapshot: SnapshotRow, day: CalendarDay, rulings: WordRulings): Letter {
  const { answers } = snapshot;
  try {
    return composeLetter({
      data: answers,
      state: findState(incidentPlace(answers).state),
      dates: { letterDay: day },
      rulings,
    });
  } catch (cause) {
    throw new AppError('LETTER_GENERATION_FAILED', { cause });
  }
}

export interface CompositionOptions {
  at: Date;
  /** The day the letter carries. */
  day: CalendarDay;
  drafting: Drafting | null;
  /** What may be printed of the claimant's own words. */
  rulings: WordRulings;
  signal?: AbortSignal;
}

/**
 * The first words of a letter, made of the frozen answers by rule; a drafting service, where one is set up, may propose
 * other words for the account of the facts, and is passed over in silence when it fails or says what it may not.
 * @throws {AppError} LETTER_GENERATION_FAILED
 */
export async function composeVersion(
  snapshot: SnapshotRow,
  { at, day, drafting, rulings, signal }: CompositionOptions,
): Promise<Omit<NewVersion, 'origin'>> {
  const letter = compose(snapshot, day, rulings);
  const draft = drafting
    ? await drafting.propose(letter, printableAnswers(snapshot.answers, rulings).data, signal)
    : null;
  const { parts, text } = draft ?? letter;
  return {
    text,
    parts,
    days: { letterDay: day, payBy: letter.payBy.payBy },
    signerName: signerOf(snapshot),
    snapshot,
    drafting: draft ? { model: draft.model, promptHash: draft.promptHash } : null,
    at,
  };
}

/** What the paper or the envelope cannot carry as it is written. */
function printWarnings(words: string, snapshot: SnapshotRow, text: Text): LetterWarning[] {
  const missing = undrawable(words);
  const names = [claimantOf(snapshot.answers).name, defendantOf(snapshot.answers).name];
  const cut = names.filter((name) => fitCarrierName(name).outcome === 'shortened');
  return [
    ...(missing.length
      ? [{ code: 'print.character', excerpt: missing.slice(0, 12).join(' '), text: text('letters.warnings.character') }]
      : []),
    ...cut.map((name) => ({
      code: 'print.name',
      excerpt: name,
      text: text('letters.warnings.name', { printed: fitCarrierName(name).lines.join(' ') }),
    })),
  ];
}

/** What to tell about a text before it goes out; warnings never block (docs/product/letters.md, Checks). */
export function warningsAbout(words: string, { snapshot, payBy, text }: WarningContext): LetterWarning[] {
  const { answers } = snapshot;
  const found = checkLetter(words, {
    amountCents: amountCents(answers.amount) ?? 0,
    payBy,
    claimantName: claimantOf(answers).name,
    defendantName: defendantOf(answers).name,
  }).map(({ code, excerpt }) => ({ code, excerpt, text: WARNING_TEXTS[code] }));
  return [...found, ...printWarnings(words, snapshot, text)];
}

export interface WarningContext {
  snapshot: SnapshotRow;
  /** The date the letter was written to be paid by. */
  payBy: CalendarDay;
  text: Text;
}
