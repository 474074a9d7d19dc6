import { compareCapabilities } from '../lib/capabilities.mjs';

const ANSWERS = new Map([
  ['npm run bench', 'e2e/bench/run.ts'],
  ['docs/runbooks/release-alerts.md', 'docs/runbooks/release-alerts.md'],
]);
const ROWS = {
  'npm run bench': 'now: e2e/bench/run.ts',
  'docs/runbooks/told-at-night.md': 'now: docs/runbooks/release-alerts.md',
  'docs/runbooks/release-alerts.md': 'now: docs/runbooks/release-alerts.md',
  'release drill': 'gone because: npm run bench:release measures it',
};
const faultsOf = (rows: Record<string, string>) => compareCapabilities({ ...ROWS, ...rows }, ANSWERS);

it('holds for what answers, under its own or another name, and for what is gone with a reason', () => {
  expect(faultsOf({})).toEqual([]);
});

it.each([
  ['a command that does not answer', { 'npm run gone': 'now: gone.mjs' }, /"npm run gone" does not answer/],
  ['another answer', { 'npm run bench': 'now: bench.ts' }, /"npm run bench" is answered by "now: e2e\/bench\/run.ts"/],
  ['a successor that is not there', { 'release drill': 'now: npm run nothing' }, /"release drill" does not answer/],
  [
    'what is gone and answers',
    { 'npm run bench': 'gone because: it is of no more use' },
    /said to be gone and answers/,
  ],
  ['what is gone without a reason', { 'release drill': 'gone because: ' }, /does not say why it is gone/],
  ['a row of no kind', { 'release drill': 'later' }, /does not say why it is gone/],
])('names %s', (_, rows, fault) => {
  expect(faultsOf(rows)).toEqual([expect.stringMatching(fault)]);
});

it('names what has no row, with the line to write', () => {
  expect(compareCapabilities({}, new Map([['view now', 'views.ts']]))).toEqual([
    'has no row "view now": "now: views.ts"',
  ]);
});
