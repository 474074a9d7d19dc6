import { sql } from 'kysely';
import { changeChannel } from '../channels/channel-settings.ts';
import { createTokens } from '../http/tokens.ts';
import { plan } from '../plans/plans.ts';
import { runDueSteps } from '../rollouts/due-steps.ts';
import { aDatabaseThatIsAway, aRemote, MANAGER, operationsOf, rollBackOne, untilWaiting } from '../testing/index.ts';
import { aNoticeWorld, CHANNEL, first, idOf, second, type NoticeWorld } from '../testing/notice-world.ts';
import { readUndelivered, retryNotice, watchLedger } from './notices.ts';
import { tell } from './tell.ts';

let world: NoticeWorld;
beforeEach(async () => void (world = await aNoticeWorld()));
afterEach(() => world.close());

describe('what the health gate does', () => {
  it('is told by mail and by a signed webhook, once each, with what an operator asks first', async () => {
    await world.add({ email: 'on-call@example.org' });
    const { secret } = await world.add({ webhook: world.receiver.url });
    await world.fail(second);
    await world.gate();
    expect(await world.states()).toEqual(['waiting', 'waiting']);
    const [one, other] = [world.sender(), world.sender()];
    await Promise.all([one.sendDue(), other.sendDue(), one.sendDue()]);
    expect(await world.states()).toEqual(['sent', 'sent']);
    expect(world.mails.received).toHaveLength(1);
    expect(world.receiver.received).toHaveLength(1);
    const [{ subject, text, to }] = world.mails.received as [(typeof world.mails.received)[0]];
    expect(to).toEqual(['on-call@example.org']);
    expect(subject).toBe(
      '[releases] mf-wizard on production was rolled back by itself: 9 of 9 sessions failed within 10 minutes',
    );
    for (const words of [
      'WHAT HAPPENED',
      `build ${idOf(second)} (1.1.0)`,
      'since 2026-03-01 12:00 UTC',
      `gets build ${idOf(first)} again, with snapshot 3`,
      'https://console.example.org/#/remotes/mf-wizard',
      'npm run release -- status',
    ]) {
      expect(text.replace(/\s+/g, ' ')).toContain(words);
    }
    expect(world.verified(secret!)).toMatchObject({
      type: 'release.rolled-back',
      data: { channel: CHANNEL, remote: 'mf-wizard', buildId: idOf(second), to: idOf(first), snapshot: 3 },
    });
  });

  it('is told once when two programs see it, and not at all when it is not done', async () => {
    await world.add({ email: 'on-call@example.org' });
    await world.fail(second);
    const both: Promise<string[]>[] = [];
    await world.core.db.transaction().execute(async (trx) => {
      await trx.selectFrom('releases.channel').select('name').forUpdate().execute();
      both.push(world.gate(), world.gate());
      await untilWaiting(trx, 2);
    });
    expect((await Promise.all(both)).flat()).toContainEqual(expect.stringContaining('(CHANGED_MEANWHILE)'));
    await world.gate();
    expect((await world.notices()).map(({ kind }) => kind)).toEqual(['rolled-back']);
  });

  it('tells of a rollout that is taken back', async () => {
    const third = aRemote({ buildId: 'c3', version: '1.2.0' });
    await world.publish(third);
    const { name: remote, buildId } = third.descriptor;
    await world.core.channels.rollOut(CHANNEL, { remote, buildId, percent: 10 }, MANAGER);
    await world.fail(third);
    await world.gate();
    expect(await world.notices()).toMatchObject([
      { kind: 'rollout-aborted', facts: { buildId, to: idOf(second), percent: 10 }, sendings: [] },
    ]);
  });

  it('tells once of a build that fails and has none before it, and says so in the ledger', async () => {
    const letters = aRemote({ name: 'mf-letters', buildId: 'c3' });
    await world.release(letters);
    await world.add({ email: 'on-call@example.org' });
    await world.fail(letters);
    expect(await world.gate()).toEqual([expect.stringContaining('NOTHING_BEFORE')]);
    world.pass(5);
    expect(await world.gate()).toEqual([]);
    expect(await world.notices()).toMatchObject([{ kind: 'rollback-blocked', facts: { code: 'NOTHING_BEFORE' } }]);
    await world.sender().sendDue();
    expect(world.mails.received[0]!.subject).toMatch(/could NOT be taken back: somebody has to act$/);
    const rows = await world.core.db.selectFrom('releases.ledger').select('entry').execute();
    expect(rows.filter(({ entry }) => entry.includes('"gate-blocked"'))).toHaveLength(1);
  });
});

describe('a build that fails and stays', () => {
  it.each([
    ['it has served for long', () => world.pass(3_700), false, 'it has served for longer'],
    ['the gate is off', () => {}, true, 'the health gate is off'],
  ])('is told once, with why and what to press, and once more when it is over: %s', async (_, before, isOff, why) => {
    await world.add({ email: 'on-call@example.org' });
    before();
    await world.fail(second);
    expect(await world.gate(isOff)).toEqual([expect.stringContaining(why)]);
    await world.fail(second);
    expect(await world.gate(isOff)).toEqual([]);
    await world.sender().sendDue();
    const [{ subject, text }] = world.mails.received as [(typeof world.mails.received)[0]];
    expect(subject).toMatch(/mf-wizard on production fails and is NOT taken back: 9 of 9 sessions failed/);
    for (const words of [`Nothing: ${why}`, 'npm run release -- rollback mf-wizard']) expect(text).toContain(words);
    world.pass(700);
    expect(await world.gate(isOff)).toEqual([expect.stringContaining('fails no more: 0 of 0 sessions')]);
    await world.fail(second);
    expect(await world.gate(isOff)).toHaveLength(1);
    expect((await world.notices()).map(({ kind }) => kind)).toEqual(['failing', 'failing-over', 'failing']);
  });

  it('is over when it serves no more', async () => {
    world.pass(3_700);
    await world.fail(second);
    await world.gate();
    await rollBackOne(world.core.channels, CHANNEL, 'mf-wizard', MANAGER, { reason: 'r' });
    expect(await world.gate()).toEqual([expect.stringContaining('it serves no more')]);
  });
});

describe('a receiver that is away', () => {
  it('is asked again with growing pauses, under one id, until it is back', async () => {
    await world.add({ webhook: world.receiver.url });
    await world.test();
    world.answers.webhook = 503;
    await world.sender().sendDue();
    await world.sender().sendDue();
    expect(world.receiver.received).toHaveLength(1);
    for (const seconds of [38, 76]) {
      world.pass(seconds);
      await world.sender().sendDue();
    }
    expect(world.receiver.received).toHaveLength(3);
    expect((await world.notices())[0]!.sendings).toMatchObject([{ state: 'waiting', attempts: 3, error: 'HTTP 503' }]);
    expect(await readUndelivered(world.core)).toEqual({ count: 1, since: expect.any(Date) });
    world.answers.webhook = 200;
    world.pass(151);
    await world.sender().sendDue();
    expect(await world.states()).toEqual(['sent']);
    expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await readUndelivered(world.core)).toEqual({ count: 0, since: null });
  });

  it('is given up after a day, visibly, and asked again when somebody says so', async () => {
    await world.add({ webhook: world.receiver.url });
    const { id } = await world.test();
    world.answers.webhook = 500;
    for (let turn = 0; turn < 30; turn += 1) {
      await world.sender().sendDue();
      world.pass(4_501);
    }
    expect(world.receiver.received).toHaveLength(24);
    expect((await world.notices())[0]!.sendings).toMatchObject([{ state: 'dead', attempts: 24, error: 'HTTP 500' }]);
    expect(world.said).toEqual([expect.stringContaining('is not delivered (HTTP 500)')]);
    const operations = operationsOf(world.core);
    expect((await operations.overview({}, MANAGER)).lines).toContainEqual(
      expect.objectContaining({ kind: 'not-told', about: '1' }),
    );
    world.answers.webhook = 200;
    await retryNotice(world.core, { channel: CHANNEL, id, reason: 'it is back' }, MANAGER);
    await world.sender().sendDue();
    expect(await world.states()).toEqual(['sent']);
  });

  it('keeps no mail from another one, and is asked no more when it says so', async () => {
    await world.add({ webhook: world.receiver.url });
    await world.add({ email: 'gone@example.org' });
    await world.add({ email: 'here@example.org' });
    world.answers.mail = (address) => (address.startsWith('gone') ? 550 : 0);
    world.answers.webhook = 410;
    await world.test();
    await world.sender().sendDue();
    expect((await world.states()).toSorted()).toEqual(['dead', 'dead', 'sent']);
    expect(world.mails.received.map(({ to }) => to)).toEqual([['here@example.org']]);
  });
});

it('is sent by the next program when one ends in the middle, with the same Message-ID', async () => {
  await world.add({ email: 'on-call@example.org' });
  await world.test();
  const ids: string[] = [];
  const ending = world.sender(({ id }, signal) => {
    ids.push(id);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ error: 'ABORTED', forGood: false }));
    });
  });
  const sending = ending.sendDue();
  while (ids.length === 0) await new Promise((resolve) => setImmediate(resolve));
  // Another program leaves alone what is under way.
  await world.sender().sendDue();
  expect(world.mails.received).toEqual([]);
  await ending.stop();
  await sending;
  world.pass(38);
  await world.sender().sendDue();
  expect(world.mails.received.map(({ messageId }) => messageId)).toEqual([`<${ids[0]}@example.org>`]);
});

it('is spread over a quarter of its pause, and never early', async () => {
  for (let count = 0; count < 20; count += 1) await world.add({ email: `person${count}@example.org` });
  await world.test();
  world.answers.mail = () => 450;
  await world.sender().sendDue();
  const again = (await world.notices())[0]!.sendings.map(
    ({ nextAt }) => Date.parse(nextAt!) - world.clock.now.getTime(),
  );
  expect(Math.min(...again)).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...again)).toBeLessThanOrEqual(37_500);
  expect(new Set(again).size).toBeGreaterThan(1);
});

it('is not sent again when the database is away at the moment in which it is out', async () => {
  const { db, away } = aDatabaseThatIsAway(world.core.db);
  await world.add({ email: 'on-call@example.org' });
  await world.test();
  const mails: string[] = [];
  const sender = world.sender(async ({ id }) => {
    mails.push(id);
    void away(() => new Promise(setImmediate));
    return null;
  }, db);
  await sender.sendDue();
  world.pass(38);
  await sender.sendDue();
  expect(await world.states()).toEqual(['sent']);
  expect(mails).toHaveLength(1);
});

it('puts nothing of a text into a header or a line of its own', async () => {
  await world.add({ email: 'on-call@example.org' });
  const reason = 'x\r\nBcc: all@example.org\r\n\r\nWHAT TO DO NOW\u2028\u202e run this';
  await world.test(reason);
  await world.core.db.transaction().execute(async (trx) => {
    const draft = { key: 'k', kind: 'rolled-back', channel: CHANNEL, teams: [], facts: { reason } } as const;
    await tell(trx, { ...draft, remote: 'mf-wizard' }, world.clock.now);
  });
  await world.sender().sendDue();
  expect(world.mails.received).toHaveLength(2);
  for (const { to, text, subject } of world.mails.received) {
    expect(to).toEqual(['on-call@example.org']);
    expect(text.match(/^WHAT TO DO NOW/gm)).toHaveLength(1);
    expect(`${subject}${text}`).not.toMatch(/[\u2028\u202e\r]/);
    expect(subject).not.toContain('\n');
  }
});

it('tells a team of its own remotes alone, and nobody twice', async () => {
  await world.add({ email: 'wizard@example.org', team: 'team-wizard' });
  await world.add({ email: 'letters@example.org', team: 'team-letters' });
  await world.add({ email: 'both@example.org', team: 'team-wizard' });
  await world.add({ email: 'both@example.org' });
  await world.fail(second);
  await world.gate();
  await world.sender().sendDue();
  expect(world.mails.received.flatMap(({ to }) => to).toSorted()).toEqual(['both@example.org', 'wizard@example.org']);
});

it('tells of a rollout whose step is refused, of a promotion that waits for somebody, and of a broken ledger, once each', async () => {
  const third = aRemote({ buildId: 'c3', version: '1.2.0' });
  await world.publish(third);
  const { name: remote, buildId } = third.descriptor;
  const next = { steps: [50], everyMinutes: 1 };
  await world.core.channels.rollOut(CHANNEL, { remote, buildId, percent: 10, next }, MANAGER);
  world.pass(61);
  for (const _ of [1, 2]) await runDueSteps(world.core, CHANNEL);
  expect(await world.notices()).toMatchObject([{ kind: 'rollout-paused', facts: { percent: 10, buildId } }]);

  const holder = { name: 'key-holder', role: 'key-holder', team: null } as const;
  await changeChannel(
    world.core.db,
    CHANNEL,
    { secondPersonMinutes: 30 },
    { actor: holder, reason: 'r', now: world.clock.now },
  );
  await createTokens(world.core.db, () => world.clock.now).add(
    { name: 'ann', person: 'Ann Lee', role: 'release-manager', team: null, days: 1 },
    holder,
  );
  const ann = { name: 'ann', role: 'release-manager', team: null, person: 'Ann Lee' } as const;
  await plan(world.core, { channel: CHANNEL, builds: [{ name: remote, buildId: idOf(first) }], at: null }, ann);
  expect((await world.notices())[0]).toMatchObject({
    kind: 'confirmation-needed',
    facts: { actor: 'Ann Lee', plan: 1 },
  });

  expect(await watchLedger(world.core, CHANNEL)).toEqual([]);
  await sql`alter table releases.ledger disable trigger append_only`.execute(world.core.db);
  await world.core.db.updateTable('releases.ledger').set({ entry: '{}' }).where('seq', '=', 2).execute();
  for (const said of [1, 0]) expect(await watchLedger(world.core, CHANNEL)).toHaveLength(said);
  expect((await world.notices())[0]).toMatchObject({
    kind: 'ledger-broken',
    facts: { reason: 'entry 2: the entry was changed' },
  });
});
