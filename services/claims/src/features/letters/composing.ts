import type { LetterWarning } from '@redress/contracts';
import { amountCents, claimantOf, defendantOf, envelopeName, type CalendarDay } from '@redress/domain';
import { WARNING_TEXTS } from '@redress/domain/letter';
import { undrawable } from '../../platform/pdf/lines.ts';
import type { Text } from '../../platform/text.ts';
import type { Drafting } from '../../providers/ports/drafting.ts';
import { composeIn } from '../../shared/letters/compose-letter.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import type { ClaimRulings } from '../../shared/letters/letter-work.ts';
import type { NewVersion, SnapshotRow } from '../../shared/letters/letter.repository.ts';

/** The one who signs: the person, also for a business. */
const signerOf = ({ answers }: Pick<SnapshotRow, 'answers'>): string => claimantOf(answers).personName;

export interface CompositionOptions {
  at: Date;
  /** The day the letter carries. */
  day: CalendarDay;
  drafting: Drafting | null;
  /** What may be printed of the claimant's own words. */
  rulings: ClaimRulings;
  threads: LetterThreads;
  signal?: AbortSignal;
}

/**
 * The first words of a letter, made of the frozen answers by rule; a drafting service, where one is set up, may propose
 * other words for the account of the facts, and is passed over in silence when it fails or says what it may not.
 * @throws {AppError} LETTER_GENERATION_FAILED, OVERLOADED
 */
export async function composeVersion(
  snapshot: SnapshotRow,
  { at, day, drafting, rulings, threads, signal }: CompositionOptions,
): Promise<Omit<NewVersion, 'origin'>> {
  const letter = await composeIn(threads, { answers: snapshot.answers, day, rulings, earlier: snapshot.earlier });
  // A drafting service proposes words for the account, which a second letter has none of.
  const draft =
    drafting && !snapshot.earlier
      ? await drafting.propose(letter, await threads.run('printed', { answers: snapshot.answers, rulings }), signal)
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
  const { answers } = snapshot;
  const cut = [
    { name: claimantOf(answers).name, printed: envelopeName(claimantOf(answers).name, answers.latinName) },
    { name: defendantOf(answers).name, printed: envelopeName(defendantOf(answers).name, answers.defendantLatinName) },
  ].filter(({ printed }) => printed.outcome === 'shortened');
  return [
    ...(missing.length
      ? [{ code: 'print.character', excerpt: missing.slice(0, 12).join(' '), text: text('letters.warnings.character') }]
      : []),
    ...cut.map(({ name, printed }) => ({
      code: 'print.name',
      excerpt: name,
      text: text('letters.warnings.name', { printed: printed.lines.join(' ') }),
    })),
  ];
}

/** Warnings about a text before it goes out; warnings never block (docs/product/letters.md, Checks). */
export async function warningsAbout(
  words: string,
  { snapshot, payBy, notFollowed, text, threads }: WarningContext,
): Promise<LetterWarning[]> {
  const { answers } = snapshot;
  const warnings = await threads.run('warnings', {
    text: words,
    facts: {
      amountCents: snapshot.earlier?.balanceCents ?? amountCents(answers.amount) ?? 0,
      payBy,
      claimantName: claimantOf(answers).name,
      defendantName: defendantOf(answers).name,
    },
  });
  const found = warnings.map(({ code, excerpt }) => ({ code, excerpt, text: WARNING_TEXTS[code] }));
  const own = notFollowed.map((excerpt) => ({ code: 'own-words', excerpt, text: text('letters.warnings.ownWords') }));
  return [...own, ...found, ...printWarnings(words, snapshot, text)];
}

export interface WarningContext {
  snapshot: SnapshotRow;
  /** The date the letter was written to be paid by. */
  payBy: CalendarDay;
  /** `linesNotFollowed` of the words. */
  notFollowed: readonly string[];
  text: Text;
  threads: LetterThreads;
}
