import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, request } from '@playwright/test';
import { answersByApi } from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';

const EVERY_MS = 200;
const CALL_LIMIT_MS = 15_000;

/** One person who saves a draft all the time; each save has its own number as text. */
export async function startSaves(program: Program) {
  const api = await request.newContext({ baseURL: program.url, ignoreHTTPSErrors: true });
  let draft = '';
  // Commits wait for a replica that was started together with its primary.
  await expect(async () => {
    draft = await answersByApi({ request: api }, program, {}, [1, 1]);
  }).toPass({ timeout: 30_000 });
  const acknowledged: { number: number; at: number }[] = [];
  const refused: { ms: number; cause: string }[] = [];
  let isOver = false;
  const saving = (async () => {
    for (let number = 1; !isOver; number += 1) {
      const data = {
        form_session_id: draft,
        save_id: randomUUID(),
        claimDescription: `Save ${number}.`,
        step: 4,
        sub_step: 0,
      };
      const sentAt = performance.now();
      const headers = { origin: program.origin };
      const cause = await api.post('/api/register/save_form_data.php', { data, headers, timeout: CALL_LIMIT_MS }).then(
        (answer) => (answer.ok() ? null : String(answer.status())),
        ({ message }: Error) => message.split('\n')[0] ?? '',
      );
      const at = performance.now();
      if (cause === null) acknowledged.push({ number, at });
      else refused.push({ ms: at - sentAt, cause });
      await wait(EVERY_MS);
    }
  })();
  return {
    async end(): Promise<void> {
      isOver = true;
      await saving;
      await api.dispose();
    },
    /** @param over - when the fault ended, of `performance.now()` */
    async outcome(over: number) {
      const sql = `select form_data ->> 'claimDescription' as words from claims.form_session where id = $1`;
      const [row] = await select<{ words: string }>(program, sql, [draft]);
      const kept = Number(/^Save (\d+)\.$/.exec(row?.words ?? '')?.[1] ?? 0);
      const after = acknowledged.find(({ at }) => at >= over);
      return {
        /** Each with the time until its refusal. */
        refused,
        /** Acknowledged saves beyond the last one that the database has. */
        lost: acknowledged.filter(({ number }) => number > kept).length,
        /** Milliseconds from `over` to the next save that was acknowledged. */
        firstAfter: after ? after.at - over : Number.POSITIVE_INFINITY,
      };
    },
  };
}
