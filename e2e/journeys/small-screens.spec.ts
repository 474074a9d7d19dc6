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
