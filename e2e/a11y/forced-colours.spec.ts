import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const style = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Mean brightness of the middle of an element as it is drawn, 0 to 255: edges differ from place to place by a fraction of a dot. */
async function brightness(element: Locator): Promise<number> {
  const png = [...(await element.screenshot({ animations: 'disabled' }))];
  return element.evaluate(async (_node, bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext(
      '2d',
    ) as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(bitmap.width / 4, bitmap.height / 4, bitmap.width / 2, bitmap.height / 2);
    return (
      data.filter((_value, index) => index % 4 !== 3).reduce((sum, value) => sum + value, 0) / (data.length * 0.75)
    );
  }, png);
}

async function openFirstScreen(page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('radio')).toHaveCount(12);
}

const tileOf = (page: Page, name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a chosen tile, the focus and a closed step are distinguishable: forced colours, ${colorScheme}`, async ({
    page,
  }) => {
    await openFirstScreen(page, colorScheme, 1600);
    const chosen = tileOf(page, 'Debt collection');
    const other = tileOf(page, 'Broken contract');
    const third = tileOf(page, 'Auto repair');
    const markOf = (tile: Locator) => tile.getByRole('radio');

    const plain = await brightness(markOf(chosen));
    expect(Math.abs((await brightness(markOf(other))) - plain)).toBeLessThan(5);
    await page.getByRole('radio', { name: 'Debt collection' }).check();
    await page.mouse.move(0, 0);

    // The shape in the mark has another colour than its ground, and only the chosen tile has it.
    const shapeOf = (tile: Locator) =>
      markOf(tile).evaluate((node) => {
        const { content, backgroundColor } = getComputedStyle(node, '::before');
        return content === 'none' ? null : backgroundColor;
      });
    expect(await shapeOf(chosen)).not.toBe(await style(markOf(chosen), 'background-color'));
    for (const tile of [other, third]) expect(await shapeOf(tile)).toBeNull();
    expect(Math.abs((await brightness(markOf(other))) - plain)).toBeLessThan(5);
    expect(Math.abs((await brightness(markOf(chosen))) - plain)).toBeGreaterThan(40);
    expect(await style(chosen, 'border-top-color')).not.toBe(await style(other, 'border-top-color'));

    await page.keyboard.press('ArrowDown');
    const focused = page.locator('label').filter({ has: page.locator(':focus-visible') });
    expect(await style(focused, 'outline-style')).toBe('solid');
    expect(await style(focused, 'outline-width')).toBe('3px');
    expect(await style(third, 'outline-style')).toBe('none');

    // Chromium draws a backplate in the page colour behind text; on a filled button it would hide the label.
    const goOnButton = page.getByRole('button', { name: 'Continue', exact: true });
    expect(await style(goOnButton, 'forced-color-adjust')).toBe('none');
    expect(await style(goOnButton, 'background-color')).not.toBe(await style(goOnButton, 'color'));

    const rail = page.getByRole('navigation', { name: /steps/i }).getByRole('button');
    const closed = rail.and(page.locator('[aria-disabled="true"]')).first();
    expect(await style(closed, 'color')).not.toBe(await style(rail.first(), 'color'));
  });
}

test('the progress bar shows how far it is: forced colours, 375 px', async ({ page }) => {
  await openFirstScreen(page, 'light', 375);
  const bar = page.getByRole('progressbar').first();
  const draw = async (value: number) => {
    await bar.evaluate(
      (node, part) => ((node as HTMLProgressElement).value = part * (node as HTMLProgressElement).max),
      value,
    );
    return brightness(bar);
  };
  const [empty, full] = [await draw(0), await draw(1)];
  expect(Math.abs(full - empty)).toBeGreaterThan(40);
  const half = await draw(0.5);
  expect(Math.min(Math.abs(half - empty), Math.abs(half - full))).toBeGreaterThan(15);
});
