/** Forty claims with rows, as letter, papers and script, read by an oracle that knows the rows and no code that composes. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { ClaimFormData } from '../../src/claim/form-data.ts';
import { inOrderOfDays, readFact, speakersOf, storyFromRows, sumFromItems } from '../../src/facts/index.ts';
import { FACT_ACTORS, FACT_DAYS, FACT_PROOFS } from '../../src/facts/rows.ts';
import { STATES } from '../../src/jurisdictions/index.ts';
import { sentenceKey } from '../../src/letter/gate/printable.ts';
import { printableAnswers } from '../../src/letter/gate/printable-answers.ts';
import { composeLetter, letterGaps } from '../../src/letter/index.ts';
import { writePapers, type Paper, type PaperId } from '../../src/papers/index.ts';
import { aClaim } from '../../src/testing/claims.ts';

interface Told {
  readonly id: string;
  readonly data: ClaimFormData;
  /** Of the letter. */
  readonly parts: ReadonlyMap<string, string>;
  /** Cells by paper and heading: `timeline/`, `statement-of-claim/The sum`. */
  readonly at: (key: string) => readonly string[];
}

const idOf = (data: ClaimFormData): string => (data as { id?: string }).id ?? '';
const NOTHING = { apt: '', defendantFirstname: '', defendantLastname: '', claimDescription: '', claimCalculation: '' };

const CLAIMS = readFileSync(new URL('../unseen/claims.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): ClaimFormData => {
    const data = aClaim({ ...NOTHING, ...(JSON.parse(line) as ClaimFormData) });
    // As the screen makes the texts of the rows.
    const claimDescription = storyFromRows(data.claimDescription ?? '', data.facts, speakersOf(data));
    const claimCalculation = sumFromItems(data.claimCalculation ?? '', data.sumItems);
    const made = { ...data, claimDescription, claimCalculation };
    // Whoever wrote them keeps what is asked about.
    const asked = printableAnswers(made).leftOut.map(({ sentence }) => ({
      key: sentenceKey(sentence),
      choice: 'keep' as const,
    }));
    return { ...made, sentenceChoices: asked };
  });

function cellsOf(papers: readonly Paper[]): Map<string, string[]> {
  const cells = new Map<string, string[]>();
  for (const { id, blocks } of papers) {
    let heading = '';
    for (const block of blocks) {
      if (block.kind === 'heading') heading = block.text.replace(/ \(.*/, '');
      const texts =
        block.kind === 'list'
          ? block.items
          : block.kind === 'table'
            ? block.rows.map((row) => row.join(' | '))
            : block.kind === 'paragraph'
              ? [block.text]
              : [];
      const key = `${id}/${heading}`;
      cells.set(key, [...(cells.get(key) ?? []), ...texts]);
    }
  }
  return cells;
}

function tell(data: ClaimFormData): Told {
  const state = STATES.find(({ code }) => code === data.incidentState) ?? null;
  const letter = composeLetter({ data, state, dates: { letterDay: '2026-11-20' } });
  const papers = writePapers('full-trial', {
    data,
    state,
    madeOn: '2026-11-21',
    letter: { letterDay: '2026-11-20', payBy: letter.payBy.payBy, mailedOn: '2026-11-21', trackingNumber: '9407' },
  });
  const parts = new Map(letter.parts.map((part) => [part.id, part.text]));
  const cells = cellsOf(papers);
  return { id: idOf(data), data, parts, at: (key) => cells.get(key) ?? [] };
}

const CENTS = (text: string): number => {
  const [, minus, figure = ''] = /(-?)\$([\d,]+\.\d\d)(?:\D*)$/.exec(text) ?? [];
  return Math.round(Number(figure.replaceAll(',', '')) * 100) * (minus ? -1 : 1);
};
const unquoted = (text: string): string => text.replace(/“[^”]*”|"[^"]*"/g, '“”');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const longDay = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
const PRONOUN = /^(?:i|me|my|mine|we|us|our|ours|you|your|yours|myself|yourself)$/;
/** Words of a row that no reader has otherwise. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}$]+(?:['’]\p{L}+)?/gu) ?? []).filter(
    (word) => word.length > 4 && !PRONOUN.test(word.toLowerCase()) && !/['’]/.test(word),
  );
const holds = (cell: string, words: readonly string[]): boolean =>
  words.every((word) => cell.toLowerCase().includes(word.toLowerCase()));

/** Everything a judge reads or hears that was made of answers. */
const JUDGE: readonly [PaperId, string][] = [
  ...['The facts', 'The sum', 'What is asked'].map((heading): [PaperId, string] => ['statement-of-claim', heading]),
  ['timeline', ''],
  ['evidence-index', ''],
  ...['Opening', 'Your story', 'Dates to have at hand', 'The sum', 'Closing', 'What the other side may say'].map(
    (heading): [PaperId, string] => ['hearing-script', heading],
  ),
];
/** Said to the claimant, by heading: no words of theirs. */
const ADVICE = /^(?:Name the exhibit|Start with|Where|What you wrote|Check each|Add what|Give each|Words in quotation)/;

function wrongTo(judge: readonly string[], where: string, { data }: Told): string[] {
  const wrong: string[] = [];
  const isSpoken = where.startsWith('hearing-script');
  for (const cell of judge.filter((each) => !ADVICE.test(each))) {
    const own = unquoted(cell).replace(/My name is [^.]*\. I speak for|Thank you\./, '');
    const answer = where.endsWith('may say') ? (own.split(' | ')[1] ?? '') : own;
    const usual =
      where.endsWith('may say') && !(data.objections ?? []).some(({ says }) => says && cell.includes(says.trim()));
    if (!usual && /\b(?:you|your|yours|yourself)\b/i.test(answer)) wrong.push(`speaks to the reader: ${cell}`);
    if (!isSpoken && /\b(?:I|[Mm]y|[Mm]e|mine|[Ww]e|us|[Oo]urs?)\b/.test(own))
      wrong.push(`in the first person: ${cell}`);
    if (isSpoken && data.userType === '2' && /\b(?:I|[Mm]y|me)\b/.test(own) && !usual)
      wrong.push(`a business says I: ${cell}`);
    if (/(?<!\.)\.\.(?!\.)/.test(cell)) wrong.push(`two stops: ${cell}`);
    if (/(?:Movers|Events|Studio[s])'s\b/.test(cell)) wrong.push(`'s after s: ${cell}`);
    if (/\b(?:that|because|if) the (?:defendant|claimant) (?:buy|pay|give|take|owe|have|do|are|were)\b/.test(cell))
      wrong.push(`he / they: ${cell}`);
  }
  const marks = judge.filter((cell) => /\bstates[:,]|[Ii]n the words of|Words in quotation/.test(cell));
  if (marks.length > 1) wrong.push(`the claimant's words are marked ${marks.length} times in ${where}`);
  return wrong;
}

function wrongFacts({ data, parts, at }: Told): string[] {
  const wrong: string[] = [];
  const letter = ['facts', 'attachment'].flatMap((part) => parts.get(part)?.split('\n') ?? []);
  const lists: Record<string, readonly string[]> = {
    letter,
    statement: at('statement-of-claim/The facts'),
    timeline: at('timeline/').filter((line) => !ADVICE.test(line)),
    script: [...at('hearing-script/Your story'), ...at('hearing-script/Dates to have at hand')],
  };
  const ACTOR: Record<string, RegExp> = { me: /\b(?:I|we)\b/i, them: /\byou\b|\byour\b/i, both: /\byou and\b/i };
  for (const { who, what, day, dayIs, proof, proofName } of data.facts ?? []) {
    const words = wordsOf(what ?? '');
    if (!what || words.length === 0) continue;
    for (const [name, lines] of Object.entries(lists)) {
      const cell = lines.filter((line) => holds(line, words));
      const same = (data.facts ?? []).filter((other) => other.what === what).length;
      if (cell.length < same) wrong.push(`not in the ${name}: ${what}`);
      if (name !== 'letter' && cell.length > same && words.length > 2)
        wrong.push(`${cell.length} times in the ${name}: ${what}`);
      for (const line of cell.filter((each) => name === 'letter' || !/["”]/.test(each)))
        if (!/[.!?…)]["”]?$/.test(line.replace(/ \| \d*$/, ''))) wrong.push(`without an end: ${line}`);
      const [first = ''] = cell;
      if (name === 'letter' && who && ACTOR[who]?.test(first) === false) wrong.push(`nobody did it: ${first}`);
      if (name === 'statement' && who === 'me' && /^(?:On [^,]*, \d{4}, )?[a-z]/.test(first))
        wrong.push(`nobody did it: ${first}`);
      if (
        name !== 'letter' &&
        first.includes('“') &&
        !/\b(?:our|us|we|yourself)\b/i.test(what) &&
        !/(?:states|letter): “/.test(what)
      )
        wrong.push(`quoted without need: ${first}`);
      if (
        dayIs === 'about' &&
        day?.length === 10 &&
        first.includes(longDay(day)) &&
        !first.includes(`about ${longDay(day)}`)
      )
        wrong.push(`a guessed day as exact: ${first}`);
    }
    if (proof === 'other' && proofName) {
      const cell = at('evidence-index/').find((line) => holds(line, [...words, ...wordsOf(proofName)])) ?? '';
      const date = cell.split(' | ')[2];
      if (
        date ||
        `${cell}${parts.get('proofs')}`.includes(
          `${proofName} of ${MONTHS.find((month) => `${cell}${parts.get('proofs')}`.includes(`${proofName} of ${month}`))}`,
        )
      )
        wrong.push(`a day nobody gave: ${proofName}`);
    }
  }
  if ((data.facts ?? []).length > 0 && (data.facts ?? []).every(({ proof }) => proof))
    wrong.push(
      ...at('evidence-index/')
        .filter((row) => /^\d+(?: \| )+$/.test(row))
        .map((row) => `empty: ${row}`),
    );
  if (data.situation === 'other')
    wrong.push(...at('statement-of-claim/The court, and why this court').filter((row) => /agreement/.test(row)));
  return wrong;
}

function wrongSums({ data, parts, at }: Told): string[] {
  const wrong: string[] = [];
  const items = (data.sumItems ?? []).filter(({ label, cents }) => label && cents);
  if (items.length === 0) return wrong;
  const total = Math.round(Number(data.amount) * 100);
  const makes = items.reduce((sum, { cents, isCredit }) => sum + (isCredit ? -1 : 1) * (cents ?? 0), 0) === total;
  const tables: Record<string, readonly string[]> = {
    letter: parts.get('sum')?.split('\n') ?? [],
    statement: at('statement-of-claim/The sum').filter((row) => row.includes(' | ') && /\$/.test(row)),
    worksheet: [...at('damages-worksheet/'), ...at('damages-worksheet/How you calculated the amount')].filter((row) =>
      row.includes(' | '),
    ),
  };
  for (const [name, rows] of Object.entries(tables)) {
    if (!makes && name !== 'worksheet') continue;
    if (rows.some((row) => row.startsWith('Part of the sum')))
      wrong.push(
        `an item without its name in the ${name}: ${rows.filter((row) => row.startsWith('Part of the sum')).length}`,
      );
    const lines = rows.slice(0, -1);
    const sum = lines.reduce((all, row) => all + (/\$/.test(row) ? CENTS(row) : 0), 0);
    if (sum !== total || CENTS(rows.at(-1) ?? '') !== total)
      wrong.push(`the ${name} does not add up: ${rows.join(' / ')}`);
    if (name === 'worksheet' && !rows[0]?.replaceAll(/[ |]/g, '')) wrong.push('empty rows in the worksheet');
  }
  const figure =
    at('hearing-script/Closing')
      .join()
      .match(/\$[\d,.]+\d/)?.[0] ?? '-';
  const said = [...parts]
    .filter(([id]) => id !== 'sum' && id !== 'facts')
    .reduce((count, [, text]) => count + text.split(figure).length - 1, 0);
  // Once more in the form for an answer.
  if (said > 3) wrong.push(`the amount stands ${said} times in the letter beside the table`);
  return wrong;
}

function wrongObjections({ data, parts, at }: Told): string[] {
  const wrong: string[] = [];
  for (const [id, text] of parts)
    if (id.startsWith('objection') && /[^.!?…]” /.test(text)) wrong.push(`two sentences in one: ${text}`);
  const rows = at('hearing-script/What the other side may say').map((row) => row.split(' | '));
  const plain = rows.map(([says = '']) => says.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
  plain.forEach((says, index) => plain.indexOf(says) < index && wrong.push(`twice: ${says}`));
  if ((data.objections ?? []).length > 0)
    wrong.push(...rows.filter(([, answer]) => !answer).map(([says]) => `no answer: ${says}`));
  return wrong;
}

const wrongOf = (told: Told): string[] =>
  [
    ...JUDGE.map((place) => place.join('/')).flatMap((where) => wrongTo(told.at(where), where, told)),
    ...wrongFacts(told),
    ...wrongSums(told),
    ...wrongObjections(told),
  ].map((what) => `${told.id}: ${what}`);

it('says no wrong sentence of forty claims in letter, papers and script', () => {
  const all = CLAIMS.filter((data) => letterGaps(data).length === 0);
  expect(all).toHaveLength(39);
  const wrong = all.map(tell).flatMap(wrongOf);
  expect(wrong).toEqual([]);
});

/** One of each category, persons and businesses on both sides. */
const READERS = ['letter', 'court', 'spoken'] as const;
const GOLDEN = ['03', '09', '12', '36', '17', '20', '21', '24', '13', '28', '29', '33'];

it('reads the rows of twelve categories to the addressee, to a court and aloud as was read and found right', () => {
  const rows = GOLDEN.flatMap((number) =>
    CLAIMS.filter((data) => idOf(data).startsWith(number)).flatMap((data) => [
      idOf(data),
      ...inOrderOfDays(data.facts ?? []).map((fact) =>
        READERS.map((reader) => readFact(fact, reader, speakersOf(data))).join('\t'),
      ),
    ]),
  );
  expect(`${rows.join('\n')}\n`).toBe(readFileSync(new URL('./rows.tsv', import.meta.url), 'utf8'));
});

it('tells each row once in each paper it belongs to, and adds up each sum it prints', () => {
  const rows = fc.array(
    fc.record({
      day: fc.constantFrom('', '2019', '2024-02-29', '2025-03', '2026-03-03'),
      dayIs: fc.constantFrom(...FACT_DAYS),
      who: fc.constantFrom(...FACT_ACTORS),
      verb: fc.constantFrom('paid', 'did not return', 'asked you about', 'went home with', "said that you'd send"),
      proof: fc.constantFrom(...FACT_PROOFS, '' as const),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const parts = fc.array(fc.record({ cents: fc.integer({ min: 1, max: 90_000 }), isCredit: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(rows, parts, fc.boolean(), fc.boolean(), (given, items, isBusiness, isAgainstBusiness) => {
      const facts = given.map(({ verb, ...row }, at) => ({
        ...row,
        id: `f${at}`,
        what: `${verb} parcel${at}x`,
        whoName: 'Kim',
        proofName: row.proof === 'other' ? 'a slip' : '',
      }));
      const sumItems = items.map((item, at) => ({ ...item, id: `s${at}`, label: `Piece ${at}x` }));
      const total = items.reduce((sum, { cents, isCredit }) => sum + (isCredit ? -cents : cents), 0);
      fc.pre(total > 0);
      const sides: ClaimFormData = {
        userType: isBusiness ? '2' : '1',
        businessName: 'Oak Co.',
        debtOwner: 'own',
        whoUser: isAgainstBusiness ? '2' : '1',
        defendantBusinessName: 'Elm Movers',
      };
      const data = aClaim({ ...sides, facts, sumItems, amount: String(total / 100), claimDescription: ' ' });
      const told = tell({
        ...data,
        claimDescription: storyFromRows('', facts, speakersOf(data)),
        claimCalculation: sumFromItems('', sumItems),
      });
      const times = (lines: readonly string[], word: string) => lines.filter((line) => line.includes(word)).length;
      const script = [...told.at('hearing-script/Your story'), ...told.at('hearing-script/Dates to have at hand')];
      const lists = [
        told.parts.get('facts')?.split('\n') ?? [],
        told.at('statement-of-claim/The facts'),
        told.at('timeline/'),
        script,
      ];
      for (const { what, proof } of facts) {
        const word = what.split(' ').at(-1) ?? '';
        expect(lists.map((list) => times(list, word))).toEqual([1, 1, 1, 1]);
        expect(times(told.at('evidence-index/'), word)).toBe(/message|invoice|photo|other/.test(proof) ? 1 : 0);
      }
      for (const { label } of sumItems)
        expect(
          [
            [...(told.parts.get('sum')?.split('\n') ?? []), ...(told.parts.get('attachment-sum')?.split('\n') ?? [])],
            told.at('statement-of-claim/The sum'),
            told.at('damages-worksheet/'),
            told.at('hearing-script/The sum'),
          ].map((list) => times(list, label)),
        ).toEqual([1, 1, 1, 1]);
      expect(wrongOf(told)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
