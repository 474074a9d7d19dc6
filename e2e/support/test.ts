import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { joinCluster } from './cluster.ts';
import { serveOwnBuilds } from './own-builds.ts';
import { FIXTURE_LIMIT_MS, startProgram, type Program } from './program.ts';

interface Fixtures {
  /** Fails the test when the page reports an unexpected error. */
  quiet: void;
}
interface WorkerFixtures {
  program: Program;
  /** `true`: a program to which no other file has released anything. */
  isFresh: boolean;
}

/** What a page may say when a test breaks something on purpose. */
export const expectNoise = (page: Page): void => void noisy.add(page);
const noisy = new WeakSet<Page>();

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Files with another value of an option get a worker of their own.
  isFresh: [false, { scope: 'worker', option: true }],
  program: [
    async ({}, use) => {
      // `npm run cluster -- drill e2e` sets it: then all workers meet one cluster.
      const program = process.env['E2E_ON_CLUSTER'] ? await joinCluster() : await startProgram();
      // In parts that change releases each test file has its own worker process (cluster.config.ts).
      if (process.env['CLUSTER_FRESH']) await serveOwnBuilds(program);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: FIXTURE_LIMIT_MS },
  ],
  baseURL: async ({ program }, use) => use(program.url),
  quiet: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => {
        // A refusal of the server is an answer; the browser prints it as an error all the same.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          said.push(message.text());
      });
      await use();
      await letRoutesGo(page);
      if (!noisy.has(page)) expect(said, 'errors in the page').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name && { name }) });

/**
 * Acts, and waits for words that go by themselves after seconds. They are looked for in the page at every frame: on a busy
 * machine two looks of the runner may lie further apart.
 */
export const untilSaid = (page: Page, words: string, act: () => Promise<void>): Promise<unknown> =>
  Promise.all([page.waitForFunction((text) => document.body.innerText.includes(text), words), act()]);

/** A request may still be on its way through a route when a test ends; by then its page is closing, and nothing can answer it. */
async function letRoutesGo(page: Page): Promise<void> {
  for (const context of page.context().browser()?.contexts() ?? []) {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const open of context.pages()) {
      await open.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
        // A window that signs in, say, closes by itself, and its routes go with it.
        if (!open.isClosed()) throw error;
      });
    }
  }
}

/** A colour that is still on its way, to another scheme say, has no contrast to measure. */
async function untilColoursStand(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A change of this frame begins its transitions with the next style.
    await frame();
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** No accessibility violation in what is on screen (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  await untilColoursStand(page);
  const { violations } = await new AxeBuilder({ page })
    // Nothing else is read: what passes is then not described element by element.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Frames of the card service and the PDF viewer are other people's pages.
    .exclude('iframe')
    // In the page itself: with no frame to look into, a second page that joins the results of frames is of no use.
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  expect(found).toEqual([]);
}
