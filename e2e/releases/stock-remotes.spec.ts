import { readFile, rm, writeFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { release } from '../support/builds.ts';
import { stockRemote } from '../support/stock-remotes.ts';
import { expect, test } from '../support/test.ts';

for (const bundler of ['webpack', 'rspack'] as const) {
  test(`a remote made by the plain plugin of ${bundler} has its page in a released site`, async ({ page, program }) => {
    const { name, path: address, dist } = await stockRemote(bundler);
    await release(program, 'publish', name, '--dist', dist, '--promote');
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes(`/assets/${name}/`)) scripts.push(path.basename(new URL(response.url()).pathname));
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Hello from a stock remote' })).toBeVisible();

    await test.step('with the shell’s React, its styles, and every file pinned', async () => {
      expect(await page.locator('.stock-hello').evaluate((element) => getComputedStyle(element).paddingTop)).toBe(
        '48px',
      );
      const unpinned = 'link[rel=stylesheet]:not([integrity])[href*="/assets/"], script[src]:not([integrity])';
      expect(await page.locator(unpinned).count()).toBe(0);
      const fetched = scripts.length;
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByText('From a lazy chunk')).toBeVisible();
      // The shell had fetched the lazy chunk, and its styles, beside the others.
      expect(scripts).toHaveLength(fetched);
    });

    await test.step('under a global that nothing on the page can change', async () => {
      const refused = await page.evaluate(() => {
        const federation = Reflect.get(globalThis, '__FEDERATION__') as {
          __GLOBAL_PLUGIN__: unknown[];
          __INSTANCES__: { name: string }[];
        };
        try {
          federation.__GLOBAL_PLUGIN__.push({ name: 'redirects everything' });
        } catch {
          return federation.__INSTANCES__.map(({ name: instance }) => instance);
        }
        return 'took a plugin';
      });
      // The shell may have loaded another stock remote ahead.
      expect(refused).toContain(name.replaceAll('-', '_'));
    });

    await test.step('and its next build comes into the open page, and goes again', async () => {
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      const files = { 'src/greeting.js': `export const greeting = 'Hello again';` };
      const next = await stockRemote(bundler, { files });
      await release(program, 'publish', name, '--dist', next.dist, '--promote');
      await expect(page.getByRole('heading', { name: 'Hello again' })).toBeVisible();
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByText('From a lazy chunk')).toBeVisible();
      await release(program, 'rollback', name, '--reason', 'the words of before');
      await expect(page.getByRole('heading', { name: 'Hello from a stock remote' })).toBeVisible();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    });

    await test.step('taken off the channel again, it leaves nothing to the tests after this one', async () => {
      await release(program, 'retire', name, '--reason', 'end of the test');
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    });
  });
}

test('the gate names what keeps a stock remote out', async ({ program }) => {
  const publish = (name: string, dist: string, ...more: string[]) =>
    release(program, 'publish', name, '--dist', dist, '--promote', ...more).then(
      () => 'promoted',
      (error: { stderr: string }) => error.stderr,
    );

  await test.step('its own React', async () => {
    const { name, dist } = await stockRemote('webpack', { isOwnReact: true });
    const said = await publish(name, dist);
    expect(said).toContain('OWN_COPY');
    expect(said).toContain('brings its own copy of react');
  });
  await test.step('text that is run, a style of everybody’s page, a router of its own', async () => {
    const files = {
      'src/later.js': `export const later = eval('1') + "You cannot render a <Router> inside another <Router>.";`,
      'src/style.css': 'body { margin: 0; }',
    };
    const { name, dist } = await stockRemote('webpack', { files });
    const said = await publish(name, dist);
    expect(said).toContain('UNSAFE_CODE');
    expect(said).toContain('eval()');
    expect(said).toContain("styles what is not the remote's own: body");
    expect(said).toContain('brings its own copy of react-router');
  });
  await test.step('ES modules, as Vite makes them', async () => {
    const { name, dist } = await stockRemote('rspack');
    const folder = `${path.dirname(dist)}-module`;
    await cp(path.dirname(dist), folder, { recursive: true, verbatimSymlinks: true });
    const manifest = path.join(folder, 'dist/mf-manifest.json');
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8'))
        .replace('"type":"global"', '"type":"module"')
        .replace('"type": "global"', '"type": "module"'),
    );
    expect(await publish(name, path.join(folder, 'dist'))).toContain('ES_MODULE');
    await rm(folder, { recursive: true });
  });
  await test.step('a container under the name of another remote', async () => {
    const { dist } = await stockRemote('rspack');
    expect(await publish('mf-wizard', dist)).toContain('This is a build of mf-hello-rspack');
  });
});
