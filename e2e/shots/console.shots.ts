import { aRemote, aShell } from '@redress/releases/testing';
import { openConsole, serviceTest } from '../support/release-service.ts';
import { expect } from '../support/test.ts';
import { shootTour } from './shoot.ts';

const bad = aRemote({ name: 'mf-checkout', buildId: 'b2', version: '1.1.0' });
const test = serviceTest(async (service) => {
  await service.release(aShell(), aRemote(), aRemote({ name: 'mf-checkout', buildId: 'a1' }));
  await service.release(bad);
  const [channel, remote, build_id, at] = ['production', 'mf-checkout', bad.descriptor.buildId, new Date()];
  const failing = { channel, remote, build_id, last_at: at, failed_at: at, vital_at: null, slow_at: null };
  const voices = ['a', 'b', 'c', 'd', 'e', 'f'].map((voice) => ({ ...failing, voice, address_group: voice }));
  await service.core.db.insertInto('releases.health_voice').values(voices).execute();
  // Nothing that was released so long ago is taken back by itself.
  const hoursAgo = { since_at: new Date(at.getTime() - 7_200_000) };
  await service.core.db.updateTable('releases.served_build').set(hoursAgo).execute();
});

test.use({ viewport: { width: 375, height: 700 } });

test('the evening of a release manager, on a phone', async ({ page, service }) => {
  await openConsole(page, service, 'remotes/mf-checkout');
  await expect(page.getByText(/is failing: 6 of 6 sessions/)).toBeVisible();
  await shootTour(page, 'console-failing');
  await page.getByRole('button', { name: 'Roll back: mf-checkout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back mf-checkout' });
  await dialog.getByRole('button', { name: 'Payments fail' }).click();
  await expect(dialog).toContainText('It would be done at once.');
  await shootTour(page, 'console-roll-back');
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Since the act' })).toContainText(/of 6 sessions have followed/);
  await shootTour(page, 'console-proof');
  await page.getByRole('rowheader', { name: /b2000000 Bad/ }).scrollIntoViewIfNeeded();
  await shootTour(page, 'console-mark');
});
