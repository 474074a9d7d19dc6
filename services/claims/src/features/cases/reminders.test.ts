import {
  csrfToken,
  deleteAccount,
  exportData,
  getCase,
  getAlerts,
  switchCaseCalendar,
  reportPayment,
  switchReminders,
} from '@redress/contracts';
import { daysBetween } from '@redress/domain';
import { PASSWORD, paidCase, runJob, useCaseWorld, type PaidCase } from '../../testing/index.ts';

const world = useCaseWorld();
type Mine = PaidCase & { payBy: string };

async function mailedCase(): Promise<Mine> {
  world.clock.advanceToNoon();
  const mine = await paidCase(world);
  await mine.mail();
  const { body } = await mine.browser.call(getCase, { form_session_id: mine.formSessionId });
  return { ...mine, payBy: body.answer_by ?? '' };
}
/** On to noon of a day, counted from the day to pay by. */
const goTo = ({ payBy }: Mine, off: number) => {
  world.clock.advanceToNoon();
  world.clock.advance({ days: daysBetween(world.clock.now().toISOString().slice(0, 10), payBy) + off });
};
/** The clock's job finds what is due; the mails stay in the outbox until jobs run. */
const remind = async ({ demandId }: Mine) => runJob(world, 'case.remind', { letterId: demandId });
async function look(): Promise<void> {
  await runJob(world, 'case.look');
  await world.runJobs();
}
const mails = ({ email }: Mine) => world.mailbox.to(email).filter(({ subject }) => /pay by|Did .* pay\?/.test(subject));
const alerts = async ({ browser }: Mine) =>
  (await browser.call(getAlerts)).body.alerts
    // The carrier's own news of the days passed over comes whenever the carrier looks next.
    .filter(({ link, title }) => link?.startsWith('/case/') && title !== 'Letter delivered')
    .map(({ title }) => title);
const say = ({ browser, formSessionId }: Mine, said: object) =>
  browser.call(reportPayment, {
    form_session_id: formSessionId,
    report_id: 'a'.repeat(24),
    revision: 0,
    ...said,
  } as never);
const held = async () =>
  Number((await world.sql("select count(*) from claims.mail where status = 'held'"))[0]?.['count']);

it('asks on the day after whether they paid, by three buttons that write nothing, once, until it is said', async () => {
  const mine = await mailedCase();
  await look();
  expect(mails(mine)).toEqual([]);
  // A worker that slept since before the first of them: one mail, and none about days that are over.
  goTo(mine, 1);
  await look();
  world.clock.advance({ hours: 2 });
  await look();
  const [mail, ...others] = mails(mine);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Did Ivo Kern pay?');
  for (const paid of ['all', 'part', 'none'])
    expect(mail?.text).toContain(`/case/${mine.formSessionId}?paid=${paid}\n`);
  expect(await alerts(mine)).toEqual(['Did they pay?']);
  await say(mine, { kind: 'none' });
  expect(await alerts(mine)).toEqual([]);
  for (let day = 0; day < 9; day += 1) {
    world.clock.advance({ days: 1 });
    await look();
  }
  expect(mails(mine)).toHaveLength(1);
});

it('tells a week before, the day before and the day after', async () => {
  const mine = await mailedCase();
  for (const off of [-7, -1, 1]) {
    goTo(mine, off);
    await look();
  }
  expect(mails(mine).map(({ subject }) => subject.replace(/ by .*/, ''))).toEqual([
    'Did Ivo Kern pay?',
    'Your letter to Ivo Kern: pay',
    'Your letter to Ivo Kern: pay',
  ]);
});

it.each([
  ['reported paid', (mine: Mine) => say(mine, { kind: 'all', day: '2026-01-05' })],
  ['switched off', ({ browser }: Mine) => browser.call(switchReminders, { kind: 'pay_by', on: false })],
  [
    'deleted with the account',
    async ({ browser }: Mine) => {
      const { csrf_token } = (await browser.call(csrfToken)).body;
      return browser.call(deleteAccount, { password: PASSWORD, confirm: 'DELETE', csrf_token });
    },
  ],
] as const)('holds back a mail that waits in the outbox when it was %s meanwhile', async (_, act) => {
  const mine = await mailedCase();
  goTo(mine, 1);
  await remind(mine);
  const before = await held();
  expect((await act(mine)).status).toBe(200);
  await world.runJobs();
  expect([mails(mine).length, (await held()) - before]).toEqual([0, 1]);
});

it('keeps a mail that was made by day and would go out by night until the morning', async () => {
  const mine = await mailedCase();
  goTo(mine, -1);
  await remind(mine);
  world.clock.advance({ hours: 9 });
  await world.runJobs();
  expect(mails(mine)).toEqual([]);
  world.clock.advance({ hours: 12 });
  await world.runJobs({ includeDelayed: true });
  expect(mails(mine)).toHaveLength(1);
});

it('leaves nothing behind when it is stopped between the mark and the mail, and sends one mail after that', async () => {
  const mine = await mailedCase();
  goTo(mine, 1);
  await world.sql(`create function claims.stop() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$`);
  await world.sql('create trigger stop before insert on claims.mail for each row execute function claims.stop()');
  await expect(remind(mine)).rejects.toThrow('stopped');
  await world.sql('drop function claims.stop cascade');
  await Promise.all([remind(mine), remind(mine), remind(mine)]);
  await world.runJobs();
  expect(mails(mine)).toHaveLength(1);
});

it('is stopped by one press in a mail program, from anywhere and without a sign-in, and by nothing less', async () => {
  const mine = await mailedCase();
  goTo(mine, -7);
  await look();
  const address = /http\S+\/api\/reminders\/stop\?key=\S+/.exec(mails(mine)[0]?.text ?? '')?.[0] ?? '';
  const url = address.replace(/^https?:\/\/[^/]+/, '');
  const press = (payload: string, at = url) =>
    world.app.inject({
      method: 'POST',
      url: at,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const off = async () =>
    (await world.sql('select reminders_off from claims.account where email = $1', [mine.email]))[0];
  expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200);
  expect((await press('')).statusCode).toBe(404);
  expect((await press('List-Unsubscribe=One-Click', url.replace('pay_by', 'file_by'))).statusCode).toBe(404);
  expect(await off()).toEqual({ reminders_off: [] });
  expect((await press('List-Unsubscribe=One-Click')).statusCode).toBe(200);
  await press('List-Unsubscribe=One-Click');
  expect(await off()).toEqual({ reminders_off: ['pay_by'] });
  goTo(mine, 1);
  await look();
  expect(mails(mine)).toHaveLength(1);
  const { body } = await mine.browser.call(switchReminders, { kind: 'pay_by', on: true });
  expect(body.remindersOff).toEqual([]);
});

it('is stopped by a form of either encoding, and shows nothing that stands behind its signed key', async () => {
  const mine = await mailedCase();
  goTo(mine, -7);
  await look();
  const [address = ''] = /\/api\/reminders\/stop\?key=\S+/.exec(mails(mine)[0]?.text ?? '') ?? [];
  const more = `.${encodeURIComponent('"><meta http-equiv=refresh content=0;url=//evil.test>')}`;
  for (const method of ['GET', 'POST'] as const) {
    const payload = method === 'POST' ? { payload: 'List-Unsubscribe=One-Click' } : {};
    const { statusCode, body } = await world.app.inject({ method, url: `${address}${more}`, ...payload });
    expect([statusCode, body.includes('evil')]).toEqual([404, false]);
  }
  // RFC 8058: multipart/form-data first.
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nOne-Click\r\n--b--\r\n`;
  const send = async (name: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return (await world.app.inject({ method: 'POST', url: address, payload: part(name), headers })).statusCode;
  };
  expect([await send('Other'), await send('List-Unsubscribe')]).toEqual([404, 200]);
  expect(await world.sql('select reminders_off from claims.account where email = $1', [mine.email])).toEqual([
    { reminders_off: ['pay_by'] },
  ]);
});

it('gives the days of a case to calendars by an address that can be taken away, and nothing else', async () => {
  const mine = await mailedCase();
  const turn = async (on: boolean) =>
    (await mine.browser.call(switchCaseCalendar, { form_session_id: mine.formSessionId, on })).body.calendar ?? '';
  const open = (address: string) => world.app.inject({ method: 'GET', url: address.replace(/^https?:\/\/[^/]+/, '') });
  const address = await turn(true);
  expect(await turn(true)).toBe(address);
  const { body, headers } = await open(address);
  expect(headers['content-type']).toMatch(/^text\/calendar/);
  expect(body).toContain(`DTSTART;VALUE=DATE:${mine.payBy.replaceAll('-', '')}\r\nSUMMARY:Redress: day to pay by\r\n`);
  expect(body).not.toMatch(/Kern|1,?250|\$/);
  expect((await open(address.slice(0, -1))).statusCode).toBe(404);
  await say(mine, { kind: 'all', day: '2026-01-05' });
  expect((await open(address)).body).not.toContain('VEVENT');
  await turn(false);
  expect((await open(address)).statusCode).toBe(404);
  expect(await turn(true)).not.toBe(address);
  expect((await open(address)).statusCode).toBe(404);
});

it('reminds of a hearing in the place of the day before it was moved, puts it into the calendar and into the export', async () => {
  const mine = await mailedCase();
  const { browser, formSessionId, payBy, email } = mine;
  const court = { case_number: ' 26-SC-1 ', hearing_day: payBy, served_day: null, judgment_day: null };
  const kept = await say(mine, { kind: 'court', court });
  expect(kept.body.court).toMatchObject({ case_number: '26-SC-1', hearing_day: payBy });
  expect(kept.body.court?.days).toContainEqual({ kind: 'hearing', day: payBy, says: '', rule: '', url: '' });
  expect(kept.body.timeline.at(-1)?.what).toBe('court');
  const { body } = await browser.call(switchCaseCalendar, { form_session_id: formSessionId, on: true });
  const key = new URL(body.calendar ?? '').searchParams.get('key');
  const read = async () => (await browser.send('GET', `/api/case/calendar.ics?key=${key}`)).body;
  expect(await read()).toContain('SUMMARY:Redress: hearing\r\n');

  goTo(mine, -1);
  await look();
  const told = () => world.mailbox.to(email).filter(({ subject }) => subject.startsWith('Your case against'));
  expect(
    told()
      .map(({ text }) => text)
      .join(),
  ).toContain('Your hearing: ');
  expect(await alerts(mine)).toEqual(['A day of your case is near']);
  await say(mine, { kind: 'court', report_id: 'b'.repeat(24), revision: 1, court: { ...court, hearing_day: null } });
  expect(await alerts(mine)).toEqual([]);
  expect(await read()).not.toContain('hearing');

  for (const wrong of [{ served_day: '2199-01-01' }, { hearing_day: '9999-12-31' }, { judgment_day: '1000-01-01' }]) {
    const said = { kind: 'court', report_id: 'c'.repeat(24), revision: 2, court: { ...court, ...wrong } };
    expect((await say(mine, said)).status).toBe(422);
  }
  expect(kept.body.judgment).toBeNull();
  const judgment = { ...court, judgment_day: court.hearing_day, awarded: 987.65 };
  goTo(mine, 1);
  const judged = await say(mine, { kind: 'court', report_id: 'd'.repeat(24), revision: 2, court: judgment });
  expect(judged.body).toMatchObject({
    court: { awarded: 987.65 },
    judgment: {
      pays: expect.stringMatching(/The judgment of .+ is for \$987\.65/),
      careful: expect.stringContaining('never paid'),
    },
  });
  const from = judged.body.judgment?.from ?? '';
  expect(judged.body.court?.days).toContainEqual(expect.objectContaining({ kind: 'collect_from', day: from }));
  expect(await read()).toContain(
    `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}\r\nSUMMARY:Redress: first day to collect`,
  );
  const collected = () => told().filter(({ subject }) => subject.endsWith('first day to collect'));
  for (const off of [-1, 0, 1]) {
    goTo({ ...mine, payBy: from }, off);
    await look();
    expect(collected()).toHaveLength(off < 0 ? 0 : 1);
  }
  await say(mine, { report_id: 'e'.repeat(24), revision: 3, kind: 'all', day: from });
  expect(await read()).not.toContain('VEVENT');
  const { response } = await browser.call(exportData);
  const [first] = (JSON.parse(response.body) as { caseReports: unknown[] }).caseReports;
  expect(first).toMatchObject({ kind: 'court', case_number: '26-SC-1', day: payBy });
});
