// `npm run bench [-- --rounds=7 --profile=slow --proof]`: the first screen as the site ships it, against the same sources as one
// bundle and against the same document without scripts. All three take turns in every round, so what else the machine
// does meets them alike; ratios are medians of the pairs of a round. Then other pages against the same document without
// scripts, those of somebody who is signed in among them, and what 200 page changes leave behind. A visit that takes longer
// than its limit is lost, its round with it.
import { parseArgs } from 'node:util';
import { openProof, percentile } from '@redress/tools/proof';
import { errors } from 'playwright-core';
import { paidClaim, registerByApi } from '../support/api-claim.ts';
import { openChromium } from '../support/chromium.ts';
import { startProgram } from '../support/program.ts';
import { refuseBusy } from '../support/quiet-machine.ts';
import { type EditCost, type Variant, startPaintPair, startVariants } from './variants.ts';
import {
  PROFILES,
  type Held,
  type Person,
  type Profile,
  type Visit,
  changeManyTimes,
  changePage,
  visit,
} from './visit.ts';

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

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);
/** How far the middle half lies apart, as a part of the median. */
const spread = (numbers: readonly number[]) => {
  const all = numbers.toSorted((a, b) => a - b);
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

if (values.proof) await refuseBusy();
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
const head = (titles: string) => {
  row(...titles.split('|'));
  row(...titles.split('|').map(() => '---'));
};

const CHANGES = 200;
/** Without a session a guarded page is the sign-in form. */
const OTHER_PAGES = [
  { path: '/login', isSignedIn: false },
  { path: '/forgot-password', isSignedIn: false },
  { path: '/dashboard', isSignedIn: false },
  { path: '/dashboard', isSignedIn: true },
  { path: '/demand-letters', isSignedIn: true },
  { path: '/result', isSignedIn: true },
];

let lost = 0;
/** @returns `null` for what took longer than its limit */
async function unlessLost<T>(what: string, measure: () => Promise<T>): Promise<T | null> {
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    lost += 1;
    progress(`${what}: lost`);
    return null;
  }
}

/** Whole rounds of all variants; the first one warms caches of server and browser, and is not counted. */
async function inRounds<T>(
  what: string,
  variants: readonly Variant[],
  measure: (variant: Variant) => Promise<T>,
): Promise<Map<Variant['name'], T[]>> {
  const whole = new Map<Variant['name'], T[]>(variants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`${what}, round ${round} of ${rounds}`);
    const seen = await unlessLost(what, async () => {
      const all: [Variant['name'], T][] = [];
      for (const variant of variants) all.push([variant.name, await measure(variant)]);
      return all;
    });
    if (round > 0) for (const [name, value] of seen ?? []) whole.get(name)?.push(value);
  }
  if ([...whole.values()].some(({ length }) => length === 0)) throw new Error(`${what}: every round was lost.`);
  return whole;
}

async function signIn(): Promise<Person> {
  const context = await browser.newContext({ baseURL: program.url });
  try {
    const page = await context.newPage();
    const address = await registerByApi(page, program);
    const { formSessionId } = await paidClaim(page, program, address);
    return { state: await context.storageState(), claim: formSessionId };
  } finally {
    await context.close();
  }
}

async function comparePages(): Promise<void> {
  const person = await signIn();
  head('|largest paint ms|static page ms|ratio|interactive ms|KB|requests|layout shift');
  for (const { path, isSignedIn } of OTHER_PAGES) {
    const who = isSignedIn ? person : undefined;
    const pair = await startPaintPair(program.url, path, who);
    const name = isSignedIn ? `${path}, signed in` : path;
    const seen = await inRounds(name, pair, async (variant) => {
      const isOurs = variant.name === 'federated';
      return (await visit(browser, variant.url, profile, isOurs, who)).first;
    });
    for (const { close } of pair) close();
    const [plain, ours] = [seen.get('static page')!, seen.get('federated')!];
    const middle = (pick: (visit: Visit) => number) => median(ours.map(pick));
    const ratios = ours.map(({ largestPaint }, index) => largestPaint / plain[index]!.largestPaint);
    row(
      name,
      Math.round(middle(({ largestPaint }) => largestPaint)),
      Math.round(median(plain.map(({ largestPaint }) => largestPaint))),
      median(ratios).toFixed(2),
      Math.round(middle(({ interactive }) => interactive)),
      (middle(({ bytes }) => bytes) / 1000).toFixed(1),
      middle(({ requests }) => requests),
      Math.max(...ours.map(({ layoutShift }) => layoutShift)).toFixed(4),
    );
  }
  write('');
}

async function comparePageChanges(variants: readonly Variant[]): Promise<void> {
  head(`${CHANGES} page changes|heap MB before|after|kB a change|DOM nodes before|after`);
  for (const { name, url } of variants.filter((variant) => variant.name !== 'static page')) {
    progress(`${CHANGES} page changes, ${name}`);
    const seen = await unlessLost(name, () => changeManyTimes(browser, url, CHANGES));
    if (!seen) {
      row(name, 'lost', '', '', '', '');
      continue;
    }
    const { before, after } = seen;
    const heap = ({ heapMb }: Held) => heapMb.toFixed(2);
    const each = ((after.heapMb - before.heapMb) * 1000) / CHANGES;
    row(name, heap(before), heap(after), each.toFixed(1), before.nodes, after.nodes);
  }
  write('');
}

function writeFirstScreen(variants: readonly Variant[]): void {
  const figure = (name: Variant['name'], pick: (round: Round) => number) => Math.round(median(of(name, pick)));
  const times = 'largest paint ms|interactive ms|layout shift|2nd visit: largest paint|interactive|to another page ms';
  head(`|KB|requests|font KB|${times}|shift there`);
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
}

/** @returns the figures to reach that are not reached */
function judgeFirstScreen(edit: EditCost): string[] {
  head('federated against|static page|one bundle|its spread');
  const compared: [string, (round: Round) => number, toReach: number | null][] = [
    ['largest paint', ({ first }) => first.largestPaint, 1],
    ['interactive', ({ first }) => first.interactive, 1],
    ['bytes to interactive', ({ first }) => first.bytes, 1],
    ['second visit, largest paint', ({ second }) => second.largestPaint, null],
    ['second visit, interactive', ({ second }) => second.interactive, 1],
    ['to another page', ({ change }) => change, 1],
  ];
  const notReached: string[] = [];
  const judge = (what: string, seen: string, toReach: number | null, against = 'one bundle') => {
    if (toReach !== null && Number(seen) > toReach)
      notReached.push(`${what}: ${seen} of ${against}; to reach: ${toReach.toFixed(2)}.`);
  };
  for (const [what, pick, toReach] of compared) {
    const ofStatic = what.includes('paint') ? ratio('federated', 'static page', pick) : '';
    const against = ratio('federated', 'one bundle', pick);
    row(what, ofStatic, against, spread(of('federated', pick)).toFixed(2));
    judge(what, against, toReach);
  }
  const edited = (edit.federated / edit.oneBundle).toFixed(2);
  row('fetched again after an edit of one text', '', edited, '');
  judge('fetched again after an edit of one text', edited, 0.15);
  const paint = ratio('federated', 'static page', ({ first }) => first.largestPaint);
  judge('largest paint', paint, 1.03, 'the static page');
  write(
    `\nafter the edit: ${(edit.federated / 1000).toFixed(1)} KB against ${(edit.oneBundle / 1000).toFixed(1)} KB\n`,
  );
  return notReached;
}

const program = await startProgram();
const browser = await openChromium('--disable-quic', '--disable-background-networking');
let notReached: string[] = [];
try {
  progress('building the same sources as one bundle, and once more after an edit');
  const { variants, edit } = await startVariants(program.url, '/');
  const seen = await inRounds('/', variants, async ({ name, url }): Promise<Round> => {
    const hasScripts = name !== 'static page';
    const { first, second } = await visit(browser, url, profile, hasScripts);
    const page = hasScripts ? await changePage(browser, url, profile) : { change: 0, layoutShift: 0 };
    return { first, second, change: page.change, changeShift: page.layoutShift };
  });
  for (const [name, all] of seen) measured.set(name, all);
  write(`profile ${profile}, ${rounds} rounds, load average ${proof.load()}; medians\n`);
  writeFirstScreen(variants);
  notReached = judgeFirstScreen(edit);
  await comparePageChanges(variants);
  for (const { close } of variants) close();
  await comparePages();
  write(`Visits that were lost, after 120 s each: ${lost}.`);
  const noise = spread(of('static page', ({ first }) => first.largestPaint));
  if (noise > 0.25) write(`The static page alone varied by ${Math.round(noise * 100)} %: too noisy to judge by times.`);
} finally {
  await browser.close();
  await program.stop();
}
if (values.proof) {
  await refuseBusy();
  process.stdout.write(`${await proof.write({ body: written.join('\n'), notReached })}\n`);
}
