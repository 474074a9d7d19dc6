import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  answersByApi,
  callApi,
  claimSteps,
  chargeByApi,
  draftByApi,
  openWithClaim,
  paidClaim,
  registerByApi,
} from '../support/api-claim.ts';
import { startProgram } from '../support/program.ts';
import { letterOf } from './acts.ts';
import { carriedLetters, charges, paymentOf } from './books.ts';
import { drill, expect, seconds, until, visitorOf } from './drill.ts';
import { storedStory, writeStory, writeThrough } from './story.ts';

const MAIN = path.resolve(import.meta.dirname, '../../services/site/src/main.ts');

drill(
  'disk full (a tmpfs of 600 MB)',
  {
    group: 'machine',
    hypothesis:
      'Saves are refused and kept in the page, reads are answered; with space again everything is saved by itself.',
    timeoutMs: 180_000,
  },
  async ({ page: any }) => {
    const disk = mkdtempSync(path.join(tmpdir(), 'redress-drill-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=755', 'tmpfs', disk]);
    const program = await startProgram({ DATA_DIR: path.join(disk, 'data') });
    const filled = { ...program, dataDir: path.join(disk, 'data') };
    const page = await visitorOf(any, program);
    try {
      const story = await writeStory(page, program);
      const fill = path.join(disk, 'fill');
      const words = `They kept my deposit on a full disk. ${'They did. '.repeat(1_900)}`;
      const file = openSync(fill, 'w');
      try {
        for (const block = Buffer.alloc(65_536); ;) writeSync(file, block);
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      } finally {
        closeSync(file);
      }
      // What the database keeps ready for itself is used up first.
      const more = () =>
        answersByApi(page, program, { claimDescription: words }, [4, 0]).then(
          () => false,
          () => true,
        );
      const refusedMs = await until(
        'a save is refused',
        async () => (await Promise.all([more(), more(), more()])).some(Boolean),
        90_000,
      );
      let read = 0;
      const { said, savedMs } = await writeThrough(
        page,
        story,
        words,
        async () => {
          read = (await page.request.get(`${program.url}/dashboard`)).status();
          rmSync(fill);
        },
        90_000,
      );
      expect(await storedStory(filled, story.draft)).toBe(words);
      return {
        sees: `After ${seconds(refusedMs)} of other saves: "${said}"; pages are served (${read}); "Saved at …" ${seconds(savedMs)} after there was space.`,
        books: 'The last words, all of them.',
        out: 'Nothing.',
      };
    } finally {
      await program.stop();
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  },
);

drill(
  'clock of the program 1 h fast, then 1 h slow',
  {
    group: 'machine',
    hypothesis: 'A person stays signed in, pays once, and the letter is posted once.',
    timeoutMs: 180_000,
  },
  async ({ page: any }) => {
    const preload = `--import ${path.join(import.meta.dirname, 'shifted-clock.mjs')}`;
    const program = await startProgram({ NODE_OPTIONS: preload, CLOCK_SHIFT_MS: '3600000' });
    const page = await visitorOf(any, program);
    try {
      const address = await registerByApi(page, program);
      const first = await paidClaim(page, program, address);
      await program.kill();
      program.env['CLOCK_SHIFT_MS'] = '-3600000';
      await program.start();
      const second = await draftByApi(page, program);
      const intent = await chargeByApi(page, program, second, address);
      const order = { form_session_id: second, payment_intent_id: intent.id };
      await callApi(page, program, '/api/stripe/finalize-payment.php', order);
      await claimSteps(page, program, first.formSessionId).decide('send_now');
      const ms = await until('posted', async () => (await letterOf(program, first.formSessionId))?.state === 'posted');
      await page.goto(`${program.url}/billing`);
      await expect(page.getByRole('row').filter({ hasText: /\$\d/ })).toHaveCount(2);
      expect(charges(program).get(intent.id)).toBe(1);
      expect([...carriedLetters(program).values()]).toEqual([1]);
      return {
        sees: 'Signed in throughout; Billing shows two payments.',
        books: `Two orders paid; the letter approved on the fast clock was posted ${seconds(ms)} after the press on the slow one.`,
        out: 'Two charges, one letter.',
      };
    } finally {
      await program.stop();
    }
  },
);

drill(
  'two tabs write the same answer',
  { group: 'machine', hypothesis: 'The older text never replaces the newer without a choice.', timeoutMs: 120_000 },
  async ({ page, program }) => {
    const story = await writeStory(page, program);
    const other = await page.context().newPage();
    await openWithClaim(other, `${program.url}/?step=4.0`, story.draft);
    const there = other.getByLabel('What happened');
    await there.fill('Written in the other tab.');
    await expect(story.field).toHaveValue('Written in the other tab.');
    // While this tab cannot send, both tabs change the same answer.
    await page.route('**/save_form_data.php', (route) => route.abort());
    await story.field.fill('Mine.');
    await there.fill('Theirs.');
    const question = page.getByRole('dialog', { name: 'This case was changed somewhere else' });
    await expect(question).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/save_form_data.php');
    expect(await storedStory(program, story.draft)).toBe('Theirs.');
    await question.getByRole('button', { name: 'Keep what is on this screen' }).click();
    await until('the choice is stored', async () => (await storedStory(program, story.draft)) === 'Mine.');
    await expect(there).toHaveValue('Mine.');
    await other.close();
    return {
      sees: 'Each tab shows what the other saved; when both changed it: "This case was changed somewhere else".',
      books: 'The text that was stored first, until one chooses; then the chosen one.',
      out: 'Nothing.',
    };
  },
);

drill(
  'two tabs pay at once',
  { group: 'machine', hypothesis: 'One charge.', timeoutMs: 120_000 },
  async ({ page, program }) => {
    const address = await registerByApi(page, program);
    const id = await draftByApi(page, program);
    const intents = await Promise.all([1, 2].map(() => chargeByApi(page, program, id, address).catch(() => null)));
    const paid = intents.find((intent) => intent !== null);
    const order = { form_session_id: id, payment_intent_id: paid?.id };
    await Promise.all([1, 2].map(() => callApi(page, program, '/api/stripe/finalize-payment.php', order)));
    const payment = await paymentOf(program, id);
    expect([payment?.order_status, Number(payment?.events)]).toEqual(['paid', 1]);
    const charged = [...charges(program)].filter(([intent]) => intents.some((each) => each?.id === intent));
    expect(charged).toEqual([[payment?.intent_id, 1]]);
    await page.goto('/billing');
    await expect(page.getByRole('row').filter({ hasText: /\$\d/ })).toHaveCount(1);
    return { sees: 'Billing shows one payment.', books: 'One order paid, recorded once.', out: 'One charge.' };
  },
);

drill(
  'two programs on one data folder',
  { group: 'machine', hypothesis: 'The second is refused with a sentence; the first goes on.' },
  async ({ page, program }) => {
    const story = await writeStory(page, program);
    const started = Date.now();
    const second = spawn(process.execPath, ['--no-warnings', MAIN], {
      env: { ...process.env, DATA_DIR: program.dataDir, PORT: '0' },
    });
    let said = '';
    second.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(second, 'exit')) as [number];
    const ms = Date.now() - started;
    expect(code).toBe(1);
    expect(said).toContain('is using');
    const words = 'Written while a second program wanted the folder.';
    await story.field.fill(words);
    await until('stored', async () => (await storedStory(program, story.draft)) === words);
    return {
      sees: `The second ends after ${seconds(ms)}: "Another Redress … is using …: stop it first". The page goes on saving.`,
      books: 'The last words.',
      out: 'Nothing.',
    };
  },
);
