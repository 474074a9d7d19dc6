import { addCoupon } from '../support/database.ts';
import { answerWith } from '../support/answers.ts';
import { draftByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { payByCard, fillCard } from '../support/payment.ts';
import { expect, test } from '../support/test.ts';
import { shootScreen, shootState } from './shoot.ts';

test('packages, payment, order', async ({ page, program }) => {
  test.setTimeout(600_000);
  await registerByApi(page, program);
  await addCoupon(program, { code: 'TENTH', type: 'percentage', amount: 1_000 });
  const id = await draftByApi(page, program);

  const held = await answerWith(page, '/api/packages.php', 'hold');
  await openWithClaim(page, '/?step=5.0', id);
  // The wizard waits for this remote under the same heading.
  await expect(page.locator('article')).toHaveCount(3);
  await shootState(page, 'packages-loading');
  await held();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add a recipient', exact: true }).click();
  await page.getByRole('button', { name: 'Add this recipient' }).click();
  await shootState(page, 'packages-recipient-refused');
  const form = page.getByRole('form', { name: 'Recipient 1' });
  await form.getByLabel('Why do they get a copy?').selectOption('registered-agent');
  await form.getByLabel('Full name or company').fill('Łucja Nguyễn, registered agent of Park & Daughters LLC');
  await form.getByLabel('Street address').fill('99 Pine Rd');
  await form.getByLabel('City').fill('Chicago');
  await form.getByLabel('State').selectOption('IL');
  await form.getByLabel('ZIP code').fill('60601');
  await form.getByRole('button', { name: 'Add this recipient' }).click();
  // The card says so too, and before the order does.
  await expect(page.getByRole('region', { name: 'Your order' }).getByText('1 extra recipient')).toBeVisible();
  await shootScreen(page, 'packages-recipient');
  const defaults = await answerWith(page, '/api/packages.php', 'fail');
  await page.reload();
  await expect(page.getByText(/Showing default packages/)).toBeVisible({ timeout: 20_000 });
  await shootState(page, 'packages-defaults');
  await defaults();

  const key = await answerWith(page, '/api/stripe/get-publishable-key.php', 'hold');
  await page.goto('/?step=5.1');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay for your letter' })).toBeVisible();
  await shootState(page, 'payment-loading');
  await key();
  const noKey = await answerWith(page, '/api/stripe/get-publishable-key.php', 'fail');
  await page.reload();
  await expect(page.getByText('Stripe has not loaded yet.')).toBeVisible({ timeout: 20_000 });
  await shootState(page, 'payment-no-service');
  await noKey();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await shootScreen(page, 'payment-empty');
  await page.getByText('Have a coupon code?').click();
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('nope');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Invalid coupon code or coupon is not active').first()).toBeVisible();
  await shootState(page, 'payment-coupon-refused');
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('tenth');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/TENTH applied/)).toBeVisible();
  await shootState(page, 'payment-coupon');
  await payByCard(page, { number: '4000000000000002' });
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  await shootState(page, 'payment-declined');
  await fillCard(page, { number: '4000002500003155' });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const bank = page.frameLocator('iframe[title*="uthenti" i], iframe[src*="authenticate"]');
  await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  await shootState(page, 'payment-bank');
  const finalize = await answerWith(page, '/api/stripe/finalize-payment.php', 'fail');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText(/could not record it yet/)).toBeVisible({ timeout: 30_000 });
  await shootState(page, 'payment-unrecorded');
  await finalize();
  const writing = await answerWith(page, '/api/generate_demand_letter.php', 'hold');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Writing your letter')).toBeVisible();
  await shootState(page, 'order-working');
  await writing();
  await expect(page.getByRole('heading', { level: 1, name: 'Your letter is ready' })).toBeVisible({ timeout: 30_000 });
});

test('an order that stops', async ({ page, program }) => {
  await registerByApi(page, program);
  await openWithClaim(page, '/?step=5.1', await draftByApi(page, program));
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await answerWith(page, '/api/generate_demand_letter.php', 'fail');
  await payByCard(page, { number: '4242424242424242' });
  await expect(page.getByRole('button', { name: 'Try generating demand letter again' })).toBeVisible({
    timeout: 30_000,
  });
  await shootState(page, 'order-failed');
});
