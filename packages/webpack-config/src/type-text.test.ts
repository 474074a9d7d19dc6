import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeModules } from './type-text.ts';

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A package of one module for each of these texts, each of the same name in a folder of its own. */
function modulesOf(...texts: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-types-'));
  made.push(folder);
  return texts.map((text, index) => {
    const root = path.join(folder, String(index), 'fixture');
    mkdirSync(root, { recursive: true });
    writeFileSync(path.join(root, 'package.json'), '{}');
    writeFileSync(path.join(root, 'index.ts'), text);
    return { file: path.join(root, 'index.ts') };
  });
}

const CARD = `
  interface Claim { amount: number; next?: Claim; kind: 'a' | 'b' }
  export const Card = ({ claim }: { claim: Claim; tone?: 'quiet' | 'loud' }) => claim.kind;
  export const count = (claim: Claim, step = 1) => [claim.amount, step];
  export const later: Promise<Map<string, Claim>> = Promise.resolve(new Map());
  export interface OnlyAType { a: string }`;

const WRITTEN_ANEW = CARD.replace("'quiet' | 'loud'", "'loud' | 'quiet'")
  .replace('amount: number; next?: Claim;', '/** Owed. */ next?: Claim;\n amount: number;')
  .replaceAll('step', 'by');
const CHANGES = [
  ['a member of a type it refers to', 'amount: number', 'amount: string', ['Card.claim', 'count.', 'later.']],
  ['a member far away that may be left out', 'next?: Claim', 'next?: Claim; x?: 1', ['Card.claim', 'count.', 'later.']],
  ['a prop', "'quiet' | 'loud'", "'quiet'", ['Card.tone?']],
  ['an argument', 'step = 1', "step = '1'", ['count.']],
  ['what it returns', '=> claim.kind', '=> claim.amount', ['Card.']],
  ['that a prop may be left out', 'claim: Claim;', 'claim?: Claim;', ['Card.claim?']],
] as const;

// One program for all: each would read the language's own types again.
const modules = () => modulesOf(CARD, WRITTEN_ANEW, ...CHANGES.map(([, from, to]) => CARD.replace(from, to)));
let [card, anew, ...changed]: ReturnType<typeof describeModules> = [];
beforeAll(() => void ([card, anew, ...changed] = describeModules(modules())));

it('gives each prop of a component a digest, anything else one, and a type none', () => {
  expect(Object.keys(card!)).toEqual(['Card', 'count', 'later']);
  expect(Object.keys(card!['Card']!)).toEqual(['', 'claim', 'tone?']);
  expect(Object.keys(card!['count']!)).toEqual(['']);
});

it('says the same in another folder, in another order of modules, and when only words and places change', () => {
  expect(anew).toEqual(card);
  expect(describeModules(modules().reverse()).reverse()).toEqual([card, anew, ...changed]);
});

it.each(CHANGES.map((change, index) => [...change, index] as const))(
  'sees %s change, there alone',
  (_what, _from, _to, expected, index) => {
    const found = Object.entries(changed[index]!).flatMap(([name, types]) =>
      Object.keys(types).flatMap((key) => (card![name]?.[key] === types[key] ? [] : [`${name}.${key}`])),
    );
    expect(found).toEqual(expected);
  },
);

it('keeps the digest of a prop that may now be left out', () => {
  const [, , , , , optional] = changed;
  expect(optional!['Card']!['claim?']).toBe(card!['Card']!['claim']);
});
