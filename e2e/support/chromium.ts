import { existsSync } from 'node:fs';

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
