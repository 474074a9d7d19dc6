import { paidClaim, registerByApi } from '../support/api-claim.ts';
import { goOn, untilDrafted } from '../support/claim.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('a finished claim is opened again, changed, and its letter written anew without a package or a payment', async ({
  page,
  program,
}) => {
  const address = await registerByApi(page, program);
  await paidClaim(page, program, address);
  await page.clock.install();
  await page.goto('/completed-sessions');
  await page.getByRole('button', { name: /^Change this case/ }).click();

  await test.step('it stands where every answer is shown, and stays there', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Generating Your File' })).toBeVisible();
    await expect(page).toHaveURL(/\/\?step=4\.4$/);
    await expect(page.getByText('You are changing a finished case.')).toBeVisible();
    await untilDrafted(page);
    await page.clock.fastForward(10_000);
    await expect(page).toHaveURL(/\/\?step=4\.4$/);
    await expectAccessible(page);
  });
  await test.step('Change leads to a question and back, also over a reload', async () => {
    await page.getByRole('button', { name: /Change\s+What happened/ }).click();
    await page.getByLabel('What happened').fill('They had my piano since May and do not give it back.');
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('What happened')).toHaveValue(/piano/);
    await expect(page.getByText('You are changing a finished case.')).toBeVisible();
    await goOn(page);
    await expect(page).toHaveURL(/\/\?step=4\.4$/);
  });
  await test.step('the packages and the payment are passed over', async () => {
    await untilDrafted(page);
    await page.getByRole('button', { name: 'Update the letter' }).click();
    await expect(page).toHaveURL(/\/\?step=5\.2$/);
    await page.getByRole('button', { name: 'See your letter' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Updated Demand Letter' })).toBeVisible();
    await expect(page.getByText(/^\+ They had my piano since May/)).toBeVisible();
    await expect(page.getByText(/^They had my piano since May/)).toBeVisible();
    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('leaving is complete: the wizard is empty again', async () => {
    const stored = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('edit')));
    expect(stored).toEqual([]);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: /best classifies/ })).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  });
});
