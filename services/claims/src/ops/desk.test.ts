import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { generateDemandLetter, saveDemandLetter } from '@redress/contracts';
import { aBuyer, pay, runJob, useCaseWorld, type Buyer } from '../testing/index.ts';
import { JOBS } from '../shared/job-names.ts';
import { createDesk } from './desk.ts';
import { why } from './why.ts';
import { findDatabase } from './find-database.ts';

const world = useCaseWorld();

const desk = () => createDesk(world.claims.platform);
async function aPaidOrder(): Promise<Buyer & { number: string }> {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  return { ...buyer, number: (await world.statusOf(buyer)).order_number ?? '' };
}

/** Sent now: it waits for its carrier. */
async function aLetterOnItsWay() {
  const buyer = await aPaidOrder();
  const { formSessionId: form_session_id } = buyer;
  const act = (action: 'approve_and_send' | 'send_now') =>
    buyer.browser.call(saveDemandLetter, { form_session_id, action });
  await buyer.browser.call(generateDemandLetter, { form_session_id });
  await act('approve_and_send');
  await act('send_now');
  return { ...buyer, act, shown: async () => (await desk().order(buyer.number)).join('\n') };
}
/** The printer rejects a letter that it took two days before. */
async function rejectAtPrinter(number: string): Promise<void> {
  const letter = (await world.letters()).find(({ description }) => description === `Letter of order ${number}`);
  await world.control(`/letters/${letter?.id}/outcome`, { outcome: 'rejected' });
  await world.pass(2);
}

it('finds an order without a job, and the sweep repairs it', async () => {
  const buyer = await aPaidOrder();
  // The job is lost with its queue; the rows still know.
  await world.sql('delete from claims_jobs.job');
  world.clock.advance({ minutes: 2 });
  expect((await desk().stuck()).join('\n')).toMatch(new RegExp(`${buyer.number}\tletter-not-made\tyes`));
  await runJob(world, 'ops.sweep');
  await world.runJobs();
  expect((await world.statusOf(buyer)).state).toBe('letter-drafted');
});

it('sends a mail that an outage kept for longer than it is tried', async () => {
  const buyer = await aBuyer(world);
  world.mailbox.refuse(buyer.email, 451, 50);
  await pay(world, buyer);
  await world.runJobs({ includeDelayed: true });
  world.mailbox.refuse(buyer.email, 451, 0);
  expect((await desk().retry('mail.send'))[0]).toMatch(/^[1-9]/);
  await world.runJobs();
  expect(world.mailbox.to(buyer.email).some(({ subject }) => subject.includes('receipt'))).toBe(true);
});

it('shows states, numbers and times of an order, and nobody by name', async () => {
  const buyer = await aPaidOrder();
  await world.runJobs();
  const shown = (await desk().order(buyer.number.toLowerCase())).join('\n');
  expect(shown).toMatch(/payment\tpi_\w+\tsucceeded/);
  expect(shown).toMatch(/letter\tdraft\tversion 1/);
  expect(shown).not.toMatch(/Ivo|Kern|Zoë|example\.org/);
});

it('counts what was told of cases in a week, what was held back and which ledgers were put right', async () => {
  const { formSessionId } = await aPaidOrder();
  const { db } = world.claims.platform;
  const at = world.clock.now();
  const told = { form_session_id: formSessionId, kind: 'pay_by' as const, day: '2026-03-14', sent_at: at };
  await db
    .insertInto('case_reminder')
    .values([
      { ...told, off: -1 },
      { ...told, off: 1 },
      { ...told, off: -7, sent_at: new Date(0) },
    ])
    .execute();
  await db.updateTable('mail').set({ status: 'held' }).where('template', '=', 'news.order-paid').execute();
  const report = { form_session_id: formSessionId, kind: 'none' as const, created_at: at };
  const rows = [
    { ...report, no: 1, id: 'a'.repeat(24) },
    { ...report, no: 2, id: 'b'.repeat(24), replaces: 'a'.repeat(24) },
  ];
  await db
    .insertInto('case_report')
    .values(rows.map((row) => ({ replaces: null, cents: null, day: null, reason: null, closed_as: null, ...row })))
    .execute();
  const held = await db.selectFrom('mail').select('id').where('status', '=', 'held').execute();
  expect((await desk().dead()).slice(-4).map((line) => line.split('\t')[1])).toEqual([
    '0',
    '2',
    String(held.length),
    '1',
  ]);
});

it('gives the money back once, with who and why on record, and mails nothing that has not gone out', async () => {
  const buyer = await aPaidOrder();
  const { formSessionId: form_session_id } = buyer;
  await buyer.browser.call(generateDemandLetter, { form_session_id });
  await buyer.browser.call(saveDemandLetter, { form_session_id, action: 'approve_and_send' });
  await expect(desk().refund(buyer.number, ' ')).rejects.toThrow('--reason');
  await desk().refund(buyer.number, 'asked by telephone');
  await desk().refund(buyer.number, 'asked twice');
  // Nothing is posted while the money is on its way, however long the card service is away.
  const { refusal } = await buyer.browser.call(saveDemandLetter, { form_session_id, action: 'send_now' });
  expect(refusal?.code).toMatch(/NOT_PAID|LETTER_NOT_APPROVED/);
  expect((await desk().order(buyer.number)).join('\n')).toMatch(/letter\tdraft.*problem: refunding/);
  await world.runJobs();
  expect((await world.statusOf(buyer)).state).toBe('refunded');
  const { data } = await world.stripe.refunds.list({ limit: 100 });
  expect(data).toHaveLength(1);
  world.clock.advance({ minutes: 61 });
  await world.runJobs({ includeDelayed: true });
  expect(
    (await world.letters()).filter(({ description }) => description === `Letter of order ${buyer.number}`),
  ).toEqual([]);
  const events = await world.claims.platform.db
    .selectFrom('event')
    .selectAll()
    .where('kind', '=', 'order.refund-ordered')
    .execute();
  expect(events[0]).toMatchObject({ actor_kind: 'operator', details: { reason: 'asked by telephone' } });
  await expect(desk().refund(buyer.number, 'again')).rejects.toThrow('refunded already');
});

it('sends again what the carrier refused, tells of it again, and writes the papers anew', async () => {
  const letter = await aLetterOnItsWay();
  const ofPapers = `select count(*)::int as jobs from claims_jobs.job where name = '${JOBS.makePapers}'`;
  await world.runJobs();
  await rejectAtPrinter(letter.number);
  expect((await world.statusOf(letter)).state).toBe('problem');
  expect((await desk().stuck()).join('\n')).toContain('letter-problem\tno: needs you');
  await desk().repost(letter.number, 'printer repaired');
  await world.runJobs({ includeDelayed: true });
  // Two days later it carries a new day, which its owner is shown first.
  expect((await world.statusOf(letter)).state).toBe('letter-drafted');
  expect(world.mailbox.to(letter.email)[0]?.subject).toMatch(/new date/);
  await letter.act('approve_and_send');
  const jobs = async () => (await world.sql<{ jobs: number }>(ofPapers))[0]?.jobs ?? 0;
  const before = await jobs();
  await letter.act('send_now');
  await world.runJobs();
  expect((await world.statusOf(letter)).state).toBe('posted');
  expect(await world.letters()).toHaveLength(2);
  expect(world.mailbox.to(letter.email).filter(({ subject }) => /handed to the printer/.test(subject))).toHaveLength(2);
  expect(await jobs()).toBe(before + 1);
});

it('says that a letter was mailed which the carrier took before the price went back, though its answer was lost', async () => {
  const letter = await aLetterOnItsWay();
  await world.control('/faults', { service: 'lob', kind: '500-after-commit', match: 'POST /v1/letters', times: 1 });
  await world.runJobs();
  await desk().refund(letter.number, 'the carrier is away');
  for (let round = 0; round < 3; round += 1) await world.runJobs({ includeDelayed: true });
  expect(await letter.shown()).toMatch(/state\trefunded[\s\S]*letter\tposted[\s\S]*mailing 0\tmailed\tltr_\w+/);
});

it('hands over nothing while the price is on its way back, and does not call it a refusal of the printer', async () => {
  const letter = await aLetterOnItsWay();
  await world.control('/faults', { service: 'stripe', kind: '500', match: 'POST /v1/refunds', times: 9 });
  await desk().refund(letter.number, 'asked by telephone');
  await world.runJobs();
  expect((await letter.act('approve_and_send')).refusal?.code).toBe('NOT_PAID');
  expect(await letter.shown()).toMatch(/state\tpaid[\s\S]*problem: refunding[\s\S]*mailing 0\trejected\t-/);
  await world.control('/faults/clear');
  for (let round = 0; round < 3; round += 1) await world.runJobs({ includeDelayed: true });
  const news = world.mailbox.to(letter.email).filter(({ subject }) => subject.includes('needs attention'));
  expect(news.map(({ text }) => /The printer did not accept|check the address/.test(text))).toEqual([false]);
  expect(news[0]?.text).toMatch(/not mailed/);
  expect(await letter.shown()).toMatch(/state\trefunded[\s\S]*letter\tproblem.*problem: refunded/);
  world.clock.advance({ minutes: 5 });
  expect((await desk().stuck()).join('\n')).not.toContain(letter.number);
});

it('leaves nothing to do about a letter that the printer refused and whose price went back at Stripe', async () => {
  const letter = await aLetterOnItsWay();
  await world.runJobs();
  await rejectAtPrinter(letter.number);
  const payment_intent = /payment\t(pi_\w+)/.exec(await letter.shown())?.[1] ?? '';
  await world.stripe.refunds.create({ payment_intent });
  await world.webhooksDone();
  await world.runJobs();
  expect(await letter.shown()).toMatch(/letter\tproblem.*problem: refunded/);
  world.clock.advance({ minutes: 5 });
  expect((await desk().stuck()).join('\n')).not.toContain(letter.number);
});

it('is a program that finds its database by itself and says what it can do', async () => {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const run = promisify(execFile);
  const env = { ...process.env, DATABASE_URL: world.database.url, NODE_OPTIONS: '' };
  const ops = (...words: string[]) => run(process.execPath, ['--no-warnings', cli, ...words], { env });
  expect((await ops('dead')).stdout).toContain('waiting');
  expect((await ops('help', 'why')).stdout).toMatch(/^ {2}npm run ops -- why <order.*\n$/);
  for (const [words, said] of [
    [['why'], /ops -- why <order\|e-mail\|letter>/],
    [['stuk'], /^There is no command stuk\. Near it:\n.* stuck /],
    [['stuck', '--reson', 'x'], /^stuck takes no --reson.*\n.* stuck .*\n$/],
    [['retry', 'nosuch'], /^There is no job nosuch: npm run ops -- dead/],
    [['package', 'nosuch'], /^There is no nosuch in the price table/],
  ] as const)
    await expect(ops(...words)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
  expect(() => findDatabase({ DATA_DIR: '/nowhere' }, '/')).toThrow('start the program first');
});

it('says on one screen why an order stands where it stands, by its number, its buyer and its letter', async () => {
  const buyer = await aPaidOrder();
  const deps = { db: world.claims.platform.db, now: world.clock.now };
  const early = await why(deps, buyer.number);
  expect(early.join('\n')).toMatch(
    /order\tR-\w+\tpaid[^]*job\t\S+\tcreated, try 1 of \d+[^]*press\tnothing: it is tried again/,
  );
  await world.runJobs();
  const rows = await world.sql<{ id: string; email: string }>(
    'select l.id, o.email from claims.letter l join claims.claim_order o on o.id = l.order_id where o.order_number = $1',
    [buyer.number],
  );
  const byNumber = await why(deps, buyer.number.toLowerCase());
  expect(byNumber.join('\n')).toMatch(/letter\t\w+\tdraft[\s\S]*job\tletter.tell-ready[\s\S]*press\tnothing/);
  expect(await why(deps, rows[0]!.id)).toEqual(byNumber);
  expect((await why(deps, rows[0]!.email.toUpperCase())).slice(0, 1)[0]).toMatch(/^order\tR-/);
  await world.sql("update claims.letter set state = 'problem', problem = 'address-refused' where id = $1", [
    rows[0]!.id,
  ]);
  const stuck = await why(deps, buyer.number);
  expect(stuck.join('\n')).toMatch(/problem: address-refused[\s\S]*overdue\tletter-problem[\s\S]*press\t.*repost R-/);
  for (const lines of [early, byNumber, stuck]) expect(lines.length).toBeLessThanOrEqual(24);
  expect(stuck.join('\n')).not.toMatch(/Ivo|Kern|Zoë|example\.org/);
  await expect(why(deps, 'R-NOTHERE00')).rejects.toThrow('There is no order');
});
