import type { Browser, CDPSession, Page } from '@playwright/test';
import { repeat } from '@redress/database';
import type { Sample } from '@redress/tools/trend';
import { openChromium } from '../support/chromium.ts';
import { describeClaim, describeClaimant } from '../support/claim.ts';
import { newAddress, registerAtGate } from '../support/people.ts';
import type { SoakCluster } from './soak-cluster.ts';

const LOOK_MS = 15_000;

/**
 * Two tabs that stay open: one in the wizard, which follows every release and in which somebody types now and then; one with
 * the console of releases. Their heaps are read after a collection of garbage, so that what is read is held by something.
 * @param failed - told of a look that failed, as when a tab has crashed
 */
export async function openTabs(cluster: SoakCluster, failed: (error: Error) => void) {
  const browser = await openChromium(
    // The certificate signs itself; a service worker needs one that the browser takes.
    '--ignore-certificate-errors',
    // The optimizing compiler is off: its machine code was most of what the heap of a tab grew by.
    '--js-flags=--jitless',
  );
  try {
    /** That the pages have not caught. */
    const errors: string[] = [];
    const open = async (url: string): Promise<Page> => {
      const page = await (await browser.newContext({ baseURL: url, locale: 'en-US' })).newPage();
      page.on('pageerror', ({ message }) => void errors.push(message));
      await page.goto('/');
      return page;
    };
    const wizard = await open(cluster.program.origin);
    await describeClaim(wizard);
    await registerAtGate(wizard, cluster.program, newAddress());
    await describeClaimant(wizard);
    const console = await open(cluster.program.consoleUrl());
    await console.getByLabel('Token').fill(cluster.program.keyFile('release-manager.token'));
    await console.getByRole('button', { name: 'Open' }).click();
    await console.getByRole('tab').first().waitFor();
    return await watchTabs(browser, { wizard, console }, { errors, failed });
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function watchTabs(
  browser: Browser,
  pages: Record<string, Page>,
  { errors, failed }: { errors: string[]; failed: (error: Error) => void },
) {
  const series = new Map<string, Sample[]>();
  const sessions = new Map<string, CDPSession>();
  for (const [name, page] of Object.entries(pages)) sessions.set(name, await page.context().newCDPSession(page));
  const look = async () => {
    const looks = [...sessions].map(async ([name, session]) => {
      for (const [what, value] of await readTab(session)) {
        const label = `${name} tab ${what}`;
        series.set(label, [...(series.get(label) ?? []), { at: performance.now(), value }]);
      }
    });
    await Promise.all(looks);
  };
  const stopLooking = repeat(LOOK_MS, look, { failed, atOnce: true });
  return {
    series,
    errors,
    async stop() {
      await stopLooking();
      await browser.close();
    },
  };
}

async function readTab(session: CDPSession): Promise<[string, number][]> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { documents, nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return [
    ['heap after a collection, MB', usedSize / 2 ** 20],
    ['documents', documents],
    ['nodes', nodes],
    ['listeners', jsEventListeners],
  ];
}
