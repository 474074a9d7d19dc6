import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { ANSWERS, answersByApi, paidClaim, registerByApi } from '../support/api-claim.ts';
import type { Program } from '../support/program.ts';
import { untilNetworkIdle } from '../support/network-idle.ts';
import { until } from '../support/until.ts';
import { openPage } from './visit.ts';

const KINDS: Readonly<Record<string, 'document' | 'scripts' | 'styles' | 'fonts'>> = {
  Document: 'document',
  Script: 'scripts',
  Stylesheet: 'styles',
  Font: 'fonts',
};

/** Bytes on the wire, headers among them, of all that a first visit fetches until the page is interactive; no answers of the API. */
export type PageBytes = Record<'document' | 'scripts' | 'styles' | 'fonts' | 'total' | 'requests', number>;

interface MeasuredPage {
  path: string;
  /** Words that it shows when its answers of the API are there. */
  words: string;
  /** Kind of visitor: without an account, with a claim under way, or with a paid letter. */
  who: 'visitor' | 'claimant' | 'buyer';
  /** Bytes without fonts: 1,500 above what the page has, so that 2,000 more are noticed. A page that became lighter gets a lower one. */
  budget: number;
  /** Bytes of fonts: what a page writes decides which of them it asks for. */
  fonts: number;
  requests: number;
}

export const MEASURED_PAGES: readonly MeasuredPage[] = [
  { path: '/', words: 'Which of these best classifies', who: 'visitor', budget: 126_500, fonts: 26_700, requests: 7 },
  { path: '/login', words: 'Log in to Redress', who: 'visitor', budget: 133_500, fonts: 26_700, requests: 8 },
  { path: '/?step=2.0', words: 'Who are you filing', who: 'claimant', budget: 307_300, fonts: 37_500, requests: 18 },
  { path: '/dashboard', words: 'Your cases', who: 'claimant', budget: 188_000, fonts: 37_500, requests: 15 },
  { path: '/result', words: 'letter is finalized', who: 'buyer', budget: 186_000, fonts: 82_300, requests: 18 },
  { path: '/demand-letters', words: 'Total Letters', who: 'buyer', budget: 202_000, fonts: 37_500, requests: 20 },
];

async function untilCompressed(site: string): Promise<void> {
  // The site makes a better compressed copy of this one after those of all pages, some time after its start.
  const ask = (encoding: string) => fetch(`${site}/no-such-page`, { headers: { 'accept-encoding': encoding } });
  const whole = await (await ask('identity')).arrayBuffer();
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const best = brotliCompressSync(whole, { params }).length;
  await until(
    'the site compresses its documents again',
    async () => Number((await ask('br')).headers.get('content-length')) <= best,
  );
}

/** An idle callback that never runs: files fetched ahead would be counted on a fast machine alone. */
function neverIdle(): void {
  window.requestIdleCallback = () => 0;
}

export async function pageBytes(browser: Browser, program: Program, measured: MeasuredPage): Promise<PageBytes> {
  await untilCompressed(program.url);
  const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1280, height: 900 } });
  try {
    const { page, wire } = await openPage(context, 'fast');
    await page.addInitScript(neverIdle);
    if (measured.who !== 'visitor') {
      const address = await registerByApi(page, program);
      const claim =
        measured.who === 'buyer'
          ? (await paidClaim(page, program, address)).formSessionId
          : await answersByApi(page, program, ANSWERS, [2, 0]);
      await page.addInitScript((id) => sessionStorage.setItem('form_session_id', id), claim);
    }
    await page.goto(measured.path, { waitUntil: 'load' });
    await page.getByText(measured.words).filter({ visible: true }).first().waitFor();
    await page.waitForFunction(() => window.seen.interactive > 0);
    await untilNetworkIdle(page, { quietMs: 500 });
    const seen: PageBytes = { document: 0, scripts: 0, styles: 0, fonts: 0, total: 0, requests: 0 };
    for (const { type, bytes } of wire.values()) {
      const kind = KINDS[type];
      if (kind) for (const sum of [kind, 'total'] as const) seen[sum] += bytes;
      if (kind) seen.requests += 1;
    }
    return seen;
  } finally {
    await context.close();
  }
}
