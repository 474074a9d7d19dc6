import { callApi, claimSteps, control, paidClaim, registerByApi } from '../support/api-claim.ts';
import { payByCard } from '../support/payment.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const DAY_MS = 86_400_000;

test('a letter that nobody collected is followed by a second one, which is read in its case before it is paid', async ({
  page,
  program,
}) => {
  const address = await registerByApi(page, program);
  const { formSessionId } = await paidClaim(page, program, address);
  await control(program, '/letters/next/outcome', { outcome: 'unclaimed' });
  await page.goto(`/case/${formSessionId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A second letter' })).toHaveCount(0);
  await claimSteps(page, program, formSessionId).decide('send_now');
  await expect(async () => {
    await control(program, '/clock/advance', { ms: 25 * DAY_MS });
    const { data } = await callApi<{ data: unknown[] }>(page, program, '/api/users/get_user_demands.php');
    expect(JSON.stringify(data)).toMatch(/"mail_state":"(?:unclaimed|returned)"/);
  }).toPass({ timeout: 60_000 });
  await page.reload();

  await test.step('read before it is paid', async () => {
    await expect(page.getByText(/It costs \$29\.00 before tax/)).toBeVisible();
    await page.getByRole('button', { name: 'Read the second letter' }).click();
    const letter = page.getByRole('article', { name: 'The second letter as we would mail it' });
    await expect(letter).toContainText('Second request for payment of $1,250.50');
    await expect(letter).toContainText('That letter was not collected');
    await expectAccessible(page);
  });

  await test.step('Back and the steps lead to the case, and not into its answers', async () => {
    await page.getByRole('button', { name: 'Go on to pay $29.00' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
    await expect(page.getByText('Second Demand Letter').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Add a recipient/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/case/${formSessionId}$`));
    await page.goto('/?step=2.1');
    await expect(page).toHaveURL(new RegExp(`/case/${formSessionId}$`));
  });

  await test.step('paid once, and then it is the letter that can be stopped', async () => {
    await page.getByRole('button', { name: 'Read the second letter' }).click();
    await page.getByRole('button', { name: 'Go on to pay $29.00' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
    await payByCard(page, { number: '4242 4242 4242 4242' });
    await page.getByRole('button', { name: 'See your letter' }).click({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/result/);
    await expect(page.getByText(/Second request for payment/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.goto(`/case/${formSessionId}`);
    await expect(page.getByRole('button', { name: /Go on to pay/ })).toHaveCount(0);
  });
});
