import type { BrowserContext, Locator, Page } from '@playwright/test';
import { answerWith } from '../support/answers.ts';
import {
  ANSWERS,
  answersByApi,
  callApi,
  chargeByApi,
  draftByApi,
  openWithClaim,
  personByApi,
} from '../support/api-claim.ts';
import { addCoupon } from '../support/database.ts';
import { watchLayoutShifts } from '../support/layout-shift.ts';
import { fillCard, payByCard } from '../support/payment.ts';
import { expect, expectAccessible, heading, test } from '../support/test.ts';
import type { Program } from '../support/program.ts';

const GOOD = '4242424242424242';

interface Payments {
  data: { payments: { status: string; amount: number }[] };
}
const paymentsOf = async (page: Page, program: Program) =>
  (await callApi<Payments>(page, program, '/api/billing/get_user_payments.php')).data.payments;

let address: string;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

test.beforeAll(async ({ browser, program }) => {
  ({ address, cookies } = await personByApi(browser, program));
});

test.beforeEach(async ({ page }) => {
  await page.context().addCookies(cookies);
});

/** A finished claim of its own, at the payment step. */
async function atPayment(page: Page, program: Program): Promise<string> {
  const id = await draftByApi(page, program);
  await openWithClaim(page, '/?step=5.1', id);
  await expect(heading(page, 'Pay for your letter')).toBeVisible();
  return id;
}
const paid = (page: Page) => expect(heading(page, 'Your letter is ready')).toBeVisible({ timeout: 30_000 });

test('a declined card keeps the form, says that nothing was charged, and a good one pays once', async ({
  page,
  program,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(program.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const before = (await paymentsOf(page, program)).length;
  await atPayment(page, program);
  await payByCard(page, { number: '4000000000000002' });
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toContainText('You have not been charged');
  await expect(page.getByLabel('Cardholder name')).toHaveValue("Zoë O'Brien-Núñez");
  await expect(page.getByRole('checkbox', { name: /I accept the/ })).toBeChecked();
  await expectAccessible(page);

  for (const [number, says] of [
    ['4000000000009995', /insufficient funds/i],
    ['4000000000000127', /security code/i],
  ] as const) {
    await fillCard(page, { number });
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: says })).toContainText('You have not been charged');
  }

  await fillCard(page, { number: GOOD });
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick();
  await paid(page);
  expect((await paymentsOf(page, program)).filter(({ status }) => /succeeded/i.test(status))).toHaveLength(before + 1);
  expect(sent.some((text) => text.includes('create-payment-intent'))).toBe(true);
  for (const text of sent)
    expect(text.replace(/\D/g, '')).not.toMatch(/4000000000000002|4000000000009995|4242424242424242/);
});

test('a bank that asks: failing pays nothing, completing pays', async ({ page, program }) => {
  const id = await atPayment(page, program);
  const bank = page.frameLocator('iframe[title*="uthenti" i], iframe[src*="authenticate"]');
  await payByCard(page, { number: '4000002500003155' });
  await expect(bank.getByRole('button', { name: 'Fail authentication' })).toBeVisible();
  await test.step('a reload while the bank asks pays nothing, and the form stands there again', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await payByCard(page, { number: '4000002500003155' });
  });
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You have not been charged' })).toBeVisible();
  const { order } = await callApi<{ order: { state: string } }>(
    page,
    program,
    `/api/checkout/order_status?form_session_id=${id}`,
  );
  expect(order.state).toBe('payment-pending');

  await fillCard(page, { number: '4000002500003155' });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await paid(page);
});

test('a wallet pays, after e-mail, name and terms', async ({ page, program }) => {
  await atPayment(page, program);
  await page.getByLabel('Cardholder name').fill('Zoë Núñez');
  await page.getByRole('checkbox', { name: /I accept the/ }).check();
  await page.getByRole('group', { name: 'Pay with a wallet' }).frameLocator('iframe').getByRole('button').click();
  await page.frameLocator('iframe[title="Wallet"]').getByRole('button', { name: /^Pay/ }).click();
  await paid(page);
});

test('coupons of both kinds lower the total before paying, one is capped at the price, and one can be taken off', async ({
  page,
  program,
}) => {
  await addCoupon(program, { code: 'TENTH', type: 'percentage', amount: 1_000 });
  await addCoupon(program, { code: 'FIVER', type: 'fixed', amount: 500 });
  await addCoupon(program, { code: 'GIFT', type: 'fixed', amount: 900_000 });
  await atPayment(page, program);
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  const total = async () => Number((await pay.textContent())?.replace(/[^\d.]/g, ''));
  await expect(pay).toBeVisible();
  const full = await total();
  const apply = async (code: string) => {
    await page.getByRole('textbox', { name: 'Coupon code' }).fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  const takeOff = async () => {
    await page.getByRole('button', { name: 'Remove the coupon' }).click();
    await expect.poll(total).toBe(full);
    await page.getByText('Have a coupon code?').click();
  };

  await page.getByText('Have a coupon code?').click();
  await apply('nope');
  await expect(page.getByText('Invalid coupon code or coupon is not active').first()).toBeVisible();
  await expectAccessible(page);
  await apply('fiver');
  await expect(page.getByText(/FIVER applied: \$5\.00 off/)).toBeVisible();
  await takeOff();
  await apply('gift');
  await expect.poll(total).toBe(0);
  await takeOff();
  await apply('tenth');
  await expect(page.getByText(/TENTH applied/)).toBeVisible();
  await expect.poll(total).toBeCloseTo(full * 0.9, 1);
  const discounted = await total();
  await payByCard(page, { number: GOOD });
  await paid(page);
  expect((await paymentsOf(page, program))[0]?.amount).toBe(discounted);
});

test('a reload after the card was charged writes it down once and asks for no card', async ({ page, program }) => {
  const before = (await paymentsOf(page, program)).length;
  const id = await draftByApi(page, program);
  await chargeByApi(page, program, id, address);
  await openWithClaim(page, '/?step=5.1', id);
  await paid(page);
  await page.goto('/result');
  await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
  const all = await paymentsOf(page, program);
  expect(all).toHaveLength(before + 1);
});

test('a payment that could not be written down says that the card was charged, takes no card, and goes on by itself', async ({
  page,
  program,
}) => {
  const before = (await paymentsOf(page, program)).length;
  await atPayment(page, program);
  const works = await answerWith(page, '/api/stripe/finalize-payment.php', 'fail');
  const writes = await answerWith(page, '/api/generate_demand_letter.php', 'fail');
  await payByCard(page, { number: GOOD });
  await expect(page.getByText(/Your card was charged/)).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(':focus')).toContainText('Your card was charged');
  // The form stays where it was, and nothing of it can be reached.
  await expect(page.locator('[inert]').getByLabel('Cardholder name')).toBeVisible();
  await expect(page.locator('[inert]').getByText(/^Pay \$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();
  await expectAccessible(page);
  await works();
  await expect(page.getByText(/you will not be charged again. Nothing has been sent/)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await writes();
  await paid(page);
  expect(await paymentsOf(page, program)).toHaveLength(before + 1);
});

const PACKAGES = [
  { name: 'Demand Letter', papers: 0 },
  { name: 'Small Claims', papers: 5 },
  { name: 'Full Trial', papers: 8 },
];
for (const { name, papers } of PACKAGES) {
  test(`${name}: from the choice to the papers in one’s hands, by keyboard alone on a phone`, async ({
    page,
    program,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const id = await draftByApi(page, program);
    await openWithClaim(page, '/?step=5.0', id);
    const press = async (button: Locator) => {
      await button.focus();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
    };
    const plan = page.getByRole('region', { name: 'Packages' }).getByRole('article', { name });
    await press(plan.getByRole('button', { name: /^(Get Started Now|Selected)/ }));
    await expect(heading(page, 'Pay for your letter')).toBeVisible();

    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await expect(pay).toBeVisible();
    await page.getByLabel('Cardholder name').focus();
    await page.keyboard.type('Zoe Nunez');
    const card = page.getByRole('group', { name: 'Card details' }).frameLocator('iframe');
    for (const [field, typed] of [
      ['Card number', GOOD],
      ['Expiration date', '1234'],
      ['Security code', '123'],
    ] as const) {
      // A field that is complete leads on to the next by itself.
      if (field === 'Card number') await page.keyboard.press('Tab');
      await expect(card.getByLabel(field)).toBeFocused();
      await page.keyboard.type(typed);
    }
    await page.getByRole('checkbox', { name: /I accept the/ }).focus();
    await page.keyboard.press('Space');
    await expect(pay).toBeEnabled();
    await press(pay);
    await paid(page);
    await expect(page.getByText(/^Paid\. Order R-/)).toBeVisible();

    await test.step('a reload of the order screen leads to the letter, and so does Back', async () => {
      await page.reload();
      await expect(page).toHaveURL(/\/result$/);
      await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/result$/);
      await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toBeVisible();
    });

    if (papers === 0) {
      await page.goto('/demand-letters');
      await press(page.getByRole('button', { name: 'View Demand Letter' }).first());
      const kept = page.waitForEvent('download');
      await press(page.getByRole('button', { name: 'Download the PDF' }));
      expect((await kept).suggestedFilename()).toMatch(/\.pdf$/);
      return;
    }
    await page.goto('/court-documents');
    const row = page.getByRole('row').filter({ hasText: name }).first();
    await expect(row.getByText(new RegExp(`^(?:${papers}|\\d\\d|[${papers}-9]) Documents$`))).toBeVisible({
      timeout: 40_000,
    });
    await press(row.getByRole('button', { name: 'View' }));
    // One paper, then all of them as one file.
    const files: readonly [RegExp, RegExp][] = [
      [/^Download (?!all$)/, /^document_[0-9a-f]{24}\.pdf$/],
      [/^Download all$/, /^court-papers\.pdf$/],
    ];
    for (const [label, fileName] of files) {
      const kept = page.waitForEvent('download');
      await press(page.getByRole('button', { name: label }).first());
      expect((await kept).suggestedFilename()).toMatch(fileName);
    }
  });
}

test('a tab closed after paying: the server writes the letter, and it stands there on return', async ({
  page,
  program,
}) => {
  const id = await draftByApi(page, program);
  await chargeByApi(page, program, id, address);
  await page.goto('about:blank');
  await expect(async () => {
    const { order } = await callApi<{ order: { state: string } }>(
      page,
      program,
      `/api/checkout/order_status?form_session_id=${id}`,
    );
    expect(['letter-drafted', 'approved']).toContain(order.state);
  }).toPass({ timeout: 30_000 });
  await openWithClaim(page, '/result', id);
  await expect(page.getByRole('textbox', { name: 'Text of the letter' })).toHaveValue(/Zoë O'Brien-Núñez/);
});

test('a draft resumed from the dashboard can be paid: the card form stands there', async ({ page, program }) => {
  await draftByApi(page, program);
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  const choose = page.getByRole('button', { name: 'Get Started Now' }).first();
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await expect(choose.or(pay)).toBeVisible({ timeout: 20_000 });
  if (await choose.isVisible()) await choose.click();
  await fillCard(page, { number: GOOD });
  await expect(pay).toBeVisible();
});

test('an address the carrier cannot deliver to is told before paying: it can be insisted on, or changed', async ({
  page,
  program,
}) => {
  const answers = { ...ANSWERS, defendantAddress: '1 Undeliverable St' };
  await openWithClaim(page, '/?step=5.0', await answersByApi(page, program, answers, [4, 4]));
  await page.getByRole('button', { name: 'Get Started Now' }).first().click();
  await expect(heading(page, 'Pay for your letter')).toBeVisible();
  const says = page.getByText('The carrier cannot deliver to this address. Check street and ZIP code.');
  await expect(says).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mail it to this address anyway' }).click();
  const kept = page.getByText('We mail your letter to this address, as you say.');
  await expect(kept).toBeVisible();
  await page.reload();
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('Street address').fill('1 Missing Unit St');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('This building has several units. Add the unit.')).toBeVisible();
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('Apartment, suite or unit').fill('Apt 2');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await payByCard(page, { number: GOOD });
  await paid(page);
});

test('packages stand side by side, line by line, with the tax of the place; nothing moves while they arrive', async ({
  page,
  program,
}) => {
  const shifts = await watchLayoutShifts(page);
  const id = await answersByApi(page, program, ANSWERS, [4, 4]);
  const arrive = await answerWith(page, '/api/packages.php', 'hold');
  await openWithClaim(page, '/?step=5.0', id);
  await expect(page.locator('article')).toHaveCount(3);
  await expect(page.getByText('This price is held for')).toBeVisible();
  await shifts();
  await arrive();
  const cards = page.getByRole('region', { name: 'Packages' }).getByRole('article');
  await expect(cards.getByText('$211.44 with Illinois sales tax')).toBeVisible();
  const topsOf = (parts: Locator) =>
    parts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  for (const part of [
    cards,
    cards.getByText(/with Illinois sales tax$/),
    cards.getByRole('button', { name: 'Get Started Now' }),
    cards.getByRole('listitem').filter({ hasText: 'Certified Mail with a tracking number' }),
  ]) {
    const tops = await topsOf(part);
    expect(tops).toEqual([tops[0], tops[0], tops[0]]);
  }
  expect(new Set(await cards.evaluateAll((all) => all.map((each) => each.clientHeight))).size).toBe(1);
  expect(await shifts()).toEqual([]);

  await test.step('the longest words and prices stay in their card at 320 px and with text twice as large', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    const offers = (['demand-letter', 'small-claims', 'full-trial'] as const).map((each) => ({
      id: each, title: `${word} ${each}`, desc: word.repeat(3), price: 999_999.99, originalPrice: 1_499_999, frequency: 'One Time',
      features: [word.repeat(2), each], popular: true, tax_rate: 0.1, total_price: 1_099_999.99, tax_state_name: 'District of Columbia',
    })); // prettier-ignore
    await answerWith(page, '/api/packages.php', { answer: { packages: offers } });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.reload();
    await expect(cards.getByText('$1,099,999.99 with District of Columbia sales tax').first()).toBeVisible();
    for (const percent of [100, 200]) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent);
      const wide = await cards.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
      expect.soft(wide, `at ${percent} %`).toEqual([0, 0, 0]);
    }
  });
});
