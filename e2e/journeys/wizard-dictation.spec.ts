import type { Page } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** A fake speech recogniser; the test provides what it recognises. */
interface Speech {
  say(text: string): void;
  fail(code: string): void;
  isListening(): boolean;
}

async function withRecogniser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let active: Stub | null = null;
    class Stub extends EventTarget {
      lang = '';
      continuous = true;
      interimResults = true;
      onresult: ((event: unknown) => void) | null = null;
      onerror: ((event: unknown) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        if (sessionStorage.getItem('stub-broken')) throw new Error('no microphone');
        // eslint-disable-next-line @typescript-eslint/no-this-alias -- the page makes it; the test speaks to it
        active = this;
      }
      stop() {
        if (active !== this) return;
        active = null;
        this.onend?.();
      }
      abort() {
        this.stop();
      }
    }
    Object.assign(globalThis, {
      SpeechRecognition: Stub,
      webkitSpeechRecognition: Stub,
      speech: {
        say: (transcript: string) => active?.onresult?.({ results: [[{ transcript }]] }),
        fail: (error: string) => active?.onerror?.({ error }),
        isListening: () => active !== null,
      },
    });
  });
}
const say = (page: Page, text: string) =>
  page.evaluate((words) => (globalThis as unknown as { speech: Speech }).speech.say(words), text);
const fail = (page: Page, code: string) =>
  page.evaluate((error) => (globalThis as unknown as { speech: Speech }).speech.fail(error), code);
const isListening = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { speech: Speech }).speech.isListening());

test('both screens take what is spoken behind what is typed, and say why when they cannot', async ({
  page,
  program,
}) => {
  await registerByApi(page, program);
  const draft = await answersByApi(page, program, ANSWERS, [4, 3]);
  await withRecogniser(page);
  await page.clock.install();
  await openWithClaim(page, '/?step=4.0', draft);
  const dictate = page.getByRole('button', { name: 'Dictate' });
  const stop = page.getByRole('button', { name: 'Stop dictating' });
  const story = page.getByLabel('What happened');

  await story.fill('They kept my deposit.');
  await dictate.click();
  await expect(stop).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await say(page, 'I asked twice.');
  await expect(story).toHaveValue('They kept my deposit. I asked twice.');
  await stop.click();
  expect(await isListening(page)).toBe(false);

  for (const code of ['no-speech', 'not-allowed', 'network']) {
    await dictate.click();
    await fail(page, code);
    await expect(page.getByText(`Error: ${code}`)).toBeVisible();
  }
  await expectAccessible(page);
  await dictate.click();
  await expect(page.getByText(/^Error: /)).toBeHidden();
  await fail(page, 'aborted');
  await expect(dictate).toBeVisible();
  await expect(page.getByText(/^Error: /)).toBeHidden();
  await page.evaluate(() => sessionStorage.setItem('stub-broken', 'yes'));
  await dictate.click();
  await expect(page.getByText('Speech recognition error: no microphone')).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('stub-broken'));

  await page.goto('/?step=4.1');
  const sum = page.getByLabel('How you calculated it');
  await sum.fill('');
  // It listens after 100 ms.
  await dictate.click();
  await page.clock.runFor(150);
  expect(await isListening(page)).toBe(true);
  await say(page, 'Two months of rent.');
  await expect(sum).toHaveValue('Two months of rent.');
  await page.clock.runFor(10_000);
  await expect(dictate).toBeVisible();
  expect(await isListening(page)).toBe(false);
  await dictate.click();
  await page.clock.runFor(150);
  await fail(page, 'no-speech');
  await expect(dictate).toBeVisible();
  await expect(page.getByText(/^Error: /)).toBeHidden();
});

test('a browser that cannot listen says so on each screen, and typing goes on', async ({ page, program }) => {
  await registerByApi(page, program);
  const draft = await answersByApi(page, program, ANSWERS, [4, 3]);
  await page.addInitScript(() => {
    Object.assign(globalThis, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined });
  });
  await openWithClaim(page, '/?step=4.0', draft);
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(page.getByText('Your browser does not support the Speech API. Use Chrome or Edge.')).toBeVisible();
  await page.goto('/?step=4.1');
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(
    page.getByText('Your browser does not support the Speech API. Use Chrome, Edge or Safari.'),
  ).toBeVisible();
  await expectAccessible(page);
});
