import { readdirSync, readFileSync } from 'node:fs';
import { CATEGORIES } from '../../src/categories/index.ts';
import citations from '../../data/law-citations.json' with { type: 'json' };
import read from '../../data/law.json' with { type: 'json' };
import law from '../../data/us-states.json' with { type: 'json' };
import { daysBetween, formatDay, isBusinessDay } from '../../src/index.ts';
import { STATES } from '../../src/jurisdictions/index.ts';
import { afterTheLetterFiles } from './after-the-letter.ts';
import { everyCase, goldenFiles, type Case } from './matrix.ts';

const folder = new URL('./texts/', import.meta.url);
const rowOf = (code: string) => {
  const row = law.states.find((state) => state.code === code);
  if (!row) throw new Error(`There is no data of ${code}.`);
  return row;
};
const citedOf = (code: string) =>
  (citations.states as Record<string, Record<string, { title: string } | undefined>>)[code] ?? {};
interface Row {
  cell: string;
  kind: string;
  title: string;
  value: { rate?: number; kind?: string; days?: number; usd?: number; where?: string; years?: number };
}
// Read as written, apart from the code under test, which has its own view of the file.
const READ = read as unknown as Record<string, Row[]>;
const readOf = (code: string, cell: string, kind: string): Row | undefined =>
  (READ[code] ?? []).find((row) => row.cell === cell && row.kind === kind);
/** A title without the page that tells of the section. */
const section = (title: string | undefined) => title?.replace(/ \((?:as|then) .*/, '');
const partOf = ({ letter }: Case, id: string): string => letter.parts.find((part) => part.id === id)?.text ?? '';
const nameOf = ({ category, state, sides }: Case) => `${category.value} in ${state.code}, ${sides.name}`;
const percent = (rate: number) => `${Number((rate * 100).toFixed(4))}%`;

const PLACE_NAMED = new RegExp(`\\b(?:in|of)(?: the)? (${STATES.map(({ name }) => name).join('|')})\\b`, 'g');
const titlesOf = (cited: Record<string, { title: string } | undefined>): string =>
  Object.values(cited)
    .map((citation) => citation?.title ?? '')
    .join(' ');

/** Sentences that the rows of the data, read here without the code that composes, do not bear out. */
function falsehoods(each: Case): string[] {
  const { category, state, sides, letter } = each;
  const row = rowOf(state.code);
  const cited = citedOf(state.code);
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || wrong.push(`${nameOf(each)}: ${what}`));

  const interest = partOf(each, 'interest');
  if (interest) {
    const rule = row.prejudgment_or_legal_interest_rate as {
      rate: number | null;
      kind: string;
      consumer_rate?: number;
    };
    const [own, ownConsumer] = ['rate', 'consumer-debt'].map((kind) => readOf(state.code, 'interest', kind));
    const isConsumer = sides.name === 'business against person';
    const consumerRate = ownConsumer?.value.rate ?? rule.consumer_rate;
    const rate = isConsumer ? consumerRate : (own?.value.rate ?? rule.rate);
    const title = section((isConsumer ? ownConsumer : own)?.title ?? cited['interest']?.title);
    must(title !== undefined, 'interest without a source');
    must(interest.includes(percent(rate ?? -1)), 'another rate than the data');
    must((own?.value.kind ?? rule.kind) === 'fixed', 'a rate that is not fixed');
    must(/debt|contract|promise/.test(category.value), 'interest on what rests on no agreement');
    must(!(sides.name === 'person against person' && consumerRate !== undefined), 'a rate that may not be theirs');
    must(interest.includes(`(${title})`), 'another section');
  }

  const deposit = partOf(each, 'deposit');
  if (deposit) {
    const own = readOf(state.code, 'deposit', 'days');
    const title = section(own?.title ?? cited['deposit']?.title);
    must(category.value === 'tenant-landlord', 'deposit days in another claim');
    must(title !== undefined, 'deposit days without a source');
    must(deposit.includes(`has ${own?.value.days ?? row.security_deposit_return_days.days} `), 'other deposit days');
    must(deposit.includes(`(${title})`), 'another section');
  }

  const [ownLimit, ownBusiness] = ['limit', 'limit-business'].map((kind) => readOf(state.code, 'court', kind));
  const business = ownBusiness?.value.usd ?? row.small_claims.limit_usd_business;
  const limit =
    sides.name.startsWith('business') && business !== null
      ? business
      : (ownLimit?.value.usd ?? row.small_claims.limit_usd);
  const court = partOf(each, 'court');
  const amount = letter.amountCents / 100;
  const waives = each.data.overLimitChoice === 'waive';
  if (/hears small claims/.test(court)) {
    must(amount <= limit || waives, 'a small-claims court that does not hear this amount');
    must(court.includes(` in ${state.nameInText}`), 'a court of another place');
    must(/what the law allows there/.test(court) === (waives && amount > limit), 'another ask than was chosen');
  }
  if (/may not|cannot/.test(court)) must(false, 'a court that is denied');
  const ask = partOf(each, 'court-ask');
  must(!/\$/.test(`${court} ${ask}`), 'a sum that a court would order');

  // Only the place of the claim is spoken of: no other state's name stands in what the law is quoted for.
  const spoken = [interest, deposit, court, ask, partOf(each, 'in-time')].join(' ');
  const ownTitles = (READ[state.code] ?? []).map(({ title }) => title).join(' ');
  for (const [, named = ''] of spoken.matchAll(PLACE_NAMED))
    must(named === state.name || titlesOf(cited).includes(named) || ownTitles.includes(named), `it speaks of ${named}`);

  const { payBy, expectedDelivery } = letter.payBy;
  must(daysBetween(expectedDelivery, payBy) >= 7 && isBusinessDay(payBy), 'a date to pay by that is too soon');
  for (const id of ['opening', 'request', 'settle-full'])
    must(partOf(each, id).includes(formatDay(payBy)), `${id} without the date`);
  must(!/undefined|null|NaN|\[object|\{|\}|\.\.(?!\.)| {2}| ,|\(\)/.test(letter.text), 'a hole in the text');
  return wrong;
}

const base = [...everyCase()];
/** An agreement, an injury and a deposit: the kinds the limits differ by. */
const KINDS = CATEGORIES.filter(({ value }) =>
  ['broken-contract', 'personal-injury', 'tenant-landlord'].includes(value),
);

it('says in 12 categories, 51 places and with every kind of party what the golden texts say', () => {
  const files = new Map([...goldenFiles(base), ...afterTheLetterFiles()]);
  expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
  // The digests say that nothing else differs than what the sentences and the whole letters show.
  for (const [name, text] of files) expect([name, readFileSync(new URL(name, folder), 'utf8')]).toEqual([name, text]);
});

it('says nothing that the rules’ own data does not bear out, in any of these letters', () => {
  expect(base).toHaveLength(12 * 51 * 4);
  expect(base.flatMap(falsehoods)).toEqual([]);
});

it.each(['waive', 'letter-only'] as const)(
  'says nothing false above the limits, with the choice %s',
  (overLimitChoice) => {
    const cases = [...everyCase({ amount: '24999.99', overLimitChoice }, KINDS)];
    expect(cases).toHaveLength(3 * 51 * 4);
    expect(cases.flatMap(falsehoods)).toEqual([]);
  },
);

it('speaks of neither court nor interest once the time has surely passed, wherever a limit was read', () => {
  const hasRule = ({ state, category }: Case) =>
    category.value === 'personal-injury' && state.limitRules.injury.some(({ appliesFrom }) => !appliesFrom);
  const late = [...everyCase({ date: '1970-01-02', limitDate: '1970-01-02' }, KINDS)].filter(hasRule);
  expect(late.length).toBeGreaterThan(4 * 20);
  for (const each of late) {
    expect([nameOf(each), partOf(each, 'court')]).toEqual([
      nameOf(each),
      expect.stringMatching(/decide what to do next/),
    ]);
    expect([nameOf(each), partOf(each, 'interest'), partOf(each, 'court-ask')]).toEqual([nameOf(each), '', '']);
  }
});

it('finds what is false', () => {
  const [first] = base.filter(({ letter }) => letter.parts.some(({ id }) => id === 'interest'));
  if (!first) throw new Error('No letter names a rate.');
  const told = (id: string, text: string): Case => ({
    ...first,
    letter: { ...first.letter, parts: first.letter.parts.map((part) => (part.id === id ? { ...part, text } : part)) },
  });
  expect(falsehoods(told('interest', 'The rate set by law in Texas is 11% a year.')).join()).toMatch(
    /another rate.*Texas/,
  );
  expect(falsehoods(told('court', 'I may go to the court that hears small claims in Ohio.')).join()).toMatch(
    /another place/,
  );
  expect(falsehoods(told('opening', 'Pay soon.')).join()).toMatch(/opening without the date/);
});
