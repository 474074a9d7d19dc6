import type { Page } from '@playwright/test';
import { registerByApi } from '../support/api-claim.ts';
import { openPreview, release } from '../support/builds.ts';
import { logIn, newAddress } from '../support/people.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** Calls that a script of a page may try: each way to ask who is signed in, and to read a page of theirs. */
const tries = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const ask = (path: string, headers = {}, from: typeof fetch = fetch) =>
      from(path, { headers }).then(
        (answer) => answer.text(),
        () => 'nothing',
      );
    const read = async (path: string) => {
      const opened = window.open(path) as (Window & typeof globalThis) | null;
      for (let tried = 0; tried < 30; tried += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        try {
          if (opened?.location.pathname === path) return await ask('/api/checkAuth.php', {}, opened.fetch.bind(opened));
        } catch {
          // It is in no reach, and may close by itself.
        }
      }
      return 'nothing';
    };
    return {
      plainly: await ask('/api/checkAuth.php'),
      'as a page of everybody': await ask('/api/checkAuth.php', { 'x-redress-preview': '0' }),
      'as a page of the preview': await ask('/api/checkAuth.php', { 'x-redress-preview': '1' }),
      'as its own calls': await ask('/api/in-preview/checkAuth.php', { 'x-redress-preview': '0' }),
      'in a window': await read('/dashboard'),
      'in a window without a policy': await read('/robots.txt'),
    };
  });

test('a preview that is left open in another tab has nothing of who signs in later', async ({ page, program }) => {
  // A call that the policy blocks is an error in the page.
  expectNoise(page);
  const address = newAddress();
  await registerByApi(page, program, address);
  const made = await release(program, 'preview', '--snapshot', '1', '--json');
  await page.goto((JSON.parse(made) as { path: string }).path);
  await openPreview(page);

  await test.step('its page works with its own person', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
    await expect(page.getByText(/Sample|Placeholder/).first()).toBeVisible();
    expect((await tries(page))['as its own calls']).toContain('"isAuthenticated":true');
  });

  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Leave the preview' }).click();
  await logIn(other, address);

  await test.step('and after that with nobody', async () => {
    await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
    expect(await tries(page)).toEqual({
      plainly: 'nothing',
      'as a page of everybody': 'nothing',
      'as a page of the preview': 'nothing',
      'as its own calls': expect.stringContaining('PREVIEW_MISMATCH'),
      'in a window': 'nothing',
      'in a window without a policy': 'nothing',
    });
  });
});
