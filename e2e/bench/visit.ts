import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { untilNetworkIdle } from '../support/network-idle.ts';

/** A visit that takes longer is lost. */
const LIMIT_MS = 120_000;

/** Lines and processors. `slow` is what Lighthouse calls slow 4G on a mid-range phone. */
export const PROFILES = {
  slow: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, slowdown: 4 },
  fast: { latency: 0, downloadThroughput: -1, uploadThroughput: -1, slowdown: 1 },
} as const;
export type Profile = keyof typeof PROFILES;

/** Milliseconds from the start of the navigation, bytes on the wire. */
export interface Visit {
  largestPaint: number;
  layoutShift: number;
  interactive: number;
  /** Document, scripts and style sheets until the page is interactive. */
  bytes: number;
  requests: number;
  fontBytes: number;
}

/** Account that has paid for a letter. */
export interface Person {
  state: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  claim: string;
}

type Seen = Pick<Visit, 'largestPaint' | 'layoutShift' | 'interactive'>;

declare global {
  interface Window {
    /** What `observe` has noted in this page. */
    seen: Seen;
    /** Milliseconds from the click on a link to the page it leads to. */
    change: number;
  }
}

/** Written into every page before it starts: what the browser says of itself, and when React has taken the page. */
function observe(): void {
  const seen = { largestPaint: 0, layoutShift: 0, interactive: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const timer = setInterval(() => {
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
    if (![...document.querySelectorAll('main :is(input, a, button)')].some(isTaken)) return;
    seen.interactive = performance.now();
    clearInterval(timer);
  }, 4);
}

interface Wire {
  type: string;
  bytes: number;
  /** Milliseconds after the document was asked for. */
  startedAt: number;
}

/** Bytes by request, as they came over the line. */
function watchWire(session: CDPSession): Map<string, Wire> {
  const wire = new Map<string, Wire>();
  let began = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', timestamp }) => {
    began ||= timestamp;
    wire.set(requestId, { type, bytes: 0, startedAt: (timestamp - began) * 1000 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = wire.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  return wire;
}

async function newContext(browser: Browser, person?: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...(person && { storageState: person.state }),
  });
  context.setDefaultTimeout(LIMIT_MS);
  if (person) await context.addInitScript((id) => sessionStorage.setItem('form_session_id', id), person.claim);
  return context;
}

export async function openPage(context: BrowserContext, profile: Profile) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { slowdown, ...line } = PROFILES[profile];
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  return { page, wire: watchWire(session) };
}

async function load(page: Page, wire: Map<string, Wire>, url: string, hasScripts: boolean): Promise<Visit> {
  await page.goto(url, { waitUntil: 'load' });
  if (hasScripts) await page.waitForFunction(() => window.seen.interactive > 0);
  // Paints are reported a little after they were made.
  await page.waitForFunction(() => window.seen.largestPaint > 0);
  const seen = await page.evaluate(() => window.seen);
  // What is fetched when idle begins later; without scripts nothing does.
  const files = [...wire.values()].filter(({ startedAt }) => !hasScripts || startedAt < seen.interactive);
  const counted = files.filter(({ type }) => ['Document', 'Script', 'Stylesheet'].includes(type));
  return {
    ...seen,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: counted.length,
    fontBytes: files.filter(({ type }) => type === 'Font').reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A first visit with all that is fetched while the page is idle. */
export interface IdleVisit extends Visit {
  documentBytes: number;
  idleBytes: number;
  idleRequests: number;
}

export async function visitUntilIdle(browser: Browser, url: string, profile: Profile): Promise<IdleVisit> {
  const context = await newContext(browser);
  try {
    const { page, wire } = await openPage(context, profile);
    const first = await load(page, wire, url, true);
    await untilNetworkIdle(page);
    const files = [...wire.values()].filter(({ type }) => ['Document', 'Script', 'Stylesheet', 'Fetch'].includes(type));
    return {
      ...first,
      documentBytes: files.find(({ type }) => type === 'Document')?.bytes ?? Number.NaN,
      idleBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      idleRequests: files.length,
    };
  } finally {
    await context.close();
  }
}

/** A first visit, with nothing kept, and a second with what the first left. */
export async function visit(
  browser: Browser,
  url: string,
  profile: Profile,
  hasScripts: boolean,
  person?: Person,
): Promise<{ first: Visit; second: Visit }> {
  const context = await newContext(browser, person);
  try {
    const one = await openPage(context, profile);
    const first = await load(one.page, one.wire, url, hasScripts);
    await one.page.close();
    const two = await openPage(context, profile);
    return { first, second: await load(two.page, two.wire, url, hasScripts) };
  } finally {
    await context.close();
  }
}

/** Nothing of the page is returned: Playwright would hold it, and all that hangs on it, for as long as the page lives. */
const untilShown = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);

async function openIdle(context: BrowserContext, url: string, profile: Profile): Promise<Page> {
  const { page } = await openPage(context, profile);
  await page.goto(url);
  await page.waitForFunction(() => window.seen.interactive > 0);
  await untilNetworkIdle(page);
  return page;
}

/**
 * From the click on a link to the first field of a page of another remote, once idle fetching has ended. Also proves
 * that the page works: the click on a tile must lead on.
 * @returns milliseconds, and the shift of what stood on the page
 */
export async function changePage(
  browser: Browser,
  url: string,
  profile: Profile,
): Promise<{ change: number; layoutShift: number }> {
  const context = await newContext(browser);
  try {
    const page = await openIdle(context, url, profile);
    await page.evaluate(() => {
      window.seen.layoutShift = 0;
      document.addEventListener(
        'click',
        (event) => {
          const look = () => {
            if (document.querySelector('input[type=password]'))
              requestAnimationFrame(() => setTimeout(() => (window.change = performance.now() - event.timeStamp)));
            else requestAnimationFrame(look);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForFunction(() => window.change > 0);
    return await page.evaluate(() => ({ change: window.change, layoutShift: window.seen.layoutShift }));
  } finally {
    await context.close();
  }
}

/** Of a page whose garbage was just collected. */
export interface Held {
  heapMb: number;
  nodes: number;
}

/** Heap and DOM nodes of a page before and after page changes (to the sign-in page and back), once each page was seen ten times. */
export async function changeManyTimes(
  browser: Browser,
  url: string,
  changes: number,
): Promise<{ before: Held; after: Held }> {
  const context = await newContext(browser);
  try {
    const page = await openIdle(context, url, 'fast');
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const look = async (): Promise<Held> => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
      return { heapMb: of('JSHeapUsedSize') / 1_000_000, nodes: of('Nodes') };
    };
    const change = async (times: number) => {
      for (let done = 0; done < times; done += 2) {
        await page.getByRole('link', { name: 'Log in' }).click();
        await untilShown(page, 'input[type=password]');
        await page.goBack();
        await untilShown(page, 'main:not(:has([type=password])) input');
      }
    };
    await change(20);
    const before = await look();
    await change(changes);
    return { before, after: await look() };
  } finally {
    await context.close();
  }
}
