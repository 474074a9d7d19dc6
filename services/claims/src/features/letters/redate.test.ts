import { answerWait, checkExistingDemand, letterVersions, type Demand } from '@redress/contracts';
import { addDays, dayAtPlace, formatDay, isBusinessDay } from '@redress/domain';
import { diffLetters, earliestPayBy } from '@redress/domain/letter';
import { letterHash } from '../../shared/letters/letter.repository.ts';
import { aClaim, paidCase, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();

const PLACE = { state: aClaim().incidentState };
const today = () => dayAtPlace(world.clock.now().getTime(), PLACE);

/** Moves the clock to a time of day where the claim happened: the first one from now. */
function goTo(hour: number, minute: number): void {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(world.clock.now());
  const [h = 0, m = 0] = clock.split(':').map(Number);
  world.clock.advance({ minutes: (hour * 60 + minute - h * 60 - m + 1440) % 1440 });
}

async function aLetterAt(hour: number, minute: number) {
  goTo(hour, minute);
  const letter = await paidCase(world);
  const current = async () =>
    (await letter.browser.call(checkExistingDemand, { form_session_id: letter.formSessionId })).body as Demand;
  return { ...letter, current };
}
const changed = (before: string, after: string) =>
  diffLetters(before, after).flatMap(({ kind, text }) => (kind === 'added' ? [text] : []));
const mailed = async (letter: { demandId: string }) =>
  (await world.mailingsOf(letter)).map(({ state, problem }) => ({ state, problem }));
const emailTo = (email: string, words: RegExp) => world.mailbox.to(email).filter(({ subject }) => words.test(subject));

it('carries the day its change window ends, so that a letter approved before midnight goes out on its own day', async () => {
  const letter = await aLetterAt(23, 30);
  const tomorrow = dayAtPlace(world.clock.now().getTime() + 3_600_000, PLACE);
  expect(tomorrow > today()).toBe(true);
  expect(letter.text.startsWith(formatDay(tomorrow))).toBe(true);
  expect((await letter.act('approve_and_send')).status).toBe(200);
  world.clock.advance({ minutes: 60 });
  await world.runJobs({ includeDelayed: true });
  expect((await letter.current()).state).toMatch(/^post/);
});

it('dates a letter anew when it is approved on a later day, shows it and sends nothing before it is approved again', async () => {
  const letter = await aLetterAt(10, 0);
  world.clock.advance({ days: 9 });
  const answer = await letter.act('approve_and_send');
  expect([answer.status, answer.refusal.code]).toEqual([409, 'LETTER_REDATED']);
  const other = answer.refusal.other as Demand;
  expect(other).toMatchObject({ state: 'draft', version: 2 });
  expect(other.demand_letter.startsWith(formatDay(today()))).toBe(true);
  const lines = changed(letter.text, other.demand_letter);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/\b20\d\d\b/);
  expect(await mailed(letter)).toEqual([]);

  expect((await letter.act('approve_and_send')).body.demand.state).toBe('approved');
  const { body } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
  expect(body.versions.map(({ origin }) => origin)).toEqual(['redated', 'composed']);
});

it('dates a letter anew that is sent by hand after midnight, and withdraws the approval', async () => {
  const letter = await aLetterAt(10, 0);
  await letter.act('approve_and_send');
  world.clock.advance({ days: 1 });
  expect((await letter.act('send_now')).refusal.code).toBe('LETTER_REDATED');
  expect(await letter.current()).toMatchObject({ state: 'draft', demand_approved: false });
  await world.runJobs({ includeDelayed: true });
  expect(await mailed(letter)).toEqual([]);
});

it('holds a letter whose window ended while nothing ran, and writes to its owner', async () => {
  const letter = await aLetterAt(10, 0);
  await letter.act('approve_and_send');
  world.clock.advance({ days: 2 });
  await world.runJobs({ includeDelayed: true });
  expect(await letter.current()).toMatchObject({ state: 'draft', version: 2 });
  expect(await mailed(letter)).toEqual([]);
  const told = emailTo(letter.email, /new date/);
  expect(told).toHaveLength(1);
  // By itself the page shows the claim that was paid last.
  expect(told[0]?.text).toContain(`/result?claim=${letter.formSessionId}`);
  expect((await letter.act('approve_and_send')).status).toBe(200);
});

it('sends nothing that leaves less than seven days after the expected delivery', async () => {
  const letter = await aLetterAt(10, 0);
  const payBy = /by ([A-Z][a-z]+ \d+, \d{4})/.exec(letter.text)?.[1] ?? '';
  const tight = formatDay(today());
  await letter.act('save', { demand_letter: letter.text.replaceAll(payBy, tight) });
  const refused = await letter.act('approve_and_send');
  expect(refused.refusal).toMatchObject({
    code: 'LETTER_PAY_BY_TOO_SOON',
    other: { earliest: formatDay(earliestPayBy(today())) },
  });

  // Made tight within the window it is held when the window ends.
  await letter.act('save', { demand_letter: letter.text });
  await letter.act('approve_and_send');
  await letter.act('save', { demand_letter: letter.text.replaceAll(payBy, tight) });
  expect((await letter.act('send_now')).refusal.code).toBe('LETTER_PAY_BY_TOO_SOON');
  world.clock.advance({ minutes: 60 });
  await world.runJobs({ includeDelayed: true });
  expect((await letter.current()).state).toBe('draft');
  expect(await mailed(letter)).toEqual([]);
  expect(emailTo(letter.email, /not mailed yet/)).toHaveLength(1);
});

it('does not let an old text put back go out under its old date', async () => {
  const letter = await aLetterAt(10, 0);
  world.clock.advance({ days: 3 });
  await letter.act('approve_and_send');
  const answer = await letter.act('approve_and_send', { demand_letter: letter.text });
  expect(answer.refusal.code).toBe('LETTER_REDATED');
  expect((await letter.current()).demand_letter.startsWith(formatDay(today()))).toBe(true);
});

it('stops what a carrier out of reach kept until its date to pay by came near, and sends it under a new date', async () => {
  const letter = await aLetterAt(10, 0);
  await letter.act('approve_and_send');
  await world.control('/faults', { service: 'lob', kind: '500', match: '/v1/letters', times: 60 });
  await letter.act('send_now');
  await world.runJobs();
  world.clock.advance({ days: 14 });
  await world.control('/faults/clear');
  for (let round = 0; round < 3; round += 1) await world.runJobs({ includeDelayed: true });
  expect(await mailed(letter)).toEqual([{ state: 'rejected', problem: 'late' }]);
  expect((await letter.current()).state).toBe('problem');

  expect((await letter.act('approve_and_send')).refusal.code).toBe('LETTER_REDATED');
  expect((await letter.act('approve_and_send')).status).toBe(200);
  await letter.act('send_now');
  await world.runJobs();
  expect((await mailed(letter)).map(({ state }) => state).sort()).toEqual(['mailed', 'rejected']);
});

/** Moves the clock to a time of day on the first day from now that is meant. */
function goToDay(isMeant: (day: string) => boolean, hour: number, minute: number): void {
  goTo(12, 0);
  for (let days = 0; !isMeant(today()); days += 1) {
    if (days > 400) throw new Error('No such day within a year.');
    world.clock.advance({ days: 1 });
  }
  goTo(hour, minute);
}

/** The Saturday before the second Sunday of March. */
const isDayBeforeClockChange = (day: string) =>
  /-03-(?:0[7-9]|1[0-3])$/.test(day) && new Date(`${day}T12:00:00Z`).getUTCDay() === 6;

describe('a window that ends', () => {
  it.each([
    [
      "at the midnight of a month's last day",
      (day: string) => /-(?:30|31)$/.test(day) && addDays(day, 1).endsWith('-01'),
      23,
      0,
    ],
    ['on a holiday', (day: string) => day.endsWith('-12-24'), 23, 30],
    ['on the other side of the clock change', isDayBeforeClockChange, 1, 30],
  ] as const)(
    '%s posts under the day it ends, once, with a date to pay by on a business day',
    async (_what, isMeant, hour, minute) => {
      goToDay(isMeant, hour, minute);
      const letter = await aLetterAt(hour, minute);
      const { demand } = (await letter.act('approve_and_send')).body;
      const ends = new Date(demand.window_ends_at ?? '');
      expect(ends.getTime() - world.clock.now().getTime()).toBe(60 * 60_000);
      const endDay = dayAtPlace(ends.getTime(), PLACE);
      expect(demand.demand_letter.startsWith(formatDay(endDay))).toBe(true);
      const named = /by ([A-Z][a-z]+ \d+, \d{4})/.exec(demand.demand_letter)?.[1] ?? '';
      const payBy = new Date(`${named} UTC`).toISOString().slice(0, 10);
      expect([payBy, isBusinessDay(payBy), payBy >= earliestPayBy(endDay)]).toEqual([payBy, true, true]);
      world.clock.advance({ minutes: 59 });
      await world.runJobs();
      expect(await mailed(letter)).toEqual([]);
      world.clock.advance({ minutes: 1 });
      await world.runJobs({ includeDelayed: true });
      expect((await mailed(letter)).map(({ state }) => state)).toEqual(['mailed']);
      expect((await letter.current()).version).toBe(1);
    },
  );
});

describe('a row of the law corrected after the letter was composed', () => {
  /** The letter as it was composed of the row before: its court had another name. */
  async function ofBefore(letter: { demandId: string }) {
    const { db } = world.claims.platform;
    const row = await db
      .selectFrom('letter_version')
      .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
      .select(['parts', 'text', 'signature_key'])
      .where('letter_id', '=', letter.demandId)
      .executeTakeFirstOrThrow();
    const court = row.parts?.find(({ id }) => id === 'court')?.text ?? '';
    const former = court.replace(/ in [A-Z].*?(?=[,.])/, ' in the Former Court');
    expect(former).not.toBe(court);
    const text = row.text.replace(court, former);
    const parts = row.parts?.map((part) =>
      part.id === 'court' ? { ...part, text: former, from: { ...part.from, says: 'other' } } : part,
    );
    const hash = letterHash(text, row);
    await db
      .updateTable('letter_version')
      .set({ text, text_hash: hash, parts: JSON.stringify(parts) })
      .where('letter_id', '=', letter.demandId)
      .execute();
    await db
      .updateTable('letter')
      .set({ approved_hash: hash })
      .where('id', '=', letter.demandId)
      .where('state', '=', 'approved')
      .execute();
    return { court, former };
  }

  it('holds a letter approved before, shows old and new, and takes the new with one press beside the edits', async () => {
    const letter = await aLetterAt(10, 0);
    await letter.act('approve_and_send');
    const { court, former } = await ofBefore(letter);
    world.clock.advance({ minutes: 60 });
    await world.runJobs({ includeDelayed: true });
    expect(await mailed(letter)).toEqual([]);
    expect(
      emailTo(letter.email, /./)
        .map(({ text }) => text)
        .join(),
    ).toContain('waits for an answer of yours');
    const wait = { for: 'law', before: former, after: court, stopped: false };
    expect(await letter.current()).toMatchObject({ state: 'draft', waits_for: [wait], can_refund: true });

    const edited = (await letter.current()).demand_letter.replace('Sincerely,', 'Many thanks,');
    await letter.act('save', { demand_letter: edited });
    const refused = await letter.act('approve_and_send');
    expect([refused.status, refused.refusal.code]).toEqual([409, 'LETTER_WAITS']);
    const take = async (law: string) =>
      (await letter.browser.call(answerWait, { form_session_id: letter.formSessionId, law })).body.demand;
    expect((await take('Another sentence.')).waits_for).toMatchObject([wait]);
    const taken = await take(court);
    expect(taken).toMatchObject({ state: 'draft', waits_for: [], demand_letter: edited.replace(former, court) });
    expect((await take(court)).version).toBe(taken.version);

    // An old version put back names the law of then: it is held again.
    expect((await letter.act('save', { demand_letter: edited })).body.demand.waits_for).toMatchObject([wait]);
    await letter.act('save', { demand_letter: taken.demand_letter });
    expect((await letter.act('approve_and_send')).body.demand.state).toBe('approved');
  });

  it('posts a letter that has what the rows say', async () => {
    const letter = await aLetterAt(10, 0);
    const { court } = await ofBefore(letter);
    await letter.browser.call(answerWait, { form_session_id: letter.formSessionId, law: court });
    const { body } = await letter.browser.call(letterVersions, { demand_id: letter.demandId });
    expect(body.versions.map(({ origin }) => origin)).toEqual(['updated', 'composed']);
    await letter.act('approve_and_send');
    world.clock.advance({ minutes: 60 });
    await world.runJobs({ includeDelayed: true });
    expect((await letter.current()).state).toMatch(/^post/);
  });
});
