import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@redress/database';
import { startProgram, type Program } from '../support/program.ts';
import { drill, expect, seconds, until, visitorOf } from './drill.ts';
import { postmaster, signalsTo } from './server-processes.ts';
import { storedStory, writeStory, writeThrough } from './story.ts';
import { startTcpProxy, TCP_FAULTS } from './tcp-proxy.ts';

const HYPOTHESIS =
  'What needs no database is served; saves are refused within 5 s and kept in the page; 10 s after the fault all is saved.';

/** Documents need no database; readiness says that it is away. */
async function whileAway(program: Program): Promise<string> {
  const page = await fetch(`${program.url}/`);
  expect(page.status).toBe(200);
  const started = Date.now();
  const ready = await fetch(`${program.url}/readyz`);
  return `document of / ${page.status}, /readyz ${ready.status} after ${seconds(Date.now() - started)}`;
}

drill(
  'embedded database: dead (kill -9)',
  { group: 'database', hypothesis: HYPOTHESIS, timeoutMs: 120_000 },
  async ({ page, program }) => {
    const story = await writeStory(page, program);
    const pid = postmaster(program.dataDir);
    process.kill(pid, 'SIGKILL');
    const words = 'They kept my deposit while the database was dead.';
    await story.field.fill(words);
    const backMs = await until('the next server', () => Promise.resolve(postmaster(program.dataDir) !== pid), 20_000);
    const savedMs = await until(
      'the words are stored',
      async () => (await storedStory(program, story.draft)) === words,
    );
    await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 15_000 });
    return {
      sees: 'The words stay; "Saved at …" by itself.',
      books: `A new server after ${seconds(backMs)}; the words stored ${seconds(savedMs)} later.`,
      out: 'Nothing.',
    };
  },
);

drill(
  'embedded database: hanging (SIGSTOP)',
  { group: 'database', hypothesis: HYPOTHESIS, timeoutMs: 120_000 },
  async ({ page, program }) => {
    const story = await writeStory(page, program);
    const sendSignal = signalsTo(program.dataDir);
    sendSignal('SIGSTOP');
    try {
      let meanwhile = '';
      const words = 'They kept my deposit while the database hung.';
      const { said, savedMs } = await writeThrough(page, story, words, async () => {
        meanwhile = await whileAway(program);
        sendSignal('SIGCONT');
      });
      expect(savedMs).toBeLessThan(10_000);
      expect(await storedStory(program, story.draft)).toBe(words);
      return {
        sees: `"${said}", then "Saved at …" ${seconds(savedMs)} after it went on. Meanwhile: ${meanwhile}.`,
        books: 'The last words, once.',
        out: 'Nothing.',
      };
    } finally {
      sendSignal('SIGCONT');
    }
  },
);

drill(
  'database behind a network: dead, slow, cut, corrupt, hanging',
  { group: 'database', hypothesis: HYPOTHESIS, timeoutMs: 300_000 },
  async ({ page: any }) => {
    const home = mkdtempSync(path.join(tmpdir(), 'redress-drill-'));
    chmodSync(home, 0o755);
    const server = await startEmbeddedPostgres({ dataDir: home });
    const proxy = await startTcpProxy(path.join(server.socketDir, '.s.PGSQL.5432'));
    const program = await startProgram({ DATABASE_URL: `postgres://redress@127.0.0.1:${proxy.port}/redress` });
    const page = await visitorOf(any, program);
    const sees: string[] = [];
    try {
      const story = await writeStory(page, program);
      for (const fault of TCP_FAULTS) {
        const words = `They kept my deposit (${fault}).`;
        proxy.set(fault);
        if (fault === 'slow' || fault === 'cut') {
          await story.field.fill(words);
          const ms = await until('stored', async () => (await storedStory({ dataDir: home }, story.draft)) === words);
          proxy.set(null);
          sees.push(`${fault}: stored ${seconds(ms)} after the last key`);
          await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 15_000 });
        } else {
          let meanwhile = '';
          const { savedMs } = await writeThrough(page, story, words, async () => {
            meanwhile = await whileAway(program);
            proxy.set(null);
          });
          expect(savedMs, fault).toBeLessThan(15_000);
          sees.push(`${fault}: "Not saved", ${meanwhile}; saved ${seconds(savedMs)} after it`);
        }
        expect(await storedStory({ dataDir: home }, story.draft)).toBe(words);
      }
    } finally {
      proxy.set(null);
      await program.stop();
      await proxy.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
    return { sees: `${sees.join('. ')}.`, books: 'After each the last words, once.', out: 'Nothing.' };
  },
);
