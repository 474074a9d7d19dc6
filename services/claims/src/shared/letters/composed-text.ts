import { printableText } from '@redress/domain/letter-gate';
import { joinParts, payByIn, redateParts, type LetterPart } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import { daysOf, partsOf } from './letter-days.ts';
import type { VersionRow } from './letter.repository.ts';

/** The newest version up to this one that our rules wrote. */
export const findComposed = (db: Db | Trx, { letter_id, version }: VersionRow): Promise<VersionRow | undefined> =>
  db
    .selectFrom('letter_version')
    .selectAll()
    .where('letter_id', '=', letter_id)
    .where('origin', 'in', ['composed', 'updated'])
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

const ACCOUNTS = { claimDescription: 'story', claimCalculation: 'sums' } as const;

/**
 * A letter of before sentences that do not tell what happened were asked about holds them as composed: they are asked
 * about like words written into it. Letters of today say what the law they name said.
 */
const asToday = (parts: readonly LetterPart[]): readonly LetterPart[] =>
  parts.some(({ from }) => from.says !== undefined)
    ? parts
    : parts.map((part) => {
        const kind = ACCOUNTS[part.from.ref as keyof typeof ACCOUNTS] as 'story' | 'sums' | undefined;
        return kind ? { ...part, text: printableText(part.text, undefined, kind).text } : part;
      });

/**
 * What our rules wrote of a letter, under the days of the version asked about and under the day to pay by that its
 * claimant named. Versions made by edits are not believed, whatever they say.
 * @param read - parts of the text that is read, where it is not the version's own
 */
async function composedOf(db: Db | Trx, version: VersionRow, read?: readonly LetterPart[]) {
  const composed = await findComposed(db, version);
  if (!composed) return null;
  const parts = asToday(partsOf(composed));
  const [written, days] = [daysOf(composed), daysOf(version)];
  const named = payByIn(read ?? partsOf(version), days) ?? days.payBy;
  return { composed, texts: [days, { ...days, payBy: named }].map((to) => redateParts(parts, written, to)) };
}

/** All that our rules wrote of a letter: the words its claimant did not write into it. */
export async function composedTextOf(...letter: Parameters<typeof composedOf>): Promise<string> {
  return (await composedOf(...letter))?.texts.map(joinParts).join('\n\n') ?? '';
}

/** Lines that changed answers made, in the place of which words stand that were written by hand. */
export async function linesNotFollowed(db: Db | Trx, version: VersionRow, text: string): Promise<readonly string[]> {
  const found = await composedOf(db, version);
  if (found?.composed.origin !== 'updated') return [];
  const linesOf = (parts: readonly LetterPart[] = []): readonly string[] =>
    parts.flatMap((part) => (part.from.kind === 'answer' ? part.text.split('\n') : []));
  const [plain, named] = found.texts.map(linesOf) as [readonly string[], readonly string[]];
  return plain.filter((line, index) => !text.includes(line) && !text.includes(named[index] ?? line));
}
