import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
/** Pictures that README and docs/tour.md show are committed; all others go to the ignored folder. */
const TOUR = path.join(REPOSITORY, 'docs/images');
const SHOTS = path.join(REPOSITORY, 'shots');

interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}
const HEIGHTS = { 375: 800, 768: 1000, 1280: 860, 1600: 1000 };
const look = (width: keyof typeof HEIGHTS, colorScheme: Look['colorScheme']): Look => ({
  width,
  height: HEIGHTS[width],
  colorScheme,
});

/** A whole screen: every width in both schemes. */
const EVERY_LOOK = ([375, 768, 1280, 1600] as const).flatMap((width) => [look(width, 'light'), look(width, 'dark')]);
/** A state of a screen whose shape is seen elsewhere: the two ends, and dark once. */
const STATE_LOOKS = [look(375, 'light'), look(1280, 'light'), look(1280, 'dark')];

async function takeAll(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  const before = page.viewportSize();
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: path.join(SHOTS, `${name}-${width}-${colorScheme}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

/** Waits until nothing on the page says that it is still being fetched. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

export const shootScreen = async (page: Page, name: string): Promise<void> => {
  await settled(page);
  await takeAll(page, name, EVERY_LOOK);
};

/** As it stands now, finished or not. */
export const shootState = (page: Page, name: string): Promise<void> => takeAll(page, name, STATE_LOOKS);

/** A picture of the film in docs/tour.md, as it is seen at 1280 px. */
export async function shootTour(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: path.join(TOUR, `${name}.png`), animations: 'disabled' });
}
