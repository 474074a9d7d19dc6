import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildVariant, release, removeVariant } from '../support/builds.ts';
import { stockHost } from '../support/stock-remotes.ts';
import { expect, test } from '../support/test.ts';

/** A page of ours that needs nothing of its host but React; the rest of the platform is what our shell offers. */
const LIFECYCLES = `
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import styles from './app/ours.module.css';

function Ours() {
  const [text, setText] = useState('');
  return (
    <section className={styles.ours}>
      <h1>A remote of this site</h1>
      <button type="button" onClick={() => import('./app/later.ts').then(({ later }) => setText(later))}>More</button>
      <p>{text}</p>
    </section>
  );
}
let root: Root;
export const bootstrap = async () => {};
export const mount = async ({ domElement }: { domElement: HTMLElement }) => {
  root = createRoot(domElement);
  root.render(<Ours />);
};
export const unmount = async () => root.unmount();
`;

test('a stock host loads a remote of ours by its manifest, with its own React and without our loader', async ({
  page,
  program,
}) => {
  const build = await buildVariant('mf-auth', [{ file: 'src/lifecycles.tsx', from: /[\s\S]+/, to: LIFECYCLES }], {
    'src/app/ours.module.css': '.ours { padding: 3rem; }',
    'src/app/later.ts': `export const later = 'From a lazy chunk';`,
  });
  await release(program, 'publish', 'mf-auth', '--dist', build.dist);
  await removeVariant(build);
  const manifest = `/assets/mf-auth/${build.version}-${build.buildId}/mf-manifest.json`;
  const host = await stockHost();
  await page.route('**/stock-host/*', async (route) => {
    const file = path.basename(new URL(route.request().url()).pathname);
    const html = `<!doctype html><title>Host</title><main id="ours" data-manifest="${manifest}"></main><script src="main.js"></script>`;
    return file.endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: await readFile(path.join(host, file)) })
      : route.fulfill({ contentType: 'text/html', body: html });
  });

  await page.goto('/stock-host/index.html');
  await expect(page.getByRole('heading', { name: 'A remote of this site' })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('From a lazy chunk')).toBeVisible();
  expect(await page.locator('section').evaluate((element) => getComputedStyle(element).paddingTop)).toBe('48px');
  expect(await page.evaluate(() => '__redress' in globalThis)).toBe(false);
});
