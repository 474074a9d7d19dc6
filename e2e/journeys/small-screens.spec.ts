import { describeClaim } from '../support/claim.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const LONG_ADDRESS = `a.rather.long.name.of.somebody.${'x'.repeat(24)}@mail.example.org`;

test('a long e-mail address leaves Close and Verify on a 375 px screen, and the new question has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await describeClaim(page);
  const gate = page.getByRole('dialog');
  await gate.getByLabel('E-mail').fill(LONG_ADDRESS);
  await gate.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await gate.getByRole('button', { name: 'Create account' }).click();

  const verification = page.getByRole('dialog', { name: 'Email Verification' });
  await expect(verification.getByRole('heading', { name: 'Email Verification' })).toBeFocused();
  for (const name of ['Close', 'Verify']) {
    const box = await verification.getByRole('button', { name, exact: true }).boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(375);
  }
  expect(
    await verification.evaluate((dialog) => dialog.firstElementChild!.scrollWidth - dialog.clientWidth),
  ).toBeLessThanOrEqual(0);
});

test('on a phone Continue stays in reach of a long list, and covers nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto('/');
  const radios = page.getByRole('radio');
  await expect(radios).toHaveCount(12);
  const goOnButton = page.getByRole('button', { name: 'Continue', exact: true });
  const isWithin = async () => {
    const box = await goOnButton.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 700;
  };
  expect(await isWithin()).toBe(true);
  await radios.first().focus();
  for (let index = 0; index < 11; index += 1) {
    await page.keyboard.press('ArrowDown');
    const tile = await page
      .locator('label')
      .filter({ has: page.locator('input:focus') })
      .boundingBox();
    const bar = await goOnButton.locator('..').boundingBox();
    expect((tile?.y ?? 0) + (tile?.height ?? 0), `tile ${index + 2} and the bar`).toBeLessThanOrEqual(
      (bar?.y ?? 0) + 1,
    );
    expect(await isWithin()).toBe(true);
  }
});

test('at 360 px nothing moves when the answers are saved', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('radio', { name: 'Auto repair' }).check();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const fromTop = () => heading.evaluate((node) => node.getBoundingClientRect().top + scrollY);
  const saved = await fromTop();
  await page.getByRole('radio', { name: 'Chargeback' }).check();
  await expect(page.getByText('Saving…')).toBeVisible();
  expect(await fromTop()).toBe(saved);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await fromTop()).toBe(saved);
});
