import { setTimeout as wait } from 'node:timers/promises';
import { request } from '@playwright/test';
import { answersByApi } from '../../support/api-claim.ts';
import type { Program } from '../../support/program.ts';

const EVERY_MS = 250;

/** One person who looks at a draft again and again. */
export async function startReads(program: Program): Promise<{ end(): Promise<{ asked: number; failed: string[] }> }> {
  const api = await request.newContext({ baseURL: program.url, ignoreHTTPSErrors: true });
  const draft = await answersByApi({ request: api }, program, {}, [1, 1]);
  const failed: string[] = [];
  let asked = 0;
  let isOver = false;
  const reading = (async () => {
    for (; !isOver; asked += 1) {
      const headers = { origin: program.origin, 'sec-fetch-site': 'same-origin' };
      const cause = await api.get(`/api/sessions/form_session?form_session_id=${draft}`, { headers }).then(
        (answer) => (answer.ok() ? null : String(answer.status())),
        ({ message }: Error) => message.split('\n')[0] ?? '',
      );
      if (cause !== null) failed.push(cause);
      await wait(EVERY_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await reading;
      await api.dispose();
      return { asked, failed };
    },
  };
}
