import { describeClaim, describeClaimant } from '../support/claim.ts';
import { logIn, newAddress, registerAtGate } from '../support/people.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a claim begun in one browser is continued in another', async ({ page, program, browser, baseURL }) => {
  const address = newAddress();
  await describeClaim(page);
  await registerAtGate(page, program, address);
  await describeClaimant(page);
  await page.getByRole('radio', { name: 'Business' }).check();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.context().close();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const there = await other.newPage();
  await logIn(there, address);
  await expectAccessible(there);
  await expect(there.getByRole('cell', { name: /Just Started|In Progress/ })).toBeVisible();
  await there.getByRole('button', { name: /^Resume/ }).click();
  await expect(
    there.getByRole('heading', { level: 1, name: /Who are you filing this claim against|Fill in their/ }),
  ).toBeVisible();
  await there.goto('/?step=2.1');
  await expect(there.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
  await expect(there.getByLabel('City')).toHaveValue('Springfield');
  await other.close();
});
