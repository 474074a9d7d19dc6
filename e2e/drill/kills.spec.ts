import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { answersByApi, callApi, registerByApi } from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { actsOf, letterOf, removeBuilds } from './acts.ts';
import { carriedLetters, charges, emailIds, paymentOf } from './books.ts';
import { drill, expect, until } from './drill.ts';
import { KILLS } from './kills.ts';
import type { Kill } from './state.ts';

const ALL = KILLS;
/** A run that is stopped loses at most these. */
const IN_A_BATCH = 20;

const postmaster = ({ dataDir }: Program): number =>
  Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);

/** SIGKILL: no shutdown handler runs. PostgreSQL is a separate process and keeps running. */
async function kill(program: Program, victim: Kill['victim']): Promise<number> {
  const pid = postmaster(program);
  if (victim === 'program') await program.kill();
  else process.kill(pid, 'SIGKILL');
  return pid;
}

for (let batch = 0; batch * IN_A_BATCH < ALL; batch += 1) {
  drill(
    `kills, batch ${batch + 1}`,
    {
      group: 'kills at random moments',
      hypothesis: 'What was acknowledged is kept, every effect happens once, and saves are answered within 10 s.',
      timeoutMs: 30 * 60_000,
    },
    async ({ page, program }) => {
      const address = await registerByApi(page, program);
      const probe = await answersByApi(page, program, { userType: '1' }, [1, 0]);
      const { acts, made } = actsOf(page, program, address);
      const kills: Kill[] = [];

      const save = (words: string) =>
        callApi(page, program, '/api/register/save_form_data.php', { form_session_id: probe, claimDescription: words });
      for (let index = 0; index < Math.min(IN_A_BATCH, ALL - batch * IN_A_BATCH); index += 1) {
        const act = acts[(batch * IN_A_BATCH + index) % acts.length]!;
        const victim = index % 4 === 3 ? 'database' : 'program';
        const prepared = await act.prepare();
        let acknowledged = false;
        const acting = prepared.act().then(
          () => (acknowledged = true),
          () => false,
        );
        const atMs = Math.round(Math.random() * act.longestMs);
        // The random moment is what this drill tests.
        await wait(atMs);
        const killed = await kill(program, victim);
        const started = Date.now();
        if (victim === 'program') await program.start();
        // Connections of a killed server live on for a moment: what counts is the next server.
        else await until('the next database', () => Promise.resolve(postmaster(program) !== killed));
        await until('a save is answered', async () => (await save(`kill ${index}`)) !== null);
        const healthyMs = Date.now() - started;
        await acting;
        const what = `${act.name}, ${victim} killed after ${atMs} ms`;
        if (acknowledged) expect(await prepared.isKept(), `${what}: acknowledged and kept`).toBe(true);
        else if (!(await prepared.isKept())) {
          await until(`${what}: done when it is asked for again`, async () => (await prepared.act()) !== null, 20_000);
        }
        await until(`${what}: in the books`, prepared.isKept, 20_000);
        kills.push({ act: act.name, victim, atMs, acknowledged, healthyMs });
      }

      // Each effect once: the card, the paid order, the receipt, the letter.
      await until('every letter is in the mail', async () => {
        const states = await Promise.all([...made.sent].map((id) => letterOf(program, id)));
        return states.every((letter) => letter?.state === 'posted');
      });
      await until('every receipt is out', () =>
        Promise.resolve(emailIds(program, address, 'receipt').size >= made.paid.size),
      );
      const charged = charges(program);
      for (const [formSessionId, intent] of made.paid) {
        expect(charged.get(intent), 'charged once').toBe(1);
        const payment = await paymentOf(program, formSessionId);
        expect([payment?.order_status, Number(payment?.events)], 'paid and recorded once').toEqual(['paid', 1]);
      }
      const letters = carriedLetters(program);
      const mailings = await select<{ id: string }>(program, `select id from claims.mailing where state = 'mailed'`);
      for (const { id } of mailings) expect(letters.get(id), 'one letter for each mailing').toBe(1);
      expect(emailIds(program, address, 'receipt').size, 'one receipt for each order').toBe(made.paid.size);
      await removeBuilds(made);
      const slowest = Math.max(...kills.map(({ healthyMs }) => healthyMs));
      return {
        sees: `A failed call or an answer; saves answered again after at most ${(slowest / 1000).toFixed(1)} s.`,
        books: `${made.paid.size} orders paid, each recorded once; ${kills.filter((each) => each.acknowledged).length} of ${kills.length} acts acknowledged, all kept.`,
        out: `${made.paid.size} charges, ${made.sent.size} letters and ${made.paid.size} receipts, none twice.`,
        kills,
      };
    },
  );
}
