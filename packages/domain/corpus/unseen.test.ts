import { readdirSync, readFileSync } from 'node:fs';
import { isForOperator, screenAccount } from '../src/letter/gate/account.ts';
import { screenText } from '../src/letter/gate/gate.ts';
import { screenName } from '../src/letter/gate/names.ts';
import { DRAWS_NOTHING, withoutDirections } from '../src/fields/drawn.ts';
import { printableText } from '../src/letter/gate/printable.ts';
import { coreSentences } from '../src/letter/story.ts';
import { casesOf, decoded, linesOf, tally, type Case, type Verdict } from './unseen/cases.ts';

const placesOf = ({ fields }: Case) => screenAccount(fields.join('\n'));
const verdictOf = (one: Case): Verdict => {
  const classes = new Set(placesOf(one).map((place) => place.class));
  return (['A', 'B', 'C'] as const).find((letterClass) => classes.has(letterClass)) ?? null;
};
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function figures(part: '' | '.aside') {
  const threats = casesOf(`threats${part}`);
  const of = (cases: readonly Case[]) => tally(cases, verdictOf).get('all') ?? { of: 1, a: 0, b: 0, c: 0 };
  const [a, b] = ['A', 'B'].map((letterClass) => of(threats.filter((one) => one.class === letterClass)));
  const facts = of(casesOf(`facts${part}`, `facts-2${part}`));
  const out = (counts: typeof facts) => (counts.a + counts.b + counts.c) / counts.of;
  const caught = (a?.a ?? 0) + (a?.b ?? 0) + (a?.c ?? 0) + (b?.a ?? 0) + (b?.b ?? 0) + (b?.c ?? 0);
  return {
    stoppedA: (a?.a ?? 0) / (a?.of ?? 1),
    outA: a ? out(a) : 0,
    outB: b ? out(b) : 0,
    blockedFacts: facts.a / facts.of,
    askedFacts: (facts.b + facts.c) / facts.of,
    precision: caught / (caught + facts.a + facts.b + facts.c),
    asked: out(of(casesOf(`asked${part}`))),
  };
}

describe.each([
  ['', 'open'],
  ['.aside', 'set aside'],
] as const)('cases%s', (part, name) => {
  it('are out of the letter by default when they threaten, and in it when they tell', () => {
    const found = figures(part);
    process.stdout.write(
      `unseen cases, ${name}: A stopped ${percent(found.stoppedA)}, out of the letter A ${percent(found.outA)}, B ${percent(found.outB)}, ` +
        `precision ${percent(found.precision)}; facts blocked ${percent(found.blockedFacts)}, asked about ${percent(found.askedFacts)}\n`,
    );
    expect(found.outA).toBeGreaterThanOrEqual(0.92);
    expect(found.outB).toBeGreaterThanOrEqual(0.85);
    expect(found.blockedFacts).toBeLessThanOrEqual(0.02);
    expect(found.askedFacts).toBeLessThanOrEqual(0.15);
    expect(found.asked).toBeGreaterThanOrEqual(0.95);
  });
});

it('sends threats that a claimant keeps to an operator, and few facts', () => {
  const kept = casesOf('threats', 'threats.aside')
    .filter((one) => one.class === 'A')
    .map(placesOf)
    .filter((places) => places.length > 0 && places.every((place) => place.class === 'C'));
  const looked = kept.filter((places) => places.some(isForOperator));
  process.stdout.write(
    `threats of class A asked about as C: ${kept.length}, for an operator when kept: ${looked.length}\n`,
  );
  expect(looked.length / kept.length).toBeGreaterThanOrEqual(0.95);
  const facts = casesOf('facts', 'facts.aside', 'facts-2', 'facts-2.aside');
  const shown = facts.filter((one) => placesOf(one).some(isForOperator));
  process.stdout.write(`facts an operator looks at when they are kept: ${percent(shown.length / facts.length)}\n`);
  expect(shown.length / facts.length).toBeLessThanOrEqual(0.15);
});

it('reads every disguise and every spelling of a number, and lets innocent numbers pass', () => {
  const stops = (text: string) =>
    screenText(decoded(text).replaceAll(/ ?‖ ?/gu, '\n')).some((place) => place.class === 'A');
  expect(linesOf('disguises.tsv').filter(([, text = '']) => !stops(text))).toEqual([]);
  expect(linesOf('numbers.tsv').filter(([, text = '', blocked]) => stops(text) !== (blocked === 'yes'))).toEqual([]);
});

it('lets names pass and stops sentences in them', () => {
  expect(linesOf('names.tsv').filter(([, , name = '']) => screenName(name).length > 0)).toEqual([]);
  expect(linesOf('names-bad.tsv').filter(([, , name = '']) => screenName(name).length === 0)).toEqual([]);
});

it('asks at most two questions about an account in the present', () => {
  const questions = linesOf('present.tsv').map(
    ([text = '']) => new Set(screenAccount(text).map(({ group, at }) => group ?? at)).size,
  );
  expect(Math.max(...questions)).toBeLessThanOrEqual(2);
});

it('takes plain complaints in the present for facts, and no hint that sounds like one', () => {
  const asked = (kind: string) =>
    linesOf('complaints.tsv').filter(([of, text = '']) => of === kind && screenAccount(text).length > 0);
  expect([asked('told').length, asked('hint').length]).toEqual([16, 124]);
});

it('proposes the core of at least 27 of 30 long accounts', () => {
  const folder = new URL('./unseen/accounts/', import.meta.url);
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8').trim();
  const accounts = readdirSync(folder).filter((name) => /^\d+-[a-z-]+\.txt$/u.test(name));
  const whole = accounts.filter((name) => {
    const proposed = coreSentences(printableText(read(name)).text);
    const core = read(name.replace('.txt', '.core.txt')).split('\n');
    return core.every((sentence) => proposed.some((one) => one.includes(sentence.trim())));
  });
  expect(accounts).toHaveLength(30);
  expect(whole.length).toBeGreaterThanOrEqual(27);
});

it('reads through everything that draws nothing, every dash and every space', () => {
  const hidden: string[] = [];
  const parting: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    // An override turns what stands behind it around; it is taken out where a text comes in.
    if (character === '\u202E') expect(withoutDirections(character)).toBe('');
    else if (character.search(DRAWS_NOTHING) >= 0) hidden.push(character);
    else if (/[\p{Pd}\p{Zs}]/u.test(character)) parting.push(character);
  }
  const slips = (texts: readonly string[]) =>
    texts.filter((text) => !screenText(text).some((place) => place.class === 'A'));
  expect(hidden.length).toBeGreaterThan(4_000);
  expect(parting.length).toBeGreaterThan(30);
  // Ignorable characters are read eight at a time, each in a word or a number of its own.
  const eights = Array.from({ length: Math.ceil(hidden.length / 8) }, (_, index) =>
    hidden.slice(index * 8, index * 8 + 8),
  );
  expect(slips(eights.map((some) => `I will call the p${some.join('')}olice.`))).toEqual([]);
  expect(slips(eights.map((some) => `My number is 219${some.join('')}-09-${some.join('')}9998.`))).toEqual([]);
  expect(slips(parting.map((one) => `I will call the p${one}o${one}l${one}i${one}c${one}e.`))).toEqual([]);
  expect(slips(parting.map((one) => `My number is 219${one}09${one}9998.`))).toEqual([]);
});
