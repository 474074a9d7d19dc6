import type { Browser, Page } from '@playwright/test';
import { draftByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { select } from '../support/database.ts';
import { mailsTo, newAddress } from '../support/people.ts';
import type { Program } from '../support/program.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const LIMIT_MS = 10_000;
const thrown = (what: string) => `useEffect(() => {\n    throw new Error('${what}');\n  }, []);\n  `;

/** A claimant's page, signed in, with a package chosen. */
async function claimant(browser: Browser, program: Program): Promise<{ page: Page; claim: string }> {
  const page = await (await browser.newContext({ baseURL: program.url })).newPage();
  await registerByApi(page, program);
  return { page, claim: await draftByApi(page, program) };
}

const numberServed = async ({ url }: Program): Promise<number> =>
  ((await (await fetch(`${url}/releases/served`)).json()) as { number: number }).number;

test('a payment step goes bad while the letters fail: it is back by itself, and four presses from the mail bring calm', async ({
  browser,
  program,
}) => {
  test.setTimeout(180_000);
  const onCall = newAddress();
  await release(program, 'notices', 'add', '--email', onCall, '--reason', 'on call');
  const [letters, checkout] = await Promise.all([
    buildVariant('mf-letters', [
      { file: 'src/app/app.tsx', from: "from 'react-router-dom';", to: "from 'react-router-dom';\nimport { useEffect } from 'react';" },
      { file: 'src/app/app.tsx', from: 'App() {\n  ', to: `App() {\n  ${thrown('letters that go bad')}` },
    ]),
    buildVariant('mf-checkout', [
      { file: 'src/features/payment/payment-step.tsx', from: /(export function PaymentStep\(.*\n {2})/, to: `$1${thrown('a payment step that goes bad')}` },
    ]),
  ]); // prettier-ignore
  for (const name of ['mf-letters', 'mf-checkout'])
    await release(program, 'channel', 'limit', name, 'minFailing=2', '--reason', 'two browsers are enough here');
  const subjects = async (remote: string) =>
    (await mailsTo(program, onCall)).filter(({ subject }) => subject.startsWith(`[releases] ${remote} `));
  const people = [await claimant(browser, program), await claimant(browser, program)];

  await test.step('the letters fail two hours after their release: people are told, and nothing is taken back', async () => {
    await release(program, 'publish', 'mf-letters', '--promote', '--dist', letters.dist);
    const past = "update releases.served_build set since_at = now() - interval '2 hours' where build_id = $1";
    await select(program, past, [letters.buildId]);
    for (const { page } of people) {
      await page.goto('/demand-letters');
      // They have the build before in its place.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect.poll(async () => (await subjects('mf-letters')).length, { timeout: 30_000 }).toBe(1);
    expect((await subjects('mf-letters'))[0]!.subject).toContain('fails and is NOT taken back');
  });

  await test.step('the payment step is back, and its mail there, within ten seconds of its second failure', async () => {
    await release(program, 'publish', 'mf-checkout', '--promote', '--dist', checkout.dist);
    const before = await numberServed(program);
    let failedAt = 0;
    for (const { page, claim } of people) {
      const told = page.waitForRequest(
        (request) =>
          request.url().endsWith('/releases/beacon') && (request.postData() ?? '').includes(checkout.buildId),
      );
      await openWithClaim(page, '/?step=5.1', claim);
      await told;
      failedAt = Date.now();
      await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
    }
    const within = { timeout: LIMIT_MS, intervals: [100] };
    await expect.poll(() => numberServed(program), within).toBeGreaterThan(before);
    const backMs = Date.now() - failedAt;
    await expect.poll(async () => (await subjects('mf-checkout')).length, within).toBe(1);
    const mailedMs = Date.now() - failedAt;
    process.stdout.write(`back ${backMs} ms and mailed ${mailedMs} ms after the second browser failed\n`);
    expect(Math.max(backMs, mailedMs)).toBeLessThan(LIMIT_MS);
    expect((await subjects('mf-checkout'))[0]!.subject).toContain('was rolled back by itself: 2 of 2 sessions');
    expect(await (await fetch(program.url)).text()).not.toContain(checkout.buildId);
  });

  await test.step('on a phone: the link of the mail, Roll back, a ready reason, Roll back', async () => {
    const [{ text = '' } = {}] = await subjects('mf-letters');
    const phone = await (await browser.newContext({ viewport: { width: 375, height: 700 } })).newPage();
    const presses: string[] = [];
    const press = async (what: string, act: () => Promise<unknown>) => {
      await act();
      presses.push(what);
    };
    await press('the link', () => phone.goto(/^Console: (\S+)$/m.exec(text)![1]!));
    // The provider says who it is: no token is pasted on a phone, and the page that the mail named is shown after it.
    await phone.getByRole('button', { name: /^Sign in with / }).click();
    await phone.getByRole('button', { name: 'Continue as manager@example.org' }).click();
    const failing = phone.getByText(/mf-letters on production is failing: 2 of 2 sessions/);
    await expect(failing).toBeVisible();
    await press('Roll back', () => phone.getByRole('button', { name: 'Roll back: mf-letters' }).click());
    const dialog = phone.getByRole('dialog', { name: 'Roll back mf-letters' });
    await press('a reason', () => dialog.getByRole('button', { name: 'Fails since this release' }).click());
    await expectAccessible(phone);
    await press('Roll back', () => dialog.getByRole('button', { name: 'Roll back', exact: true }).click());
    await expect(dialog).toBeHidden();
    await expect(failing).toBeHidden();
    expect(presses).toHaveLength(4);
    await expect(
      phone.getByRole('rowheader', { name: new RegExp(`${letters.buildId.slice(0, 8)} Bad`) }),
    ).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await phone.evaluate(() => (location.hash = '#/now'));
    // Warnings that other journeys of this program caused may stand there; those of the two remotes may not.
    await expect(phone.getByRole('rowheader', { name: 'mf-letters' })).toBeVisible();
    await expect(phone.getByText(/mf-(letters|checkout) on production/)).toHaveCount(0);
    await phone.context().close();
  });

  for (const { page } of people) await page.context().close();
  for (const build of [letters, checkout]) await removeVariant(build);
});
