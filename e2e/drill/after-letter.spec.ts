import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { callApi, chargeByApi, claimSteps, control, paidClaim, registerByApi } from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import { lookAtCases, MOVABLE, startAt } from '../support/moved-clock.ts';
import { startProgram, type Program } from '../support/program.ts';
import { letterOf } from './acts.ts';
import { carriedLetters, charges, emailIds, paymentOf } from './books.ts';
import { drill, expect, until, visitorOf } from './drill.ts';
import type { Findings } from './state.ts';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 20 * 60_000;
const LIMIT_MS = 240_000;

const count = async (program: Program, sql: string, values: unknown[] = []): Promise<number> =>
  Number((await select<{ count: string }>(program, `select count(*) from ${sql}`, values))[0]?.count);

async function killWithin(program: Program, longestMs: number): Promise<void> {
  await wait(randomInt(longestMs));
  await program.kill();
  await program.start();
}

/** Cases whose day to pay by is tomorrow: each is told of it once, whenever the worker is killed and however often it looks. */
async function remindOnce(page: Page, program: Program): Promise<Findings> {
  const [cases, looks, subject] = [6, 10, 'Your letter to Park & Daughters LLC: pay by'];
  const address = await registerByApi(page, program);
  for (let index = 0; index < cases; index += 1) {
    const { formSessionId } = await paidClaim(page, program, address);
    await claimSteps(page, program, formSessionId).decide('send_now');
  }
  await until('every letter is mailed', async () => (await count(program, `claims.mailing where state = 'mailed'`)) === cases, LIMIT_MS);
  const [row] = await select<{ day: string }>(program, 'select max(pay_by)::text as day from claims.letter_version');
  // Noon of the day before in Illinois, where the claimant lives.
  await startAt(program, Date.parse(`${row?.day}T18:00:00Z`) - DAY_MS);
  for (let look = 0; look < looks; look += 1) {
    await lookAtCases(program);
    await killWithin(program, 1_500);
  }
  await lookAtCases(program);
  await until('every mail is out', () => Promise.resolve(emailIds(program, address, subject).size >= cases), LIMIT_MS);
  await wait(5_000);
  expect(await count(program, 'claims.case_reminder')).toBe(cases);
  expect(await count(program, `claims.alert where dedupe_key like 'reminder:%'`)).toBe(cases);
  expect(emailIds(program, address, subject).size).toBe(cases);
  return { sees: 'One mail and one alert for each case.', books: `${cases} marks after ${looks} kills.`, out: `${cases} mails.` };
} // prettier-ignore

/** The ways of a second letter, each killed on: it is one claim, one charge and one letter. */
async function secondOnce(page: Page, program: Program): Promise<Findings> {
  const address = await registerByApi(page, program);
  const { formSessionId } = await paidClaim(page, program, address);
  await control(program, '/letters/next/outcome', { outcome: 'unclaimed' });
  await claimSteps(page, program, formSessionId).decide('send_now');
  await until('nobody collected the first letter', async () => {
    await control(program, '/clock/advance', { ms: 25 * DAY_MS });
    return (await count(program, `claims.mailing where state in ('unclaimed', 'returned')`)) === 1;
  }, LIMIT_MS);
  let kills = 0;
  /** An act during which the program is killed, and the same act again, as a person does who got no answer. */
  const killedOn = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const acting = act().catch(() => null);
    await killWithin(program, 800);
    kills += 1;
    await acting;
    let answer: T | null = null;
    await until(what, async () => ((answer = await act()), true), LIMIT_MS);
    return answer as T; // `until` came back: it was answered
  };
  const opened = await killedOn('it is opened', () =>
    callApi<{ form_session_id: string; follows_demand_id: string; package_id: string }>(page, program, '/api/case/further-letter', { form_session_id: formSessionId, package_id: 'second-letter' }));
  const { package_id, follows_demand_id, form_session_id: second } = opened;
  const intent = await killedOn('it is charged', () => chargeByApi(page, program, second, address, undefined, { package_id, follows_demand_id }).catch(async (error: unknown) => {
    // Charged before the kill: the page finds it paid for.
    const paid = await paymentOf(program, second);
    if (paid?.intent_id && charges(program).get(paid.intent_id) === 1) return { id: paid.intent_id };
    throw error;
  }));
  const { finalize, draftLetter, decide } = claimSteps(page, program, second);
  await killedOn('it is paid', () => finalize(intent.id));
  const drafted = await killedOn('it is drafted', draftLetter);
  if (!drafted.demand_approved) await killedOn('it is approved', () => decide('approve_and_send', drafted));
  await killedOn('it is sent', async () => (await letterOf(program, second))?.state === 'posted' || decide('send_now'));
  await until('it is posted', async () => (await letterOf(program, second))?.state === 'posted', LIMIT_MS);
  await until('its receipt', () => Promise.resolve(emailIds(program, address, 'receipt').size >= 2), LIMIT_MS);
  const mailings = await select<{ id: string }>(program, 'select m.id from claims.mailing m join claims.letter l on l.id = m.letter_id where l.form_session_id = $1', [second]);
  expect(mailings.map(({ id }) => carriedLetters(program).get(id))).toEqual([1]);
  expect(charges(program).get(intent.id)).toBe(1);
  expect([...charges(program).values()]).toEqual([1, 1]);
  expect(Number((await paymentOf(program, second))?.events)).toBe(1);
  expect(await count(program, 'claims.form_session where follows_letter_id is not null')).toBe(1);
  expect(emailIds(program, address, 'receipt').size).toBe(2);
  return {
    sees: 'A failed call or an answer; asked again, the same second letter.',
    books: `One second letter of the case, paid and recorded once, after ${kills} kills.`,
    out: 'One charge, one letter and one receipt of it.',
  };
} // prettier-ignore

const WAYS = [
  ['reminders while the worker is killed', 'Each case is told of its day once: a mark, an alert, a mail.', remindOnce],
  ['a second letter, killed at each of its steps', 'It is opened, paid, approved and mailed once.', secondOnce],
] as const;

for (const [name, hypothesis, run] of WAYS)
  drill(name, { group: 'after the letter', hypothesis, timeoutMs: TIMEOUT_MS }, async ({ page: any }) => {
    const program = await startProgram(MOVABLE);
    try {
      return await run(await visitorOf(any, program), program);
    } finally {
      await program.stop();
    }
  });
