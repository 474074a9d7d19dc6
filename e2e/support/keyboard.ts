import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has focus, and checks that its focus ring is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
export async function press(page: Page, target: Locator, key = 'Space'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
