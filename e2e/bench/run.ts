// `npm run bench [-- --rounds=7 --profile=slow --proof]`: the first screen as the site ships it, against the same sources as one
// bundle and against the same document without scripts. All three take turns in every round, so what else the machine
// does meets them alike; ratios are medians of the pairs of a round. Then the first paint of other pages that anybody may
// open, against the same document without scripts.
import { parseArgs } from 'node:util';
import { openProof } from '@redress/tools/proof';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';
import { startProgram } from '../support/program.ts';
import { type Variant, startPaintPair, startVariants } from './variants.ts';
import { PROFILES, type Profile, type Visit, changePage, visit } from './visit.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    profile: { type: 'string', default: 'slow' },
    proof: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!(values.profile in PROFILES) || !Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write(`--profile is one of ${Object.keys(PROFILES).join(', ')}; --rounds is a whole number.\n`);
  process.exit(2); // wrongly called: nothing has been started yet
}
const profile = values.profile as Profile;

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const median = (numbers: readonly number[]) => sorted(numbers)[Math.floor((numbers.length - 1) / 2)]!;
/** How far the middle half lies apart, as a part of the median. */
const spread = (numbers: readonly number[]) => {
  const all = sorted(numbers);
  const at = (part: number) => all[Math.round((all.length - 1) * part)]!;
  return (at(0.75) - at(0.25)) / at(0.5);
};

interface Round {
  first: Visit;
  second: Visit;
  change: number;
  changeShift: number;
}
const measured = new Map<Variant['name'], Round[]>();
const of = (name: Variant['name'], pick: (round: Round) => number) => measured.get(name)!.map(pick);
const ratio = (name: Variant['name'], against: Variant['name'], pick: (round: Round) => number) => {
  const others = of(against, pick);
  return median(of(name, pick).map((value, index) => value / others[index]!)).toFixed(2);
};

const proof = openProof({
  name: 'first-screen',
  title: 'The first screen',
  command: `npm run bench -- --rounds=${rounds} --profile=${profile} --proof`,
  chromium: true,
});
const written: string[] = [];
const write = (line: string) => {
  written.push(line);
  process.stdout.write(`${line}\n`);
};
/** What is under way, beside the table: a run takes minutes. */
const progress = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const row = (...cells: (string | number)[]) => write(`| ${cells.join(' | ')} |`);

/** A guarded page is measured as a visitor who is not signed in gets it: the sign-in form. */
const OTHER_PAGES = ['/login', '/dashboard', '/forgot-password'];

async function comparePaints(): Promise<void> {
  row('', 'largest paint ms', 'static page ms', 'ratio', 'layout shift');
  row('---', '---', '---', '---', '---');
  for (const path of OTHER_PAGES) {
    const pair = await startPaintPair(program.url, path);
    const seen: Record<string, Visit[]> = {};
    for (let round = 0; round <= rounds; round += 1) {
      progress(`${path}, round ${round} of ${rounds}`);
      for (const { name, url } of pair) {
        const { first } = await visit(browser, url, profile, name === 'federated');
        if (round > 0) (seen[name] ??= []).push(first);
      }
    }
    for (const { close } of pair) close();
    const [plain, ours] = [seen['static page']!, seen['federated']!];
    const paints = (visits: Visit[]) => Math.round(median(visits.map(({ largestPaint }) => largestPaint)));
    const ratios = ours.map(({ largestPaint }, index) => largestPaint / plain[index]!.largestPaint);
    const shift = Math.max(...ours.map(({ layoutShift }) => layoutShift));
    row(path, paints(ours), paints(plain), median(ratios).toFixed(2), shift.toFixed(4));
  }
  write('');
}

const program = await startProgram();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  progress('building the same sources as one bundle, and once more after an edit');
  const { variants, edit } = await startVariants(program.url, '/');
  for (const { name } of variants) measured.set(name, []);
  for (let round = 0; round <= rounds; round += 1) {
    progress(`/, round ${round} of ${rounds}`);
    for (const { name, url } of variants) {
      const hasScripts = name !== 'static page';
      const { first, second } = await visit(browser, url, profile, hasScripts);
      const page = hasScripts ? await changePage(browser, url, profile) : { change: 0, layoutShift: 0 };
      // The first round warms caches of server and browser, and is not counted.
      if (round > 0) measured.get(name)!.push({ first, second, change: page.change, changeShift: page.layoutShift });
    }
  }
  for (const { close } of variants) close();

  const figure = (name: Variant['name'], pick: (round: Round) => number) => Math.round(median(of(name, pick)));
  write(`profile ${profile}, ${rounds} rounds, load average ${proof.load()}; medians\n`);
  row(
    '',
    'KB',
    'requests',
    'font KB',
    'largest paint ms',
    'interactive ms',
    'layout shift',
    '2nd visit: largest paint',
    'interactive',
    'to another page ms',
    'shift there',
  );
  row(...Array.from({ length: 11 }, () => '---'));
  for (const { name } of variants) {
    const shift = (pick: (round: Round) => number) => Math.max(...of(name, pick)).toFixed(4);
    row(
      name,
      (figure(name, ({ first }) => first.bytes) / 1000).toFixed(1),
      figure(name, ({ first }) => first.requests),
      (figure(name, ({ first }) => first.fontBytes) / 1000).toFixed(1),
      figure(name, ({ first }) => first.largestPaint),
      figure(name, ({ first }) => first.interactive),
      shift(({ first }) => first.layoutShift),
      figure(name, ({ second }) => second.largestPaint),
      figure(name, ({ second }) => second.interactive),
      figure(name, ({ change }) => change),
      shift(({ changeShift }) => changeShift),
    );
  }
  write('');
  row('federated against', 'static page', 'one bundle');
  row('---', '---', '---');
  const compared: [string, (round: Round) => number, toReach: number | null][] = [
    ['largest paint', ({ first }) => first.largestPaint, 1],
    ['interactive', ({ first }) => first.interactive, 1.05],
    ['bytes to interactive', ({ first }) => first.bytes, 1.05],
    ['second visit, largest paint', ({ second }) => second.largestPaint, 0.6],
    ['second visit, interactive', ({ second }) => second.interactive, null],
    ['to another page', ({ change }) => change, 1],
  ];
  const notReached: string[] = [];
  const judge = (what: string, measured: string, toReach: number | null, of = 'one bundle') => {
    if (toReach !== null && Number(measured) > toReach)
      notReached.push(`${what}: ${measured} of ${of}; to reach: ${toReach.toFixed(2)}.`);
  };
  for (const [what, pick, toReach] of compared) {
    const isPaint = what.includes('paint');
    const against = ratio('federated', 'one bundle', pick);
    row(what, isPaint ? ratio('federated', 'static page', pick) : '', against);
    judge(what, against, toReach);
  }
  const edited = (edit.federated / edit.oneBundle).toFixed(2);
  row('fetched again after an edit of one text', '', edited);
  judge('fetched again after an edit of one text', edited, 0.15);
  judge(
    'largest paint',
    ratio('federated', 'static page', ({ first }) => first.largestPaint),
    1.03,
    'the static page',
  );
  write(`\nafter the edit: ${(edit.federated / 1000).toFixed(1)} KB against ${(edit.oneBundle / 1000).toFixed(1)} KB`);
  await comparePaints();
  const noise = spread(of('static page', ({ first }) => first.largestPaint));
  if (noise > 0.25) write(`The static page alone varied by ${Math.round(noise * 100)} %: too noisy to judge by times.`);
  if (values.proof) process.stdout.write(`${await proof.write({ body: written.join('\n'), notReached })}\n`);
} finally {
  await browser.close();
  await program.stop();
}
