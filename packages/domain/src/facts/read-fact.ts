/**
 * One row as three readers read it: the addressee of the letter ("you"), a court (by name), the ear of a judge. Who did it is
 * known from the row. Words the rules cannot turn with certainty are never rewritten: a court reads them in quotation marks.
 */
import { own } from '../own.ts';
import { dayLead } from './days.ts';
import type { ClaimFact } from './rows.ts';
import type { Speakers } from './speakers.ts';
import { agree, agreeBeside, CONTRACTED, isAdverb, isSecond, wouldOrHad, type Agreement } from './verbs.ts';

export type Reader = 'letter' | 'court' | 'spoken';

type Side = 'claimant' | 'defendant';
type Case = 'subject' | 'object' | 'owner' | 'owned';

/** Pronouns of the two sides in a row. `you` may be a subject or an object. */
const PRONOUNS: Readonly<Record<string, readonly [Side, Case]>> = {
  i: ['claimant', 'subject'],
  me: ['claimant', 'object'],
  my: ['claimant', 'owner'],
  mine: ['claimant', 'owned'],
  you: ['defendant', 'object'],
  your: ['defendant', 'owner'],
  yours: ['defendant', 'owned'],
};
/** Of a business they are the claimant's; of a person they may mean others too. */
const PLURAL: typeof PRONOUNS = {
  we: ['claimant', 'subject'],
  us: ['claimant', 'object'],
  our: ['claimant', 'owner'],
  ours: ['claimant', 'owned'],
};
/** Of two people who did it together, told to a court. */
const THEY: Readonly<Record<string, string>> = { we: 'they', us: 'them', our: 'their', ours: 'theirs' };
const NEVER_TURNED = new Set(['myself', 'yourself', 'yourselves', 'ourselves', 'usted', 'ustedes', 'yo', 'mi', 'mis', 'nos', 'nosotros', 'su', 'sus', 'te', 'tu', 'mí', "y'all", 'yall']); // prettier-ignore
/** Who is meant depends on what was told before. */
const OTHERS = new Set('they them their theirs he him his she her hers'.split(' '));

const WE: Readonly<Record<Case, string>> = { subject: 'we', object: 'us', owner: 'our', owned: 'ours' };
const I: Readonly<Record<Case, string>> = { subject: 'I', object: 'me', owner: 'my', owned: 'mine' };
const YOU: Readonly<Record<Case, string>> = { subject: 'you', object: 'you', owner: 'your', owned: 'yours' };
const SPANISH = /(?<!\p{L})(?:el|los|las|que|del|una|por|con|para|y|en|de|pero|cuando)(?!\p{L})/gu;

/** A word a reader of the row should look at. */
export interface UnsureWord {
  readonly word: string;
  /** quoted: the court reads the whole row as the claimant's quoted words. who: it stays, and may mean somebody else. */
  readonly why: 'quoted' | 'who';
}

interface Turned {
  readonly text: string;
  readonly unsure: readonly UnsureWord[];
}

/** Stands at the beginning of a row for who did it. */
const ME = '\uE001';
const THEM = '\uE002';
const BOTH = '\uE003';
const TOKENS = new Set([ME, THEM, BOTH]);

/** Names and pronouns by reader; a name is said once in a sentence. */
function names(reader: Reader, { claimant, defendant }: Speakers) {
  const said = new Set<Side>();
  const parties = { claimant, defendant };
  const byName = (side: Side, role: Case): string => {
    const named = parties[side];
    const name = said.has(side) ? `the ${side}${named.areTwo ? 's' : ''}` : named.name;
    said.add(side);
    if (role !== 'owner' && role !== 'owned') return name;
    return (named.isBusiness || named.areTwo) && /s$/u.test(name) ? `${name}'` : `${name}'s`;
  };
  return {
    next: () => said.clear(),
    of: (side: Side, role: Case): string => {
      if (reader === 'court') return byName(side, role);
      if (side === 'defendant') return reader === 'letter' ? YOU[role] : byName(side, role);
      return (claimant.isBusiness ? WE : I)[role];
    },
    agreement: (side: Side): Agreement => {
      if (reader === 'court' || (reader === 'spoken' && side === 'defendant'))
        return parties[side].areTwo ? 'second' : 'third';
      return side === 'defendant' || claimant.isBusiness ? 'second' : 'first';
    },
  };
}

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?|[\uE001-\uE003]/gu;
/** After these a bare verb follows whoever is named: "let you use". */
const CAUSES =
  /(?:^|\s)(?:lets?|help(?:ed|s)?|ma[dk]e|had|saw|watch(?:ed)?|heard|to|did|didn['’]t|will|would|should|could|can)\s+$/iu;

/** "you" behind these is who does what follows. */
const BEFORE_SUBJECT =
  /(?:^|\s)(?:that|because|if|when|while|since|until|unless|although|though|whether|what|where|why|how)\s+$/iu;

/** "my wife and I" are two, and so is an "I" with a verb of two. */
const PAIR = /(?:^|[,;] |(?:that|when|where|because) )(?:my|your|our) \p{L}+ and $/iu;
const BESIDE_ME = /(?<!\p{L})(?:my|our) \p{L}+ and $/iu;
const WITH_ME = /^ \p{L}+ and I(?!\p{L})/u;
/** "all I got from you was a text": what follows is said of something else, but for "when I called you were out". */
const AS_OBJECT =
  /(?<!(?<!\p{L})(?:when|time|after|before|once|if|because|since) [^,;]*)(?<!\p{L})(?:to|from|with|for|by|at|of|on|about|than|gave|sent|paid|lent|sold|told|showed|owed|offered|brought|handed|mailed|texted|called) $/iu;
const PLURAL_VERB = /^ (?:\p{L}+ )?(?:are|were)(?:n['’]t)?(?!\p{L})/iu;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What is never turned: quotations, names that hold a pronoun, the country and the state. */
function untouched({ claimant, defendant }: Speakers): RegExp {
  const names = [claimant.name, defendant.name].filter(
    (name) =>
      name.includes(' ') &&
      name.split(/[^\p{L}]+/u).some((word) => own(PRONOUNS, word.toLowerCase()) ?? own(PLURAL, word.toLowerCase())),
  );
  return new RegExp(
    `(“[^”]*”|"[^"]*"|${[...names.map(escaped), String.raw`\bUS\b(?=[^\n]*\p{Ll})|(?<=, )ME\b`].join('|')})`,
    'u',
  );
}

/** Turns what stands outside of quotation marks. */
function turn(text: string, reader: Reader, speakers: Speakers, who?: ClaimFact['who']): Turned {
  const unsure: UnsureWord[] = [];
  const voice = names(reader, speakers);
  const isBusiness = speakers.claimant.isBusiness;
  let subject: Agreement | null = null;
  /** Whose verb is waited for, and whether it must come. */
  let waits: { agreement: Agreement; must: boolean } | null = null;
  let after = '';
  const quote = (word: string) => unsure.push({ word, why: 'quoted' });

  const turnWord = (word: string, before: string, rest: string): string => {
    const plain = word.toLowerCase().replaceAll('’', "'");
    const [stem = '', tail = ''] = plain.split("'");
    if (TOKENS.has(word)) {
      const side: Side | null = word === ME ? 'claimant' : word === THEM ? 'defendant' : null;
      subject = side ? voice.agreement(side) : 'second';
      waits = { agreement: subject, must: true };
      if (side) return voice.of(side, 'subject');
      if (reader === 'letter') return `you and ${isBusiness ? 'we' : 'I'}`;
      const [mine, theirs] = [voice.of('claimant', 'subject'), voice.of('defendant', 'subject')];
      return reader === 'court' ? `${mine} and ${theirs}` : `${theirs} and ${mine}`;
    }
    const pronoun = own(PRONOUNS, plain) ?? (tail && tail !== 's' ? own(PRONOUNS, stem) : undefined);
    const plural = own(PLURAL, plain) ?? own(PLURAL, stem);
    // The singular stays in such pairs, though several sign: "my husband and I", not "my husband and we".
    if (isBusiness && ((plain === 'my' && WITH_ME.test(rest)) || (plain === 'i' && BESIDE_ME.test(before)))) {
      if (reader === 'court') quote(word);
      return word;
    }
    const found = pronoun ?? (isBusiness ? plural : undefined);
    const isSeveral =
      (plain === 'you' && /^ (?:guys|folks|people|all|both)(?!\p{L})/iu.test(rest)) ||
      (plain === 'u' && /^ \p{Ll}/u.test(rest));
    if (found && !isSeveral) {
      const [side, role] = found;
      const agreement =
        plain === 'i' && (PAIR.test(before) || PLURAL_VERB.test(rest)) ? 'second' : voice.agreement(side);
      if (tail && tail !== 's') {
        const verb = own(CONTRACTED, tail) ?? (tail === 'd' ? wouldOrHad(rest) : null);
        if (!verb) quote(word);
        subject = agreement;
        if (reader === 'letter' && voice.of(side, 'subject').toLowerCase() === stem) return word;
        return verb ? `${voice.of(side, 'subject')} ${agree(verb, agreement) ?? verb}` : word;
      }
      if (role === 'subject') subject = agreement;
      const name = voice.of(side, role);
      const isActor = role === 'subject' || (plain === 'you' && !CAUSES.test(before) && !AS_OBJECT.test(before));
      // The verb of who is named as before stays as it is.
      if (isActor && name.toLowerCase() !== plain)
        waits = { agreement, must: role === 'subject' || BEFORE_SUBJECT.test(before) };
      return name;
    }
    if (isBusiness && /^(?:myself|ourselves)$/u.test(plain))
      return reader !== 'court' ? 'ourselves' : speakers.claimant.areTwo ? 'themselves' : 'itself';
    if (reader !== 'letter' && speakers.defendant.isBusiness && /^yoursel(?:f|ves)$/u.test(plain)) return 'itself';
    if (who === 'both' && !isBusiness && reader === 'court' && own(THEY, plain)) return own(THEY, plain) ?? word;
    if (plural || isSeveral || NEVER_TURNED.has(plain)) {
      if (reader !== 'letter' && !(reader === 'spoken' && (own(PLURAL, plain) || plain === 'myself'))) quote(word);
      waits = null;
      return word;
    }
    if (OTHERS.has(plain)) unsure.push({ word, why: 'who' });
    if (waits && !isAdverb(plain)) {
      const verb = (waits.must ? agreeBeside : agree)(word, waits.agreement);
      if (verb === null && waits.must && !/^(?:and|or|who|as|of|alone)$/u.test(plain)) quote(word);
      waits = null;
      return verb ?? word;
    }
    // Another word between may be another subject: "and there is".
    const between = /(?:^|\s)(?:and|but|then)\s+(?:(?!and\s|but\s)(\p{L}+)\s+)?$/iu.exec(after);
    const isNext = between && (!between[1] || isAdverb(between[1].toLowerCase()));
    if (!waits && subject && isNext && isSecond(plain, before, rest)) return agree(word, subject) ?? word;
    return word;
  };

  const pieces = text.split(untouched(speakers)).map((piece, index) => {
    if (index % 2 === 1) return piece;
    return piece.replace(WORD, (word: string, at: number) => {
      const before = piece.slice(Math.max(0, at - 200), at);
      after = before;
      if (/[.!?;]\s+$/u.test(before)) {
        subject = null;
        waits = null;
        voice.next();
      }
      const turned = turnWord(word, before, piece.slice(at + word.length, at + word.length + 60));
      const opens = (at === 0 && index === 0) || /[.!?]\s+$/u.test(before);
      return opens && turned !== word ? turned.charAt(0).toUpperCase() + turned.slice(1) : turned;
    });
  });
  if (reader !== 'letter' && (text.match(SPANISH) ?? []).length >= 2) quote('');
  // A name may end with a stop of its own, as sentences do.
  const whole = pieces.join('');
  return { text: reader === 'letter' ? whole : whole.replace(/(\p{L}\.)\.(?!\.)/gu, '$1'), unsure };
}

/** What a row may begin with for each who: it names the subject already. */
function ownSubject(fact: ClaimFact, { claimant, defendant }: Speakers): RegExp | null {
  const first = defendant.isBusiness ? '' : (defendant.name.split(' ')[0] ?? '');
  const by = {
    me: `i|we|${escaped(claimant.name)}`,
    them: `you|they|he|she|${[defendant.name, first].filter(Boolean).map(escaped).join('|')}`,
    both: 'we both|we|you and i|i and you|both of us',
    other: `he|she|they|it${fact.whoName?.trim() ? `|${escaped(fact.whoName.trim())}` : ''}`,
  };
  return fact.who ? new RegExp(`^(?:${by[fact.who]})(?=\\s|['’](?:m|re|ve|ll)\\b)`, 'iu') : null;
}

const SENTENCE_END = /[.!?…]["”'’)]*$/u;
/** Of words that begin a sentence with a capital alone, and are small behind a day. */
const SMALL_AFTER_DAY =
  /^(?:The|A|An|My|Your|Our|This|That|These|Those|It|They|He|She|There|Some|All|What|One|Two|We|You|Nobody|Nothing|No)(?=\s)|^(?:At|In|When|While|Before|(?:Early|Late)(?= (?:in|on) the)|(?:After|As|For|With)(?=\s(?:[\p{Ll}\d$]|I\s)))(?=\s)/u;

const OBJECT = /^\p{L}+ (?:me|my|us|our|you|your|it|them|the|an?|no|too|every)\s/u;

/** The row in one line, with a mark for its subject. @returns empty when the row says nothing */
function canonical(fact: ClaimFact, speakers: Speakers): string {
  const what = (fact.what ?? '')
    .replace(/[\uE001-\uE003]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(what)) return '';
  const whole = SENTENCE_END.test(what) ? what : `${what}.`;
  const who = { me: ME, them: THEM, both: BOTH, other: fact.whoName?.trim() || 'somebody else' };
  if (!fact.who) return whole;
  const own = ownSubject(fact, speakers)?.exec(whole)?.[0];
  if (own !== undefined) {
    const rest = whole
      .slice(own.length)
      .replace(/^['’](m|re|ve|ll)\b/iu, (_, tail: string) => ` ${CONTRACTED[tail.toLowerCase()] ?? ''}`);
    return `${who[fact.who]}${rest}`;
  }
  const words = whole.split(' ');
  const verb = words.find((word) => !isAdverb(word.toLowerCase()))?.replace(/[^\p{L}'’].*$/u, '') ?? '';
  // "charge me": a verb of the present stands before what it is done to.
  const isVerbal =
    /^(?:and|guys)$/u.test(verb) ||
    agree(verb, 'second') !== null ||
    (agreeBeside(verb, 'second') !== null && OBJECT.test(whole));
  return isVerbal ? `${who[fact.who]} ${whole.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())}` : whole;
}

/** `you` after a comma, the sentence's own capital without a day. */
function withDay(text: string, fact: ClaimFact): string {
  const lead = dayLead(fact);
  if (!lead) return text.charAt(0).toUpperCase() + text.slice(1);
  return `${lead}, ${text.replace(SMALL_AFTER_DAY, (word) => word.toLowerCase())}`;
}

function read(fact: ClaimFact, reader: Reader, speakers: Speakers): Turned {
  const line = canonical(fact, speakers);
  if (!line) return { text: '', unsure: [] };
  const turned = turn(line, reader, speakers, fact.who);
  if (reader === 'letter' || !turned.unsure.some(({ why }) => why === 'quoted'))
    return { ...turned, text: withDay(turned.text, fact) };
  const own = withDay(turn(line, 'letter', speakers).text, fact);
  return { text: inQuotes(own), unsure: turned.unsure };
}

/** The claimant's own words: whose they are is said once beside them. */
export const inQuotes = (text: string): string => `“${text.replaceAll(/[“”]/gu, "'")}”`;

/** Words of a row that are no whole fact, to a reader: of an item, of a proof, of an answer. Quoted where they cannot be turned. */
export function readWords(text: string, reader: Reader, speakers: Speakers): string {
  const words = text.replace(/\s+/gu, ' ').trim();
  const turned = turn(words, reader, speakers);
  return reader !== 'letter' && turned.unsure.some(({ why }) => why === 'quoted') ? inQuotes(words) : turned.text;
}

/** The row as letters were composed of it while fewer verbs were known, to find its line again. */
export function formerReading(fact: ClaimFact): string {
  const what = fact.what?.replace(/\s+/gu, ' ').trim() ?? '';
  return what && withDay(SENTENCE_END.test(what) ? what : `${what}.`, fact);
}

/**
 * A row as a sentence, with its day.
 * @param reader - letter: "you". court: both sides by name. spoken: "I", and the other side by name
 * @returns empty when the row says nothing yet; in quotation marks when its words cannot be turned for this reader
 */
export const readFact = (fact: ClaimFact, reader: Reader, speakers: Speakers): string =>
  read(fact, reader, speakers).text;

export interface FactReadings extends Readonly<Record<Reader, string>> {
  /** For the person to look at while typing, and to put in other words. */
  readonly unsure: readonly UnsureWord[];
}

export function readingsOf(fact: ClaimFact, speakers: Speakers): FactReadings {
  const court = read(fact, 'court', speakers);
  const [letter, spoken] = [readFact(fact, 'letter', speakers), readFact(fact, 'spoken', speakers)];
  return { letter, court: court.text, spoken, unsure: court.unsure };
}
