import type { Page } from '@playwright/test';
import { withoutBeacons } from '../support/beacons.ts';
import { callApi, draftByApi, registerByApi } from '../support/api-claim.ts';
import { drill, expect, seconds, until } from './drill.ts';
import { HTTP_FAULTS } from './http-proxy.ts';

interface Place {
  remote: string;
  path: string;
  /** Something only the working remote shows. */
  content: RegExp;
  signedIn: boolean;
}
const PLACES: Place[] = [
  { remote: 'mf-wizard', path: '/', content: /Debt collection/, signedIn: false },
  { remote: 'mf-auth', path: '/login', content: /Forgot/i, signedIn: false },
  { remote: 'mf-account', path: '/dashboard', content: /Active Sessions/, signedIn: true },
  { remote: 'mf-letters', path: '/demand-letters', content: /Demand Letters/, signedIn: true },
  { remote: 'mf-checkout', path: '/?step=5.0', content: /Demand Letter/, signedIn: true },
];

/** What stands where the remote should be, and after how long. */
async function look(page: Page, { path, content }: Place, draft: string): Promise<{ shown: string; ms: number }> {
  await page.addInitScript((id) => sessionStorage.setItem('form_session_id', id), draft);
  const started = Date.now();
  await page.goto(path, { waitUntil: 'commit' });
  let shown = '';
  await until(
    `something at ${path}`,
    async () => {
      if (await page.locator('.redress-failure').first().isVisible()) shown = 'a panel with a way on';
      else if (content.test(await page.locator('main').innerText({ timeout: 200 }))) shown = 'the page';
      return shown;
    },
    20_000,
  );
  return { shown, ms: Date.now() - started };
}

for (const fault of HTTP_FAULTS) {
  drill(
    `files of a remote: ${fault}`,
    {
      group: 'browser to site',
      hypothesis:
        'A page, or a panel with a way on, within 6 s; the frame and the other remotes work; it heals by itself or by one press.',
      timeoutMs: 240_000,
    },
    async ({ page, program, front }) => {
      await registerByApi(page, program);
      const draft = await draftByApi(page, program);
      const { cookies } = await page.context().storageState();
      const seen: string[] = [];
      for (const place of PLACES) {
        const context = await page.context().browser()!.newContext({ baseURL: program.url });
        await withoutBeacons(context);
        if (place.signedIn) await context.addCookies(cookies);
        const visit = await context.newPage();
        front.spoil(new RegExp(`/assets/${place.remote}/.*\\.(?:js|css)`), fault);
        const { shown, ms } = await look(visit, place, draft);
        expect(ms, `${place.remote} shows something`).toBeLessThan(10_000);
        await expect(visit.getByRole('link', { name: 'Redress', exact: true }).first()).toBeVisible();
        front.heal();
        if (shown !== 'the page') {
          await expect(async () => {
            const again = visit.getByRole('button', { name: /try again/i });
            if (await again.first().isVisible()) await again.first().click();
            await expect(visit.locator('main')).toContainText(place.content, { timeout: 4_000 });
          }).toPass({ timeout: 25_000 });
        }
        seen.push(`${place.remote}: ${shown} after ${seconds(ms)}`);
        await context.close();
      }
      await callApi(page, program, `/api/sessions/form_session?form_session_id=${draft}`);
      return { sees: `${seen.join('; ')}.`, books: 'The draft reads back unchanged.', out: 'Nothing.' };
    },
  );
}

drill(
  'release stream and snapshot: hang',
  {
    group: 'browser to site',
    hypothesis: 'Pages open and work while no news of releases can be had.',
    inGate: true,
  },
  async ({ page, front }) => {
    front.spoil(/^\/releases\//, 'hang');
    const started = Date.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('radio', { name: 'Debt collection' }).check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check all that apply' })).toBeVisible();
    return {
      sees: `The first two screens work, ${seconds(Date.now() - started)} after the visit began.`,
      books: 'Nothing.',
      out: 'Nothing.',
    };
  },
);

/** Chrome's "Slow 3G", in bytes a second and milliseconds, on a processor six times slower. */
const SLOW_PHONE = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2_000, slowdown: 6 };
const FIRST_VISITS = 20;

drill(
  'first visits of a slow phone',
  {
    group: 'browser to site',
    hypothesis: `${FIRST_VISITS} of ${FIRST_VISITS} first visits can be used; none sees a panel.`,
    timeoutMs: FIRST_VISITS * 60_000,
  },
  async ({ page, program }) => {
    const { slowdown, ...line } = SLOW_PHONE;
    const tookMs: number[] = [];
    for (let visit = 0; visit < FIRST_VISITS; visit += 1) {
      const context = await page.context().browser()!.newContext({ baseURL: program.url });
      const phone = await context.newPage();
      const session = await context.newCDPSession(phone);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const started = Date.now();
      await phone.goto('/', { waitUntil: 'commit' });
      await phone.getByRole('radio', { name: 'Debt collection' }).check({ timeout: 45_000 });
      await phone.getByRole('button', { name: 'Continue', exact: true }).click();
      const next = phone.getByRole('heading', { level: 1, name: 'Check all that apply' });
      await expect(next.or(phone.locator('.redress-failure'))).toBeVisible({ timeout: 45_000 });
      await expect(phone.locator('.redress-failure')).toHaveCount(0);
      tookMs.push(Date.now() - started);
      await context.close();
    }
    return {
      sees: `The second screen in ${FIRST_VISITS} of ${FIRST_VISITS}, at the latest after ${seconds(Math.max(...tookMs))}.`,
      books: 'Nothing.',
      out: 'Nothing.',
    };
  },
);
