import { describeClaim } from '../support/claim.ts';
import { buildVariant, release, removeVariant, type Edit } from '../support/builds.ts';
import { newAddress, registerAtGate } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Differs from the real one visibly (its headings) and in a slice of the page's store. */
const marked = (mark: string): Edit[] => [
  { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: `{'${mark} ' + title}\n` },
  {
    // As remotes do it: a slice is put into the store when its screens are drawn, so the build on screen is the one that counts.
    file: 'src/app/app.tsx',
    from: 'export const App = () => <WizardPage />;',
    to: `
import { injectSlice, useAppSelector } from '@redress/session-store';
import { useEffect, useState } from 'react';

export function App() {
  useState(() => injectSlice({ reducerPath: 'buildMark', reducer: () => '${mark}' }));
  const shown = useAppSelector((state) => (state as unknown as Record<string, unknown>)['buildMark']); // a slice of this test's builds, typed nowhere
  useEffect(() => void (document.documentElement.dataset['buildMark'] = String(shown)));
  return <WizardPage />;
}
`,
  },
];

test('mf-wizard is rolled back while somebody is typing, and nothing typed is lost', async ({ page, program }) => {
  test.setTimeout(180_000);
  const [first, second] = [
    await buildVariant('mf-wizard', marked('Build A:')),
    await buildVariant('mf-wizard', marked('Build B:')),
  ];
  for (const build of [first, second])
    await release(program, 'publish', 'mf-wizard', '--promote', '--dist', build.dist);

  await describeClaim(page, {});
  await registerAtGate(page, program, newAddress());
  await page.getByRole('radio', { name: 'Person' }).check();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Build B: Fill in your personal information');
  await page.getByLabel('First name').fill('Zoë');
  await page.getByLabel('Last name').pressSequentially("O'Brien-Nú");

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  // Typed on and on while the build goes: a key that is lost leaves a letter behind, or takes one away.
  let isReplaced = false;
  const typing = (async () => {
    while (!isReplaced)
      for (const key of ['x', 'y', 'Backspace', 'Backspace']) await page.keyboard.press(key, { delay: 50 });
  })();
  const told = await release(program, 'rollback', 'mf-wizard', '--to', first.buildId, '--reason', 'Build B is broken');
  const servedAfterMs = Number(/(\d+) ms after the command/.exec(told)?.[1]);
  test.info().annotations.push({ type: 'rollback to new loads, ms', description: String(servedAfterMs) });
  process.stdout.write(`rollback to new loads: ${servedAfterMs} ms\n`);
  expect(servedAfterMs).toBeGreaterThan(0); // how long is a figure, and figures are judged where nothing else runs

  await test.step('the open tab follows without a reload, with every word and the caret where it was', async () => {
    await expect(heading).toHaveText('Build A: Fill in your personal information', { timeout: 10_000 });
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect(page.locator('html')).toHaveAttribute('data-build-mark', 'Build A:');
    await expect(page.getByLabel('First name')).toHaveValue('Zoë');
    await expect(page.getByLabel('Last name')).toBeFocused();
    isReplaced = true;
    await typing;
    await page.keyboard.type('ñez');
    await expect(page.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
  });

  await test.step('a reload gets the same build and the same words; files of the other build stay', async () => {
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await page.reload();
    await expect(heading).toHaveText('Build A: Fill in your personal information');
    await expect(page.getByLabel('Last name')).toHaveValue("O'Brien-Núñez");
    for (const { version, buildId } of [first, second]) {
      const manifest = await page.request.get(`/assets/mf-wizard/${version}-${buildId}/mf-manifest.json`);
      expect(manifest.status()).toBe(200);
    }
  });

  await test.step('who is typing into another remote’s part of the page keeps it until they go on', async () => {
    const visitor = await (await page.context().browser()!.newContext({ baseURL: program.url })).newPage();
    await describeClaim(visitor, {});
    const gate = visitor.getByRole('dialog', { name: 'Save Your Progress' });
    await gate.getByLabel('E-mail').fill('zoe@example.com');
    await gate.getByRole('textbox', { name: 'Password' }).fill('a long pass phrase');
    await release(program, 'rollback', 'mf-wizard', '--to', second.buildId, '--reason', 'Build A is worse');
    await expect(heading).toHaveText('Build B: Fill in your personal information', { timeout: 10_000 });
    await expect(gate.getByLabel('E-mail')).toHaveValue('zoe@example.com');
    await expect(gate.getByRole('textbox', { name: 'Password' })).toHaveValue('a long pass phrase');
    await visitor.keyboard.press('Escape');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Build B: Tell us more about it');
    await visitor.context().close();
  });

  await test.step('react, react-dom and the store are loaded once', async () => {
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
    const holders = { 'react-dom': 0, react: 0, 'session-store': 0 };
    for (const script of new Set(scripts)) {
      const text = await (await page.request.get(script)).text();
      if (text.includes('createRoot') && text.includes('hydrateRoot') && text.includes('onCommitFiberRoot'))
        holders['react-dom'] += 1;
      if (
        text.includes('__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') &&
        text.includes('startTransition') &&
        text.includes('useActionState')
      )
        holders.react += 1;
      if (text.includes('edit_session_id') && text.includes('updated_demand_letter')) holders['session-store'] += 1;
    }
    expect(holders).toEqual({ 'react-dom': 1, react: 1, 'session-store': 1 });
  });
  await Promise.all([removeVariant(first), removeVariant(second)]);
});
