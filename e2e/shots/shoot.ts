import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { SHOTS, shotName, type Appearance } from './shot-names.ts';

/** Pictures that README and docs/tour.md show are committed; all others go to the ignored folder. */
const TOUR = path.resolve(import.meta.dirname, '../../docs/images');

const HEIGHTS = { 320: 640, 375: 800, 816: 1056, 820: 1000, 1280: 860, 1600: 1000 };
const MAX_HEIGHT = 12_000;
const look = (width: keyof typeof HEIGHTS, scheme: Appearance['scheme'] = 'light'): Appearance => ({ width, scheme });

/** A whole screen: every width in light; the two ends dark and in forced colours; paper. */
const EVERY_LOOK = [
  ...([320, 375, 820, 1280, 1600] as const).map((width) => look(width)),
  ...([375, 1280] as const).flatMap((width) => [look(width, 'dark'), look(width, 'forced')]),
  look(1600, 'forced-dark'),
  look(816, 'print'),
];
/** A state of a screen whose shape is seen elsewhere. */
const STATE_LOOKS = [look(320), look(1280), look(375, 'dark'), look(1280, 'forced')];

/** @param settles - a width may show what the one before had no room for, and which is fetched first */
async function takeAll(page: Page, name: string, appearances: readonly Appearance[], settles = false): Promise<void> {
  const before = page.viewportSize();
  for (const { width, scheme } of appearances) {
    const height = HEIGHTS[width as keyof typeof HEIGHTS];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      media: scheme === 'print' ? 'print' : 'screen',
      colorScheme: scheme === 'dark' || scheme === 'forced-dark' ? 'dark' : 'light',
      forcedColors: scheme.startsWith('forced') ? 'active' : 'none',
    });
    // Of a page with a letter only the letter is printed, without its heading.
    if (settles && scheme !== 'print') await settled(page);
    // As one tall screen: what keeps to the foot of the screen stands at the foot of the picture.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    if (scheme !== 'print' && tall > height && tall < MAX_HEIGHT) await page.setViewportSize({ width, height: tall });
    await page.screenshot({
      path: path.join(SHOTS, shotName(name, { width, scheme })),
      fullPage: true,
      animations: 'disabled',
    });
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'none' });
  if (before) await page.setViewportSize(before);
}

/** Waits until nothing on the page says that it is still being fetched. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

export const shootScreen = async (page: Page, name: string): Promise<void> => {
  await settled(page);
  await takeAll(page, name, EVERY_LOOK, true);
};

/** As it stands now, finished or not. */
export const shootState = (page: Page, name: string): Promise<void> => takeAll(page, name, STATE_LOOKS);

/** A page that is no screen of the site, a mail; and what a wide screen has no use for. */
export const shootNarrow = (page: Page, name: string): Promise<void> =>
  takeAll(page, name, [look(320), look(820), look(375, 'dark')]);

/** A picture of the film in docs/tour.md, as it is seen at 1280 px. */
export async function shootTour(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: path.join(TOUR, `${name}.png`), animations: 'disabled' });
}
