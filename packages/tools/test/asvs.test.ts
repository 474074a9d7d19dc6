import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA, findAsvsFaults, makeAsvsPage, PAGE } from '../lib/asvs.mjs';

interface Entry {
  id: string;
  level: number;
  asks: string;
  state: string;
  evidence: string[];
  note?: string;
}

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const entries = JSON.parse(readFileSync(path.join(REPOSITORY, DATA), 'utf8')) as Entry[];

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-asvs-'));
  mkdirSync(path.join(root, 'docs/security'), { recursive: true });
  writeFileSync(path.join(root, 'here.test.ts'), "it('holds the line')");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The real list, with evidence that is there, changed by `change`. */
async function faultsOf(change: (list: Entry[]) => Entry[] = (list) => list): Promise<string[]> {
  const list = change(entries.map((entry) => ({ ...entry, evidence: ['here.test.ts :: holds the line'] })));
  writeFileSync(path.join(root, DATA), JSON.stringify(list));
  writeFileSync(path.join(root, PAGE), await makeAsvsPage(list));
  return findAsvsFaults(root);
}
const first = (change: Partial<Entry>) => (list: Entry[]) => [{ ...list[0]!, ...change }, ...list.slice(1)];

it('takes the 207 requirements that apply and the 21 in addition', async () => {
  expect(entries.filter(({ level }) => level < 3)).toHaveLength(207);
  expect(entries.filter(({ level }) => level === 3)).toHaveLength(21);
  expect(await faultsOf()).toEqual([]);
});

it.each([
  ['a requirement that is missing', (list: Entry[]) => list.slice(1), '1.1.1: is missing'],
  ['one twice', (list: Entry[]) => [list[0]!, ...list], '1.1.1: stands there twice'],
  ['one that does not apply', first({ id: '17.1.1' }), '17.1.1: is not one of the requirements that apply'],
  ['a file that is not there', first({ evidence: ['gone.test.ts'] }), '1.1.1: gone.test.ts is not there'],
  [
    'a test that is not in its file',
    first({ evidence: ['here.test.ts :: holds nothing'] }),
    '1.1.1: here.test.ts has no "holds nothing"',
  ],
  ['a requirement without evidence', first({ evidence: [] }), '1.1.1: has no evidence'],
  ['one that is open without a reason', first({ state: 'open', note: '' }), '1.1.1: is open without a reason'],
  ['a state that is none', first({ state: 'nearly' }), '1.1.1: has the state nearly'],
])('names %s', async (_, change, fault) => {
  expect(await faultsOf(change)).toContain(fault);
});

it('names a page that is not the one of the data', async () => {
  await faultsOf();
  writeFileSync(path.join(root, PAGE), 'edited by hand\n');
  expect(await findAsvsFaults(root)).toEqual([`${PAGE} is not the page of ${DATA}: run npm run asvs`]);
});
