import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '@playwright/test';
import { answersByApi, callApi, paidClaim, registerByApi } from '../support/api-claim.ts';
import { release } from '../support/builds.ts';
import { ask, endChangeWindow, select } from '../support/database.ts';
import { mailsTo } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const POSTED_LIMIT_MS = 120_000;
const SAVE_EVERY_MS = 50;

/** A save that was acknowledged, and when. */
export interface Answer {
  number: number;
  at: number;
}

/** Saves one draft again and again without a pause; each save has its own number as text. */
function write(program: Program, api: Awaited<ReturnType<typeof request.newContext>>, formSessionId: string) {
  const answers: Answer[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let number = 1; !isOver; number += 1) {
      const data = {
        form_session_id: formSessionId,
        save_id: randomUUID(),
        claimDescription: `Save ${number}.`,
        step: 4,
        sub_step: 0,
      };
      const answer = await api
        .post('/api/register/save_form_data.php', { data, headers: { origin: program.origin }, timeout: 5_000 })
        .catch(() => null);
      if (answer?.ok()) answers.push({ number, at: Date.now() });
      await wait(SAVE_EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await writing;
    return answers;
  };
}

/** The highest number that a database has of what was saved. */
export async function lastSaved(databaseUrl: string, { saved }: StateBeforeLoss): Promise<number> {
  const sql = `select form_data ->> 'claimDescription' as words from claims.form_session where id = $1`;
  const [row] = await ask<{ words: string }>(databaseUrl, sql, [saved]);
  return Number(/^Save (\d+)\.$/.exec(row?.words ?? '')?.[1] ?? 0);
}

function postedMailing(program: Program, demandId: string): Promise<string> {
  const sql = `select id from claims.mailing where letter_id = $1 and pdf_key is not null and carrier_id is not null`;
  const idOf = async () => (await select<{ id: string }>(program, sql, [demandId]))[0]?.id;
  return until('the letter is posted', idOf, { limitMs: POSTED_LIMIT_MS });
}

export const snapshotOf = async (program: Program, channel: string): Promise<number> =>
  Number(/snapshot (\d+)/.exec(await release(program, 'status', '--channel', channel))?.[1]);

/** What production serves, on the other channel too, if nothing does. */
async function promoteToPreview(program: Program): Promise<void> {
  if (!/no snapshot yet/.test(await release(program, 'status', '--channel', 'preview'))) return;
  const rows = await select<{ builds: Record<string, { current: string }> }>(
    program,
    `select s.builds from releases.channel c join releases.snapshot s on s.channel = c.name and s.number = c.number where c.name = 'production'`,
  );
  const builds = Object.entries(rows[0]?.builds ?? {});
  await release(
    program,
    'promote',
    ...builds.map(([name, { current }]) => `${name}@${current}`),
    '--channel',
    'preview',
  );
}

/** People, letters and releases that exist before the loss. */
export type StateBeforeLoss = Awaited<ReturnType<typeof makeStateBeforeLoss>>;

export async function makeStateBeforeLoss(
  program: Program,
  { stopWorkers, untilPoint }: { stopWorkers: () => Promise<void>; untilPoint: () => Promise<void> },
) {
  const api = await request.newContext({ baseURL: program.url, ignoreHTTPSErrors: true });
  const caller = { request: api };
  const address = await registerByApi(caller, program);
  const { formSessionId, demandId } = await paidClaim(caller, program, address);
  await endChangeWindow(program, demandId);
  const mailingId = await postedMailing(program, demandId);
  await promoteToPreview(program);
  const [{ now } = { now: new Date() }] = await select<{ now: Date }>(program, 'select clock_timestamp() as now');
  await wait(50);
  const after = await answersByApi(caller, program, {}, [1, 1]);
  const saved = await answersByApi(caller, program, {}, [1, 1]);
  const endWriting = write(program, api, saved);
  await stopWorkers();
  const mails = (await mailsTo(program, address)).length;
  await callApi(caller, program, '/api/request_password_reset.php', { email: address });
  await untilPoint();
  return {
    address,
    /** The letter of a claim that was mailed. */
    demandId,
    mailingId,
    /** Mails to its claimant that had gone out; one more waits. */
    mails,
    /** A time between two claims. */
    beforeSecond: { at: now, before: formSessionId, after },
    /** By channel: a number of a snapshot that sites have served. */
    seen: { production: await snapshotOf(program, 'production'), preview: await snapshotOf(program, 'preview') },
    /** The claim that is saved all the time. */
    saved,
    /** Ends the saving. @returns every save that was acknowledged */
    async endWriting() {
      const answers = await endWriting();
      await api.dispose();
      return answers;
    },
  };
}
