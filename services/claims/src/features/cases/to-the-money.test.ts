/** Twelve claims from the letter to the money, on a moved clock, with the sandbox of post and cards around them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  caseLedgers,
  casePaper,
  generateDemandLetter,
  getCase,
  openFurtherLetter,
  reportPayment,
  saveDemandLetter,
  type CaseFile,
} from '@redress/contracts';
import { dayAtPlace, formatDollars, type CasePaperKind } from '@redress/domain';
import { paidCase, pay, runJob, useCaseWorld, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
const folder = mkdtempSync(path.join(tmpdir(), 'redress-money-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The place of every claim here is in Texas, and so is its claimant. */
const dayAndHour = (at: Date) =>
  [
    dayAtPlace(at.getTime(), { state: 'TX' }),
    Number(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' }).format(at),
    ),
  ] as const;
const today = () => dayAndHour(world.clock.now())[0];

/** What a claimant says, or does, so many days after the step before. */
type Said = Record<string, unknown>;
type Step = readonly [days: number, act: Said | ((mine: PaidCase) => Promise<unknown>)];
interface Story {
  readonly steps: readonly Step[];
  readonly outcome?: 'returned_to_sender' | 'refused';
  readonly package?: 'small-claims';
  readonly end?: string;
  readonly received?: number;
}

const part = (amount: number): Said => ({ kind: 'part', amount });
const all: Said = { kind: 'all' };
const none: Said = { kind: 'none' };
/** An offer of parts, the first so many days from now. */
const offer = (each: number, from: () => string) => (mine: PaidCase) =>
  say(mine, { kind: 'offer', terms: { now: 0, now_day: null, each, every: 'month', from: from() } });
const inDays = (days: number) => () => dayAndHour(new Date(world.clock.now().getTime() + days * 86_400_000))[0];
const signed: Said = { kind: 'signed' };
const judged = (awarded: number) => (mine: PaidCase) =>
  say(mine, {
    kind: 'court',
    court: { case_number: '26-SC-1', hearing_day: null, served_day: null, judgment_day: today(), awarded },
  });
/** Puts the last report that counts right. */
const correct = (said: Said) => async (mine: PaidCase) => {
  const last = (await read(mine)).ledger.findLast(({ standing }) => standing === 'counts');
  return say(mine, { ...said, replaces: last?.id });
};

const STORIES: Readonly<Record<string, Story>> = {
  'paid at once': { steps: [[3, all]] },
  'a part, then the rest': { steps: [[8, part(400)], [30, part(100.25)], [5, all]] },
  'instalments with a missed one that is cured': {
    steps: [[4, offer(500, inDays(10))], [2, signed], [7, part(500)], [33, none], [4, part(500)], [27, all]],
  },
  'a second letter': { steps: [[10, part(250.5)], [30, none], [1, secondLetter], [12, all]] },
  'returned, and paid after a call': { outcome: 'returned_to_sender', steps: [[40, part(50.5)], [4, all]] },
  refused: { outcome: 'refused', steps: [[30, none], [9, all]] },
  'disputed, then settled': {
    steps: [[6, { kind: 'dispute', words: 'It was a gift.' }], [9, part(900)], [2, { kind: 'close', reason: 'settled' }]],
    end: 'settled',
    received: 900,
  },
  'with court papers': { package: 'small-claims', steps: [[26, none], [3, part(250.5)], [14, all]] },
  overpaid: { steps: [[5, part(1_000)], [6, part(300)]], received: 1_300 },
  'paid after a judgment for more': {
    steps: [[6, part(100)], [2, judged(1_300)], [5, part(1_250.5)], [3, all]],
    received: 1_300,
  },
  'a report put right': { steps: [[5, all], [1, correct(part(125.05))], [2, correct(part(521))], [20, all]] },
  'closed and opened again': {
    steps: [[24, none], [2, { kind: 'close', reason: 'given_up' }], [20, { kind: 'open' }], [1, all]],
  },
  'a plan over February 29 and the change of clocks': {
    steps: [[4, offer(600, () => '2028-02-29')], [1, signed], [20, part(600)], [31, part(600)], [29, all]],
  },
}; // prettier-ignore

let reports = 0;
const read = async ({ browser, formSessionId }: PaidCase): Promise<CaseFile> =>
  (await browser.call(getCase, { form_session_id: formSessionId })).body;
async function say(mine: PaidCase, said: Said) {
  const { revision } = await read(mine);
  const report_id = (reports += 1).toString(16).padStart(24, '0');
  const isOfDay = ['all', 'part', 'signed'].includes(String(said['kind']));
  const request = {
    form_session_id: mine.formSessionId,
    report_id,
    revision,
    ...(isOfDay ? { day: today() } : {}),
    ...said,
  };
  const { status, refusal } = await mine.browser.call(reportPayment, request as never);
  expect([status, refusal]).toEqual([200, expect.anything()]);
}

async function secondLetter(mine: PaidCase): Promise<void> {
  const { body } = await mine.browser.call(openFurtherLetter, {
    form_session_id: mine.formSessionId,
    package_id: 'second-letter',
  });
  expect(body.demand_letter).toContain(`the ${formatDollars((await read(mine)).sums.balance)} that is still open`);
  const session = { form_session_id: body.form_session_id };
  await pay(
    world,
    { ...mine, formSessionId: body.form_session_id },
    { package_id: body.package_id, follows_demand_id: body.follows_demand_id },
  );
  await mine.browser.call(generateDemandLetter, session);
  for (const action of ['approve_and_send', 'send_now'] as const)
    await mine.browser.call(saveDemandLetter, { ...session, action });
  await world.runJobs();
}

/** Days pass: the post moves, and a worker looks every second day. */
async function pass(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 2) {
    world.clock.advance({ days: Math.min(2, left) });
    await world.control('/clock/advance', { ms: 0 });
    await world.webhooksDone();
    await runJob(world, 'case.look');
    await world.runJobs();
  }
}

const mailsOf = ({ email }: PaidCase) => world.mailbox.to(email);
const isReminder = ({ text }: { text: string }) => text.includes('/api/reminders/stop');
const remindersOf = (mine: PaidCase) => mailsOf(mine).filter(isReminder);

/** The paper as it is read, without its line breaks. */
async function printed({ browser, formSessionId }: PaidCase, paper: CasePaperKind): Promise<string> {
  const { response } = await browser.call(casePaper, { form_session_id: formSessionId, paper });
  const file = path.join(folder, 'paper.pdf');
  writeFileSync(file, response.rawPayload);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}

/** Page, papers and the file of all ledgers name one balance; mails that lead to the case name none or the same. */
async function expectOneBalance(mine: PaidCase, mailsBefore: number): Promise<CaseFile> {
  const file = await read(mine);
  const { claimed, received, balance, over } = file.sums;
  expect(Math.round((received + balance - over) * 100)).toBe(Math.round(claimed * 100));
  for (const kind of file.to_print as CasePaperKind[]) {
    const words = await printed(mine, kind);
    if (kind === 'receipt') expect([balance, words]).toEqual([0, expect.stringContaining('Nothing is left to pay')]);
    else if (kind === 'balance') expect(words).toContain(`Please pay the balance of ${formatDollars(balance)}`);
    else if (!file.plan?.signed_on) expect(words).toContain(`The payer pays ${formatDollars(balance)}`);
  }
  const { response } = await mine.browser.call(caseLedgers);
  expect(response.rawPayload.toString('utf8').trimEnd().split(',').at(-1)).toBe(balance.toFixed(2));
  for (const { text } of mailsOf(mine)
    .slice(mailsBefore)
    .filter((mail) => mail.text.includes(`/case/${mine.formSessionId}`)))
    for (const [sum] of text.matchAll(/\$[\d,]+\.\d\d/g)) expect(sum).toBe(formatDollars(balance));
  return file;
}

it.each(Object.entries(STORIES))('is walked to the money: %s', async (name, story) => {
  if (name.includes('February 29'))
    world.clock.advance({ days: (Date.UTC(2028, 1, 10) - world.clock.now().getTime()) / 86_400_000 });
  world.clock.advanceToNoon();
  // In Texas it is late morning.
  world.clock.advance({ hours: 5 });
  const mine = await paidCase(
    world,
    { defendantAddress: `${Object.keys(STORIES).indexOf(name) + 1} Elm St` },
    story.package ? { package_id: story.package } : {},
  );
  await mine.act('approve_and_send');
  if (story.outcome) await world.control('/letters/next/outcome', { outcome: story.outcome });
  await mine.act('send_now');
  await world.runJobs();
  const mailsBefore = mailsOf(mine).length;
  for (const [days, act] of story.steps) {
    await pass(days);
    await (typeof act === 'function' ? act(mine) : say(mine, act));
    await world.runJobs();
    await expectOneBalance(mine, mailsBefore);
  }
  const file = await read(mine);
  expect([file.closed, file.standing, file.next.step]).toEqual([story.end ?? 'paid', 'closed', 'closed']);
  expect(file.sums.received).toBe(story.received ?? 1250.5);
  // Its reason has ended: nothing is asked for any more.
  const asked = remindersOf(mine).length;
  await pass(40);
  expect(remindersOf(mine)).toHaveLength(asked);
  // A row is made once for each of its days, and a mail for each row but those that were held back.
  const [rows] = await world.sql<{ made: number; held: number }>(
    `select (select count(*)::int from claims.case_reminder where form_session_id = $1) as made,
       (select count(*)::int from claims.mail where status = 'held' and dedupe_key like 'reminder:' || $1 || ':%') as held`,
    [mine.formSessionId],
  );
  expect(asked).toBe((rows?.made ?? 0) - (rows?.held ?? 0));
  const others = mailsOf(mine).filter((mail) => !isReminder(mail));
  expect(new Set(others.map(({ subject, text }) => `${subject}\n${text}`)).size).toBe(others.length);
});
