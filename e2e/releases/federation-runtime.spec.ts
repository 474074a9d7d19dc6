import type { Page } from '@playwright/test';
import { openPreview, release } from '../support/builds.ts';
import { reachPackages } from '../support/claim.ts';
import { newAddress } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

interface Federation {
  __INSTANCES__: { name: string; moduleCache: Map<string, unknown> }[];
}
/** Remotes that the runtime of module federation has loaded in this document; `null` where there is none. */
const loadedByRuntime = (page: Page) =>
  page.evaluate(() => {
    const { __FEDERATION__: federation } = globalThis as { __FEDERATION__?: Federation };
    return federation ? federation.__INSTANCES__.flatMap(({ moduleCache }) => [...moduleCache.keys()]) : null;
  });

test('in a preview the runtime of module federation is the host, and drives all five remotes', async ({
  page,
  program,
}) => {
  test.setTimeout(150_000);
  await test.step('and in the page of a visitor there is none', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-remote="mf-auth"]').first()).toBeVisible();
    expect(await loadedByRuntime(page)).toBeNull();
  });

  const made = await release(program, 'preview', '--snapshot', '1', '--hours', '2', '--reason', 'devtools', '--json');
  const { path } = JSON.parse(made) as { path: string };
  await page.goto(path);
  await openPreview(page);
  await test.step('signed out of its own person, whom no gate would meet', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Log Out' }).first().click();
    await expect(page).toHaveURL(/\/login/);
  });
  await reachPackages(page, program, newAddress());
  await expect.poll(() => loadedByRuntime(page), { timeout: 30_000 }).toContain('mf-checkout');
  const loaded = new Set(await loadedByRuntime(page));
  for (const [address, remote] of [
    ['/dashboard', 'mf-account'],
    ['/demand-letters', 'mf-letters'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator(`[data-remote="${remote}"]`).getByRole('heading').first()).toBeVisible();
    for (const name of (await loadedByRuntime(page)) ?? []) loaded.add(name);
  }
  expect([...loaded].sort()).toEqual(['mf-account', 'mf-auth', 'mf-checkout', 'mf-letters', 'mf-wizard']);
});
