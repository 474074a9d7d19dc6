import type { Page } from '@playwright/test';
import { withoutBeacons } from '../support/beacons.ts';
import { release, removeVariant } from '../support/builds.ts';
import { buildDrill, failAs, pressDrill, type Throw } from '../support/drill.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, expectNoise, test } from '../support/test.ts';

/** The account gate as a slot inside the wizard: what is typed into it, and releases while it is open. */
const REMOTE = 'mf-auth';
const ADDRESS = 'zoe@example.com';
let drilled: { dist: string; buildId: string };
let real: string;

const gate = (page: Page) => page.locator('[data-slot="wizard.account-gate"]');
const email = (page: Page) => gate(page).getByLabel('E-mail');
const password = (page: Page) => gate(page).getByRole('textbox', { name: 'Password' });

test.beforeAll(async ({ browser, program }) => {
  test.setTimeout(120_000);
  const page = await browser.newPage({ baseURL: program.url });
  await page.goto('/?step=1.3');
  real = (await gate(page).getAttribute('data-build')) ?? '';
  await page.close();
  drilled = await buildDrill(REMOTE);
  await release(program, 'publish', REMOTE, '--promote', '--dist', drilled.dist);
});
test.afterAll(() => removeVariant(drilled));

async function openGate(page: Page, build: string): Promise<void> {
  await withoutBeacons(page);
  await page.goto('/?step=1.3');
  await expect(gate(page)).toHaveAttribute('data-build', build);
  // Releases are followed once the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/following.')),
  );
}
async function typeInto(page: Page): Promise<void> {
  await email(page).fill(ADDRESS);
  await password(page).fill(PASSWORD);
}
async function expectGiven(page: Page): Promise<void> {
  await expect(gate(page)).toHaveAttribute('data-build', real);
  await expect(email(page)).toHaveValue(ADDRESS);
  await expect(password(page)).toHaveValue('');
  await expect(page.locator('.redress-failure')).toHaveCount(0);
}

for (const way of ['later', 'handler'] as const satisfies readonly Throw[]) {
  test(`what was typed into the gate is there again after its build threw (${way}), without the password`, async ({
    page,
  }) => {
    expectNoise(page);
    await failAs(page, REMOTE, way);
    await openGate(page, drilled.buildId);
    await typeInto(page);
    await pressDrill(page);
    await expectGiven(page);
    await test.step('and the form knows of it', async () => {
      await password(page).fill('12345');
      await gate(page).getByRole('button', { name: 'Create account' }).click();
      await expect(email(page)).not.toHaveAttribute('aria-invalid', 'true');
      await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
    });
  });
}

test('an open gate follows releases: at once while nothing is typed, never while something is, unless it is urgent', async ({
  page,
  program,
}) => {
  await openGate(page, drilled.buildId);
  await release(program, 'rollback', REMOTE, '--reason', 'drill');
  await expect(gate(page)).toHaveAttribute('data-build', real);
  await release(program, 'promote', `${REMOTE}@${drilled.buildId}`);
  await expect(gate(page)).toHaveAttribute('data-build', drilled.buildId);
  await expect(page.getByRole('dialog', { name: 'Save Your Progress' })).toBeVisible();

  await typeInto(page);
  const fetched = page.waitForResponse((response) => response.url().includes('/releases/snapshot'));
  await release(program, 'rollback', REMOTE, '--reason', 'drill');
  await fetched;
  await expect(page.getByRole('dialog', { name: 'Save Your Progress' })).toBeVisible();
  await expect(gate(page)).toHaveAttribute('data-build', drilled.buildId);
  await expect(password(page)).toHaveValue(PASSWORD);

  await release(program, 'promote', `${REMOTE}@${drilled.buildId}`);
  await release(program, 'rollback', REMOTE, '--urgent', '--reason', 'drill');
  await expectGiven(page);
});
