import type { ClaimFormData } from '@redress/contracts';
import { letterGate as copy } from '@redress/copy/letter-gate';
import {
  isForOperator,
  printableAnswers,
  rulingsFrom,
  screenAccount,
  sentenceKey,
  type Place,
  type SentenceChoice,
} from '@redress/domain/letter-gate';
import type { LeftOutPiece } from '@redress/ui/not-in-letter';

/** The answers in the claimant's own words, and how each is read. */
export const ACCOUNTS = { claimDescription: 'story', claimCalculation: 'sums' } as const;
export type StoryField = keyof typeof ACCOUNTS;

export interface Piece extends LeftOutPiece {
  /** The place that decides what can be done: of several findings one of class A. */
  main: Place;
  /** `sentenceKey` of each sentence. */
  keys: readonly string[];
}

const reasonOf = ({ kind, group }: Place): string => (group ? copy.group[group] : copy.why[kind]);

/** The sentences of an account that need an answer: one piece each, and one for those that are asked about together. */
export function piecesIn(places: readonly Place[], kept: ReadonlySet<string>): Piece[] {
  const bySentence = new Map<string, Place[]>();
  for (const place of places) {
    const id = `${place.field ?? ''} ${place.row ?? ''} ${place.group ?? place.sentence}`;
    bySentence.set(id, [...(bySentence.get(id) ?? []), place]);
  }
  return [...bySentence].map(([id, found]) => {
    const main = found.find((place) => place.class === 'A') ?? found.find((place) => place.class === 'B') ?? found[0];
    if (!main) throw new Error('A piece has a place.');
    const ofMain = found.filter((place) => place.class === main.class);
    const sentences = [...new Set(found.map(({ sentence }) => sentence))];
    const keys = sentences.map(sentenceKey);
    return {
      id,
      main,
      sentences,
      keys,
      reasons: [...new Set(ofMain.map(reasonOf))],
      canKeep: main.class !== 'A',
      isKept: main.class !== 'A' && keys.every((key) => kept.has(key)),
      needsLook: found.some(isForOperator),
    };
  });
}

/** A sentence that no tick keeps, and that its claimant has not decided to leave out (R34). */
export const isUndecided = ({ canKeep, keys }: Piece, cut: ReadonlySet<string>): boolean =>
  !canKeep && !keys.every((key) => cut.has(key));

export const undecidedIn = (text: string, field: StoryField, choices: ClaimFormData['sentenceChoices']): boolean => {
  const { kept, cut } = rulingsFrom(choices);
  return piecesIn(screenAccount(text, ACCOUNTS[field]), kept).some((piece) => isUndecided(piece, cut));
};

/** Every sentence of the claim that the letter leaves out or that was kept, each at the text or row it stands in. */
export const piecesOf = (data: ClaimFormData): Piece[] => {
  const { kept } = rulingsFrom(data.sentenceChoices);
  return piecesIn(printableAnswers(data, { kept: new Set() }).leftOut, kept);
};

/** Texts of rows that the letter leaves out, by row id. */
export function leftOutByRow(data: ClaimFormData): ReadonlyMap<string, readonly string[]> {
  const byRow = new Map<string, string[]>();
  for (const { main, sentences, reasons, isKept } of piecesOf(data)) {
    if (!main.row || isKept) continue;
    const told = sentences.map((sentence) => copy.leftOutOf(sentence, reasons.join(' ')));
    byRow.set(main.row, [...(byRow.get(main.row) ?? []), ...told]);
  }
  return byRow;
}

/** The choices with a new one for some sentences; the oldest make room. */
export const choose = (
  choices: readonly SentenceChoice[] | null | undefined,
  keys: readonly string[],
  choice: SentenceChoice['choice'],
): SentenceChoice[] => {
  const others = (choices ?? []).filter(({ key }) => !keys.includes(key));
  return [...others, ...keys.map((key) => ({ key, choice }))].slice(-200);
};
