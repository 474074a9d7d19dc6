import type { Page } from '@playwright/test';
import { leasePorts } from '@redress/testing/ports';
import { FIXTURE_LIMIT_MS, startProgram, type Program } from '../support/program.ts';
import { expect, expectNoise, test as base } from '../support/test.ts';
import { until as untilFound } from '../support/until.ts';
import { startHttpProxy, type HttpProxy } from './http-proxy.ts';
import { isPassed, keep, type Findings, type Kill } from './state.ts';

interface WorkerFixtures {
  /** Between the browser and the program; the program takes its address for the site's. */
  front: HttpProxy;
  program: Program;
}

/** A program whose visitors all come through a fault proxy. */
const test = base.extend<object, WorkerFixtures>({
  front: [
    async ({}, use) => {
      const port = await leasePorts(1);
      const front = await startHttpProxy({ port: port.first });
      await use(front);
      await front.close();
      await port.release();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ front }, use) => {
      const program = await startProgram({ SITE_ORIGIN: front.url });
      front.target(program.url);
      await use({ ...program, url: front.url });
      await program.stop();
    },
    { scope: 'worker', timeout: FIXTURE_LIMIT_MS },
  ],
});
export { expect };

export interface DrillAbout {
  /** What is spoiled; the heading of its rows in the table. */
  group: string;
  hypothesis: string;
  /** Whether `npm test` runs it too. */
  inGate?: boolean;
  timeoutMs?: number;
}

export interface DrillTools {
  page: Page;
  program: Program;
  front: HttpProxy;
}

const isDrillRun = process.env['DRILL_REVISION'] !== undefined;

/**
 * One fault and what came of it. `npm run drill` runs all that have not passed at this commit, and keeps what each
 * found; the gate runs those with `inGate`.
 * @param run - checks its hypothesis, and says what it saw
 */
export function drill(
  name: string,
  { group, hypothesis, inGate = false, timeoutMs = 90_000 }: DrillAbout,
  run: (tools: DrillTools) => Promise<Findings & { kills?: Kill[] }>,
): void {
  if (!isDrillRun && !inGate) return;
  test(name, async ({ page, program, front }) => {
    test.skip(isDrillRun && isPassed(name), 'passed at this commit');
    test.setTimeout(timeoutMs);
    expectNoise(page);
    const started = Date.now();
    const about = { group, name, hypothesis };
    try {
      const found = await run({ page, program, front });
      if (isDrillRun) keep({ ...about, ...found, ok: true, seconds: (Date.now() - started) / 1000 });
    } catch (error) {
      const failure = (error as Error).message.split('\n')[0] ?? '';
      if (isDrillRun) keep({ ...about, ok: false, failure, seconds: (Date.now() - started) / 1000 });
      throw error;
    } finally {
      front.heal();
      await fetch(`${program.world.control}/faults/clear`, { method: 'POST' }).catch(() => {});
    }
  });
}

/** A new visitor of another program than the one of the fixtures. */
export async function visitorOf(page: Page, program: Program): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: program.url });
  if (!context) throw new Error('The browser has gone.');
  return context.newPage();
}

/** Waits until something holds. @returns how long it took, in milliseconds */
export async function until(what: string, look: () => Promise<unknown>, limitMs = 60_000): Promise<number> {
  const started = Date.now();
  await untilFound(what, look, { limitMs, everyMs: 50 });
  return Date.now() - started;
}

/** `1.4 s`. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
