/** What all papers of one claim share. */
import { note, paragraph } from './blocks.ts';
import { areTwo, claimantOf, defendantOf, incidentPlace, shownClaimantOf, type ClaimFormData, type Party, type Place } from '../claim/form-data.ts'; // prettier-ignore
import { isUnsafeLine } from '../claim/short-texts.ts';
import { isFiled, type CourtDates } from '../case/court-dates.ts';
import { formatDay, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { agreedRateOf } from '../facts/agreed-interest.ts';
import { inOrderOfDays } from '../facts/days.ts';
import { hasOwnDay, proofOf } from '../facts/proofs.ts';
import { readFact, readingsOf, readWords } from '../facts/read-fact.ts';
import type { ClaimFact, ClaimItem } from '../facts/rows.ts';
import { speakersOf } from '../facts/speakers.ts';
import { itemsMakeAmount, toldItems } from '../facts/sums.ts';
import { ownStory } from '../facts/texts.ts';
import { courtSum } from '../jurisdictions/filing.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import { sizedClaimOf, timedClaimOf, timeLimit, type LimitCheck, type TimeLimit } from '../jurisdictions/limits.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { letterGaps } from '../letter/gaps.ts';
import { printableAnswers } from '../letter/gate/printable-answers.ts';
import { beyondSentences } from '../letter/law.ts';
import { sentencesOf } from '../letter/sentences.ts';
import { splitStory } from '../letter/story.ts';
import { isAboutKeptGoods, subjectOf } from '../letter/subjects.ts';
import { ASKED } from '../letter/wording.ts';
import { amountCents } from '../money/amount.ts';
import { formatCents } from '../money/cents.ts';
import type { AfterLetter, Exhibit, PaperBlock, PaperInput, SentLetter } from './paper.ts';

export interface CaseFile {
  readonly data: ClaimFormData;
  readonly claimant: Party;
  readonly defendant: Party;
  /** Who was named as owing this too: the claimant chooses whether to sue them. */
  readonly alsoOwe: readonly Pick<Party, 'name' | 'place'>[];
  /** Who of them lives in another state than the one where it happened, and whether the other side itself does. */
  readonly away: readonly string[];
  readonly isAway: boolean;
  readonly place: Place;
  readonly state: StateFacts | null;
  /** `Ana Diaz v. Bo Lee`. */
  readonly caseName: string;
  readonly subject: string;
  readonly happenedOn: CalendarDay | null;
  /** `March 3, 2026`, with "about" where the claimant is not sure; empty without a day. */
  readonly happenedText: string;
  readonly madeOn: CalendarDay;
  /** What the claimant is owed. */
  readonly amountCents: number;
  readonly limit: LimitCheck | null;
  /** The court's limit where a text confirms it. */
  readonly limitCents: number | null;
  readonly hasWaived: boolean;
  /** Payments that came after the letter, before a decision, and what is left of the amount. */
  readonly payments: AfterLetter['payments'];
  readonly receivedCents: number;
  readonly openCents: number;
  readonly after: AfterLetter;
  /** Null while nothing of a court was typed. */
  readonly court: CourtDates | null;
  /** What is asked of the court: what is open, or the limit when the excess is waived. */
  readonly askedCents: number;
  /** Sentences on sums beyond a deposit that was kept, for the claimant to ask for or not; empty where the law has none. */
  readonly beyond: string;
  readonly time: TimeLimit | null;
  readonly letter: SentLetter | null;
  /** All exhibits in order, the letter and its proof first. */
  readonly exhibits: readonly Exhibit[];
  /** What the rows tell, in the order of their days. */
  readonly facts: readonly ToldFact[];
  /** Parts of the sum, where they make the amount. */
  readonly items: readonly ClaimItem[];
  /** Words of a row that are no whole fact, as a court reads them. */
  readonly toCourt: (words: string) => string;
  /** Words of such a row as the claimant says them. */
  readonly aloud: (words: string) => string;
  /** What the court is to order, behind "to": `pay $250.00`. */
  readonly asked: string;
  /** Whether that is to return the property first. */
  readonly hasGoods: boolean;
  readonly footer: string;
}

function letterExhibits(letter: SentLetter | null): Exhibit[] {
  if (!letter) return [];
  const proof: Exhibit[] = letter.trackingNumber
    ? [
        {
          title: `Certified Mail record, tracking number ${letter.trackingNumber}`,
          madeBy: 'US Postal Service',
          proves: 'That the letter was mailed, and what became of it',
          ...(letter.mailedOn ? { date: letter.mailedOn } : {}),
        },
      ]
    : [];
  return [
    {
      title: 'Demand letter',
      date: letter.letterDay,
      madeBy: 'Claimant',
      proves: 'That payment was asked for before filing',
    },
    ...proof,
  ];
}

/** Co-debtors whose lines can be printed. */
export const alsoOweOf = (data: ClaimFormData): CaseFile['alsoOwe'] =>
  (data.recipients ?? []).flatMap(({ role, name, address = '', apt = '', city = '', state = '', zipcode = '' }) =>
    role === 'co-debtor' && name && !isUnsafeLine([name, address, apt, city])
      ? [{ name, place: { address, apt, city, state, zipcode } }]
      : [],
  );

/** @throws {RangeError} when an answer the papers rest on is missing */
export function caseFileOf(input: PaperInput): CaseFile {
  const { state, madeOn } = input;
  const gaps = letterGaps(input.data);
  if (gaps.length > 0) throw new RangeError(`court papers need ${gaps.join(', ')}`);

  const { data } = printableAnswers(input.data, input.rulings);
  const claimant = shownClaimantOf(data);
  const other = defendantOf(data);
  // The address of an agent is none of the business: what a court reads says so.
  const isByAgent = other.isBusiness && data.toRegisteredAgent;
  const defendant = isByAgent ? { ...other, careOf: 'By its registered agent' } : other;
  const cents = amountCents(data.amount) ?? 0;
  const timed = timedClaimOf(data, madeOn);
  const happenedOn = parseCalendarDay(data.date);
  const after = input.after ?? { payments: [], answers: [] };
  const decidedOn = input.court?.judgmentDay;
  // Payments from the day of a decision on pay the judgment, and are not taken off the claim.
  const payments = after.payments.filter(({ day }) => !decidedOn || day < decidedOn);
  const receivedCents = payments.reduce((sum, payment) => sum + payment.cents, 0);
  const openCents = Math.max(0, cents - receivedCents);
  const { limit, limitCents, hasWaived, askedCents } = courtSum(data, state, sizedClaimOf(data, openCents));
  const letter = input.letter ?? null;
  const exhibits = [...letterExhibits(letter), ...proofExhibits(data), ...(input.exhibits ?? [])];
  const place = incidentPlace(data);
  const here = matchState(place.state)?.code;
  const alsoOwe = alsoOweOf(data);
  const away = [defendant, ...alsoOwe].filter((party) => {
    const there = matchState(party.place.state)?.code;
    return here !== undefined && there !== undefined && here !== there;
  });
  const caseName = `${claimant.name} v. ${defendant.name}`;
  const hasGoods = isAboutKeptGoods(data);
  return {
    data,
    claimant,
    defendant,
    alsoOwe,
    away: away.map(({ name }) => name),
    isAway: away.includes(defendant),
    place,
    state,
    caseName,
    subject: subjectOf(data.situation, data.disputing),
    happenedOn,
    happenedText: happenedOn ? `${data.dateIsAbout ? 'about ' : ''}${formatDay(happenedOn)}` : '',
    madeOn,
    amountCents: cents,
    limit,
    limitCents,
    hasWaived,
    payments,
    receivedCents,
    openCents,
    after,
    court: input.court ?? null,
    askedCents,
    beyond: hasWaived || openCents === 0 ? '' : beyondSentences(data, state),
    time: state ? timeLimit(state, timed) : null,
    letter,
    exhibits,
    facts: toldFacts(data, exhibits),
    items: itemsMakeAmount(data) ? toldItems(data.sumItems) : [],
    toCourt: (words) => readWords(words, 'court', speakersOf(data)),
    aloud: (words) => readWords(words, 'spoken', speakersOf(data)),
    asked: (hasGoods ? ASKED.goods : ASKED.money)(formatCents(askedCents)),
    hasGoods,
    footer: `${caseName} · made on ${formatDay(madeOn)}`,
  };
}

export const isPaid = ({ receivedCents, openCents }: CaseFile): boolean => receivedCents > 0 && openCents === 0;

/** Note that all is paid, and a claim for nothing is not filed; no block while some of it is open. */
export const paidNote = (file: CaseFile): PaperBlock[] =>
  isPaid(file)
    ? [
        note(
          `By what you reported, ${agreedRateOf(file.data) ? 'the amount is paid. Interest that was agreed is not part of it: ask the clerk whether you can ask for that alone.' : 'all of it is paid: there is nothing to ask a court for.'} If your claim is filed, ask the clerk how to end it.`,
          'Paid',
        ),
      ]
    : [];

/** Whether nothing is left to file: the claim is at the court, or paid. */
export const isPastFiling = (file: CaseFile): boolean => isFiled(file.court) || isPaid(file);

/** What a party does, or two people do. */
export const does = (party: Party, verb: string): string => `${party.name} ${areTwo(party) ? verb.slice(0, -1) : verb}`;

/** A party, and whom to ask for there. */
export const namesOf = ({ name, isBusiness, personName }: Party): readonly string[] =>
  isBusiness && personName ? [name, `Contact: ${personName}`] : [name];

/** Pictures, greetings, closings and blanks of a letter tell nothing: they are no facts. */
const SAYS_NOTHING =
  /^(?:[^\p{L}\p{N}]*|\[[^\]]*\]|dear [^.!?]{1,60}|to whom it may concern|(?:yours )?(?:sincerely|truly|faithfully|respectfully)(?: yours| submitted)?|(?:(?:kind|best|warm) )?regards|(?:many )?thanks(?: in advance)?|thank you(?: in advance)?|atentamente|(?:un )?saludos?(?: cordial(?:es)?)?)[\s,.!:]*$/iu;

/** Facts are numbered one by one; of a very long account a number holds several sentences. */
const NUMBERS_AT_MOST = 40;

/** The claimant's own account beside the rows, in sentences, each exactly as written. */
export function storySentences(data: ClaimFormData, account = ownStory(data)): readonly string[] {
  const own = claimantOf(data).personName.toLowerCase();
  const tells = (text: string): boolean => !SAYS_NOTHING.test(text) && text.toLowerCase() !== own;
  const lines = account.split(/\r\n|\r|\n/).map((line) => line.trim());
  const paragraphs = lines.filter(tells).map((line) => sentencesOf(line).filter(tells));
  const size = Math.ceil(paragraphs.flat().length / NUMBERS_AT_MOST);
  return paragraphs.flatMap((sentences) =>
    sentences.flatMap((_, at) => (at % size === 0 ? [sentences.slice(at, at + size).join(' ')] : [])),
  );
}

/** The same as it is said aloud: of a long account what the letter carries of it. */
export const spokenStory = (data: ClaimFormData): readonly string[] =>
  storySentences(data, splitStory(ownStory(data), data.coreSentences).inLetter);

/** A fact of a row as papers tell it. */
export interface ToldFact {
  readonly fact: ClaimFact;
  /** The fact with its day, parties by name. */
  readonly court: string;
  /** The fact without the day, beside which it stands. */
  readonly event: string;
  readonly spoken: string;
  /** Exhibits that prove it; empty without. */
  readonly exhibit: string;
  /** Whether a court reads it in the claimant's own words. */
  readonly isQuoted: boolean;
}

/** Whether words of the letter speak to the other side. */
export const saysYou = (words: readonly string[]): boolean =>
  words.some((text) => /\b(?:you(?:rs?(?:el(?:f|ves))?)?|usted(?:es)?)\b/i.test(text));

/** Words behind the name of the other side. */
export const whoIsYou = (words: readonly string[]): string => (saysYou(words) ? ', who is “you” in them' : '');

/** Says once whose words stand in quotation marks; nothing where none do. */
export function ownWordsNote({ data, facts, claimant, defendant }: CaseFile): PaperBlock[] {
  const quoted = facts.flatMap(({ isQuoted, court }) => (isQuoted ? [court] : []));
  const you = whoIsYou([...quoted, ...storySentences(data)]);
  return quoted.length > 0
    ? [paragraph(`Words in quotation marks are from the letter of ${claimant.name} to ${defendant.name}${you}.`)]
    : [];
}

/** What proves a row, to be brought on paper. */
const proofExhibits = (data: ClaimFormData): readonly (Exhibit & { readonly row: string })[] =>
  inOrderOfDays(data.facts ?? []).flatMap((fact) => {
    const title = proofOf(fact, (words) => readWords(words, 'court', speakersOf(data)));
    if (!title || fact.proof === 'witness') return [];
    const day = parseCalendarDay(fact.day);
    const ofThatDay = hasOwnDay(fact);
    return [
      {
        row: fact.id,
        title: `On paper: ${title}`,
        proves: readFact(ofThatDay ? { ...fact, day: '', dayIs: 'unknown' } : fact, 'court', speakersOf(data)),
        ...(ofThatDay && day && fact.dayIs !== 'about' ? { date: day } : {}),
      },
    ];
  });

/** @param exhibits - all exhibits, those of rows among them */
function toldFacts(
  data: ClaimFormData,
  exhibits: readonly (Exhibit & { readonly row?: string })[],
): readonly ToldFact[] {
  const speakers = speakersOf(data);
  return inOrderOfDays(data.facts ?? []).flatMap((fact) => {
    const { court, spoken, unsure } = readingsOf(fact, speakers);
    const isQuoted = unsure.some(({ why }) => why === 'quoted');
    if (!court) return [];
    const number = exhibits.findIndex(({ row }) => row === fact.id);
    const event = readFact({ ...fact, day: '', dayIs: 'unknown' }, 'court', speakers);
    return [{ fact, court, spoken, event, isQuoted, exhibit: number < 0 ? '' : String(number + 1) }];
  });
}
