import { existsSync } from 'node:fs';
import { type Browser, type Locator, type Page, chromium } from 'playwright-core';
import { type CheckoutSite, startCheckoutSite } from '../../testing/checkout-site/checkout-site.ts';
import { STRIPE_KEYS, type StripeSandbox, startStripe, stopStripes } from '../../testing/stripe-sandbox.ts';

// `@stripe/stripe-js/pure` and `@stripe/react-stripe-js`, unchanged, in a real browser under the site's own policy.
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const inBrowser = existsSync(CHROMIUM) ? describe : describe.skip;
const VISA = '4242424242424242';

inBrowser('the fields in a browser', () => {
  let site: Awaited<ReturnType<typeof startCheckoutSite>> & CheckoutSite;
  let browser: Browser;
  let sandbox: StripeSandbox;

  beforeAll(async () => {
    site = await startCheckoutSite();
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    sandbox = await startStripe({ siteOrigin: site.origin });
    site.serve(sandbox.address);
    site.violations.length = 0;
    site.asked.length = 0;
  });
  afterEach(stopStripes);

  async function open(form: string): Promise<{ page: Page; intentId: string; sent: string[] }> {
    const intent = await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(sandbox.address)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const query = new URLSearchParams({
      form,
      clientSecret: intent.client_secret!,
      publishableKey: STRIPE_KEYS.publishableKey,
    });
    await page.goto(`${site.origin}/?${query}`);
    await page.getByTestId('events').getByText(/ready/).waitFor();
    return { page, intentId: intent.id, sent };
  }

  const frame = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);
  const cardFrame = (page: Page) => frame(page, 'Secure card payment input frame');
  const result = (page: Page) => page.getByRole('status');
  const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click();

  async function typeCard(page: Page, number: string, rest = '1234123'): Promise<void> {
    const field = cardFrame(page).getByLabel('Card number');
    await field.click();
    // One go: each full field hands the focus to the next, as people expect.
    await page.keyboard.type(number + rest);
  }

  async function expectText(page: Page, text: string | RegExp): Promise<void> {
    await result(page).getByText(text).waitFor();
  }

  /** Animation frames run as always; the browser's reports that it has shown a document are held. */
  async function reloadWithHeldReports(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const released = new Promise<void>((resolve) => Object.assign(window, { reportShown: resolve }));
      window.PerformanceObserver = class extends PerformanceObserver {
        constructor(callback: PerformanceObserverCallback) {
          super((list, observer) => void released.then(() => callback(list, observer)));
        }
      };
    });
    await page.reload();
    await page.getByTestId('events').getByText(/ready/).waitFor();
  }

  async function pressOnceShown(page: Page, path: RegExp, button: Locator): Promise<void> {
    await button.waitFor();
    const inside = page.frames().find((each) => path.test(each.url()))!;
    await inside.evaluate(async () => {
      for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
    });
    expect(await button.isDisabled()).toBe(true);
    await inside.evaluate('reportShown()');
    await button.click();
  }

  it('lets nobody press a button of the bank before the page behind it listens', async () => {
    const { page } = await open('card');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/frames/authenticate.js', async (route) => {
      await held;
      await route.continue();
    });
    await typeCard(page, '4000002500003155');
    await pay(page);
    const complete = frame(page, 'Confirm the payment').getByRole('button', { name: 'Complete authentication' });
    await complete.waitFor();
    expect(await complete.isDisabled()).toBe(true);
    release();
    await complete.click();
    await expectText(page, 'paid: succeeded');
    await page.close();
  });

  it('lets nobody press a button of the bank before the browser has shown it', async () => {
    const { page } = await open('card');
    await reloadWithHeldReports(page);
    await typeCard(page, '4000002500003155');
    await pay(page);
    const bank = frame(page, 'Confirm the payment');
    await pressOnceShown(page, /\/authenticate\//, bank.getByRole('button', { name: 'Complete authentication' }));
    await expectText(page, 'paid: succeeded');
    await page.close();
  });

  it('lets nobody press a wallet or its sheet before the browser has shown them', async () => {
    const { page } = await open('express');
    await reloadWithHeldReports(page);
    const wallet = frame(page, 'Secure express checkout frame').getByRole('button');
    await pressOnceShown(page, /\/frames\/expressCheckout$/, wallet);
    const sheet = frame(page, 'Wallet');
    await pressOnceShown(page, /\/frames\/wallet$/, sheet.getByRole('button', { name: 'Pay $29.99' }));
    await expectText(page, 'paid: succeeded');
    await page.close();
  });

  it('offers no wallet without a listener, and reports to a late listener what was typed before', async () => {
    const alone = await browser.newPage();
    await alone.goto(`${sandbox.address}/frames/expressCheckout`);
    expect(await alone.getByRole('button').isDisabled()).toBe(true);
    await alone.close();

    const intent = await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    // The page's first message reaches the frame only when it is released.
    await page.addInitScript(() => {
      if (location.pathname !== '/frames/card') return;
      const listen = window.addEventListener.bind(window);
      const late: (() => void)[] = [];
      Object.assign(window, { releaseMessages: () => late.splice(0).forEach((listener) => listener()) });
      window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
        listen(type, (event) => {
          const now = () => (typeof listener === 'function' ? listener(event) : listener.handleEvent(event));
          if (type === 'message') late.push(now);
          else now();
        });
    });
    const query = new URLSearchParams({
      form: 'card',
      clientSecret: intent.client_secret!,
      publishableKey: STRIPE_KEYS.publishableKey,
    });
    await page.goto(`${site.origin}/?${query}`);
    await typeCard(page, VISA);
    const cardPage = page.frames().find((each) => each.url().endsWith('/frames/card'));
    await cardPage?.evaluate(() => (window as unknown as { releaseMessages: () => void }).releaseMessages());
    await page.getByTestId('events').getByText('change complete visa').waitFor();
    await page.close();
  });

  it('takes a card in one line under StrictMode, and the number reaches nobody but Stripe', async () => {
    const { page, intentId, sent } = await open('card');
    await typeCard(page, VISA);
    await page.getByTestId('events').getByText('change complete visa').waitFor();
    expect(await cardFrame(page).getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await pay(page);
    await expectText(page, 'paid: succeeded');

    const intent = await sandbox.client().paymentIntents.retrieve(intentId, { expand: ['payment_method'] });
    expect(intent.payment_method).toMatchObject({
      card: { last4: '4242' },
      billing_details: { name: 'Ana Niño' },
    });
    expect([...sent, ...site.asked].join()).not.toMatch(/4242 ?4242/);
    expect(await page.content()).not.toMatch(/4242 ?4242/);
    expect(site.violations).toEqual([]);
    await page.close();
  });

  it.each([
    ['4000000000000002', 'card_error card_declined generic_decline'],
    ['4000000000009995', 'card_error card_declined insufficient_funds'],
    ['4000000000000127', 'card_error incorrect_cvc'],
  ])('tells the page that %s was refused: %s', async (number, error) => {
    const { page } = await open('card');
    await typeCard(page, number);
    await pay(page);
    await expectText(page, error);
    await page.close();
  });

  it('names its inputs as Stripe does, so that a test may fill them one by one', async () => {
    const { page } = await open('card');
    const fields = { cardnumber: VISA, 'exp-date': '12/34', cvc: '123' };
    for (const [name, value] of Object.entries(fields))
      await cardFrame(page).locator(`input[name="${name}"]`).fill(value);
    await pay(page);
    await expectText(page, 'succeeded');
    await page.close();
  });

  it('refuses an unfinished card without asking the API', async () => {
    const { page, intentId } = await open('card');
    await typeCard(page, VISA, '12');
    await pay(page);
    await expectText(page, 'validation_error incomplete_expiry');
    expect((await sandbox.client().paymentIntents.retrieve(intentId)).last_payment_error).toBeNull();
    await page.close();
  });

  it.each([
    ['Complete authentication', 'paid: succeeded'],
    ['Fail authentication', 'invalid_request_error payment_intent_authentication_failure'],
  ])('asks the payer over the whole page; "%s" ends in "%s"', async (answer, end) => {
    const { page } = await open('card');
    await typeCard(page, '4000002500003155');
    await pay(page);
    const dialog = page.getByRole('dialog', { name: 'Confirm the payment' });
    await dialog.frameLocator('iframe').getByRole('button', { name: answer }).click();
    await expectText(page, end);
    expect(await dialog.count()).toBe(0);
    expect(site.violations).toEqual([]);
    await page.close();
  });

  it('offers a wallet that pays, is declined or is given up', async () => {
    const { page } = await open('express');
    await page.getByTestId('events').getByText('ready googlePay=true').waitFor();
    const button = frame(page, 'Secure express checkout frame').getByRole('button');
    const sheet = frame(page, 'Wallet');
    await button.click();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.getByTestId('events').getByText('cancel').waitFor();

    await button.click();
    await sheet.getByLabel('Card').selectOption('4000000000000002');
    await sheet.getByRole('button', { name: 'Pay $29.99' }).click();
    await expectText(page, 'card_error card_declined generic_decline');

    await button.click();
    await sheet.getByRole('button', { name: 'Pay $29.99' }).click();
    await expectText(page, 'paid: succeeded');
    expect(site.violations).toEqual([]);
    await page.close();
  });

  it('says that the payments provider cannot be reached when the answer is lost, and the intent can still be read', async () => {
    const { page, intentId } = await open('card');
    await typeCard(page, VISA);
    // Chromium asks once more by itself when a connection it had used before breaks.
    sandbox.world.faults.add({
      service: 'stripe',
      kind: 'drop-after-commit',
      match: '/confirm',
      times: 10,
      delayMs: 0,
    });
    await pay(page);
    await expectText(page, 'api_connection_error');
    expect((await sandbox.client().paymentIntents.retrieve(intentId)).status).toBe('succeeded');
    await page.close();
  });
});
