import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine: `CHROMIUM_PATH`, else where systems put it. `npm test` installs one where it may. */
export function chromiumPath(): string {
  const found = [process.env['CHROMIUM_PATH'], ...PLACES].find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH.');
  return found;
}

/** A browser beside those of the runner of tests. */
export const openChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...args],
  });

/** Suggestion lists of the address bar: Chromium starts a renderer process for each in every new window, headless too. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The features of Chromium that no journey meets are off. Of two such switches Chromium reads the last, so this one names
 * the features that Playwright turns off as well.
 */
export function featuresOff(): string {
  const source = readFileSync(createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'), 'utf8');
  const list = /disabledFeatures = \[(.*?)\]/s.exec(source)?.[1] ?? '';
  const byPlaywright = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  if (byPlaywright.length === 0) throw new Error('Playwright names the features that it turns off in another way now.');
  return `--disable-features=${[...byPlaywright, ...ADDRESS_BAR].join(',')}`;
}
