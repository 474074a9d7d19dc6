import { aRemote, aShell } from '@redress/releases/testing';
import { openConsole as open, serviceTest } from '../support/release-service.ts';
import { expect } from '../support/test.ts';

const newer = aRemote({ buildId: 'b2', version: '1.1.0' });
const test = serviceTest(async (service) => {
  await service.release(aShell(), aRemote({ buildId: 'a1' }));
  await service.publish(newer);
});

test('a time that is typed half is not taken for now', async ({ page, service }) => {
  await open(page, service, 'remotes');
  await page.getByRole('button', { name: 'Serve another build: mf-wizard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Build', { exact: true }).selectOption(newer.descriptor.buildId);
  const when = dialog.getByLabel('When (empty: now)');
  await when.focus();
  await page.keyboard.type('12');
  await dialog.getByRole('button', { name: 'Planned release' }).click();
  await dialog.getByRole('button', { name: 'Serve another build' }).click();
  await expect(when).toBeFocused();
  expect((await service.core.channels.current('production'))?.builds['mf-wizard']?.current).not.toBe(
    newer.descriptor.buildId,
  );
  await expect(dialog).toBeVisible();
});

test('an act under way is left after its answer, which may be a refusal', async ({ page, service }) => {
  await open(page, service, 'remotes');
  await page.getByRole('button', { name: 'Serve another build: mf-wizard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Build', { exact: true }).selectOption(newer.descriptor.buildId);
  await dialog.getByRole('button', { name: 'Planned release' }).click();
  let refuse = () => {};
  const held = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/api/promote', async (route) => {
    await held;
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Serve another build' }).click();
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeDisabled();
  refuse();
  await expect(dialog.getByRole('alert')).toContainText('No answer came');
  await cancel.click();
  await expect(dialog).toBeHidden();
});

test('the tab of each view comes into sight on a phone', async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, service, 'now');
  await expect(page.getByRole('tab', { name: 'Now', selected: true })).toBeVisible();
  for (const name of ['People', 'Notices', 'Now']) {
    await page.evaluate((view) => (location.hash = `#/${view}`), name.toLowerCase());
    const tab = page.getByRole('tab', { name, selected: true });
    await expect(tab).toBeInViewport({ ratio: 0.98 });
  }
});

test('a secret that is shown once is not lost by Escape or a press beside it', async ({ page, service }) => {
  await open(page, service, 'people', await service.token('key-holder'));
  await page.getByRole('button', { name: 'Give a token' }).click();
  const form = page.getByRole('dialog', { name: 'Give a token' });
  await form.getByLabel('Whose it is').fill('Ann');
  await form.getByLabel('Name of the token').fill('night');
  await form.getByRole('button', { name: 'Give a token' }).click();
  const secret = page.getByRole('dialog', { name: 'night' });
  await expect(secret.getByRole('textbox')).toHaveValue(/^rr_/);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await expect(secret).toBeVisible();
  await secret.getByRole('button', { name: 'Close' }).click();
  await expect(secret).toHaveCount(0);
});
