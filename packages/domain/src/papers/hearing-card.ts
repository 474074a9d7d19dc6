/** What is read in the courtroom, from a phone or one sheet: two minutes of words, exhibits by number, what is asked first. */
import { formatDay } from '../dates/calendar-day.ts';
import { ownCalculation } from '../facts/texts.ts';
import { whenSentence } from '../letter/subjects.ts';
import { voiceOf } from '../letter/wording.ts';
import { formatCents } from '../money/cents.ts';
import { caseFileOf, isPaid, paidNote, saysYou, spokenStory, type CaseFile } from './case-file.ts';
import { courtRule, saysOf } from './court-rules.ts';
import { answersTo, asking, HOW_MUCH, opening, WHAT_SHOWS, WHEN_AND_NEXT, withExhibit } from './hearing.ts';
import type { PaperInput } from './paper.ts';

export interface HearingCard {
  /** `Ana Diaz v. Bo Lee`. */
  readonly caseName: string;
  /** Day and case number, as far as the claimant typed them; empty without. */
  readonly when: string;
  /** Sentences on a claim that is paid, and on the first day in court, which may be a conference; empty where neither is known. */
  readonly first: string;
  /** Paragraphs to be said aloud. */
  readonly script: readonly string[];
  /** What to change while reading, where words of the letter are among them; empty where none are. */
  readonly note: string;
  /** How long they take, in whole minutes. */
  readonly minutes: number;
  /** By their numbers, from 1. */
  readonly exhibits: readonly string[];
  readonly questions: readonly { readonly asks: string; readonly answers: readonly string[] }[];
  /** What to do when the other side does not come. */
  readonly ifAbsent: readonly string[];
}

/** People who are nervous speak 130 to 150 words a minute; an exhibit that is named takes time too. */
const WORDS_A_MINUTE = 130;

function scriptOf(file: CaseFile): string[] {
  const { facts, data, letter, askedCents, claimant } = file;
  const { I } = voiceOf(claimant);
  // Without rows the story is the claimant's own account, in the words of the letter.
  const story = facts.length > 0 ? facts.map(withExhibit) : spokenStory(data);
  const [opens, closes] = isPaid(file)
    ? [[], []]
    : [[opening(file)], [`The sum is ${formatCents(askedCents)}.`, asking(file)]];
  return [
    ...opens,
    ...story,
    ...(letter ? [`${I} asked for the money in a letter of ${formatDay(letter.letterDay)}. It is Exhibit 1.`] : []),
    ...closes,
  ];
}

const absentText = (file: CaseFile): string[] => [
  'Wait until your case is called. Say that you are here and ready.',
  saysOf(file, 'default') || 'Ask the judge what happens now.',
  'Have ready the proof that the papers were handed over, and what shows the sum.',
];

/** What is known all the same of a question that no row of the claim answers. */
function knownOf(asks: string, { askedCents, data, exhibits }: CaseFile): string[] {
  const known = {
    [HOW_MUCH]: [`${formatCents(askedCents)}.`, ownCalculation(data).trim()],
    [WHEN_AND_NEXT]: [whenSentence(data)],
    [WHAT_SHOWS]: exhibits.map(({ title }, index) => `Exhibit ${index + 1}: ${title}`),
  }[asks];
  return (known ?? []).filter(Boolean);
}

function questionOf(asks: string, file: CaseFile) {
  const answers = answersTo(asks, file);
  return { asks, answers: answers.length > 0 ? answers : knownOf(asks, file) };
}

const whenText = ({ court }: CaseFile): string =>
  [court?.hearingDay ? formatDay(court.hearingDay) : '', court?.caseNumber ? `Case number ${court.caseNumber}` : '']
    .filter(Boolean)
    .join(' · ');

/** @throws {RangeError} when an answer the papers rest on is missing */
export function hearingCard(input: PaperInput): HearingCard {
  const file = caseFileOf(input);
  const script = scriptOf(file);
  const first = courtRule(file, 'first-day');
  const paid = paidNote(file).map((block) => block.kind === 'note' && block.text);
  const words = script.join(' ').split(/\s+/).length;
  return {
    caseName: file.caseName,
    when: whenText(file),
    first: [...paid, first?.value['says'], first?.note].filter(Boolean).join(' '),
    script,
    note: saysYou(script.map((said) => said.replace('Thank you.', '')))
      ? `Where it says “you”, say “${file.defendant.name}” to the judge.`
      : '',
    minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
    exhibits: file.exhibits.map(({ title }) => title),
    questions: [HOW_MUCH, WHEN_AND_NEXT, WHAT_SHOWS].map((asks) => questionOf(asks, file)),
    ifAbsent: absentText(file),
  };
}
