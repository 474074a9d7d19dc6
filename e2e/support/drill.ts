import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { buildVariant, type Edit } from './builds.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

/** How a drilled build fails, in a page that was set up by `failAs`. */
export type Throw = 'evaluated' | 'mount' | 'effect' | 'later' | 'handler';

/** Stands in each drilled module. `drill` is set in the page; everywhere else the build works like the real one. */
const drillOf = (remote: string) => `
import { useEffect as useDrillEffect, useState as useDrillState, type ComponentType as DrillComponent } from 'react';

const drill = () => (globalThis as { drill?: Record<string, string> }).drill?.['${remote}'];
if (drill() === 'evaluated') throw new Error('drill: evaluated');

function withDrill<Props extends object>(Inner: DrillComponent<Props>): DrillComponent<Props> {
  return function Drilled(props: Props) {
    const [isBroken, setBroken] = useDrillState(false);
    const [hasButton, setButton] = useDrillState(false);
    useDrillEffect(() => {
      if (drill() === 'effect') throw new Error('drill: effect');
      setButton(drill() === 'later' || drill() === 'handler');
    }, []);
    if (drill() === 'mount' || isBroken) throw new Error('drill: render');
    const press = () => {
      if (drill() === 'handler') throw new Error('drill: handler');
      setBroken(true);
    };
    return (
      <>
        {hasButton && <button type="button" onClick={press}>Drill</button>}
        <Inner {...props} />
      </>
    );
  };
}
`;

/** Edit by which a module hands on its drilled component. */
const HANDS_ON = { from: '({ config, App', to: '({ config, App: withDrill(App)' };

/**
 * Files of a remote that the shell, another remote or its build calls, and how each hands out its component. A first screen
 * that the build draws has the same tree as the page, which takes it over.
 */
const EXPOSED: Record<string, Edit[]> = {
  'mf-auth': [
    {
      file: 'src/features/account-gate/account-gate.tsx',
      from: 'export { AccountGate as slot };',
      to: 'export const slot = withDrill(AccountGate);',
    },
    { file: 'src/prerender.tsx', from: '() => <App route={route} />', to: 'withDrill(() => <App route={route} />)' },
  ],
  'mf-wizard': [{ file: 'src/prerender.tsx', ...HANDS_ON }],
  'mf-checkout': ['packages/package', 'payment/payment', 'order/order'].map((name) => ({
    file: `src/features/${name}-step.tsx`,
    from: /export const slot = (withCheckout\(.+\));/,
    to: 'export const slot = withDrill($1);',
  })),
};

/** A build of a remote, like the real one until a page is set to fail. */
export async function buildDrill(remote: string): Promise<{ dist: string; buildId: string }> {
  const edits = [{ file: 'src/lifecycles.tsx', ...HANDS_ON }, ...(EXPOSED[remote] ?? [])];
  const withSource = await Promise.all(
    edits.map(async (edit) => {
      const text = await readFile(path.join(REPOSITORY, remote, edit.file), 'utf8');
      const drilled = text.replace(edit.from, edit.to);
      if (drilled === text) throw new Error(`${remote}/${edit.file} hands out its component in another way.`);
      return { file: edit.file, from: text, to: drillOf(remote) + drilled };
    }),
  );
  return buildVariant(
    remote,
    withSource.map(({ to, ...edit }) => ({ ...edit, to: to.replaceAll('$', '$$$$') })),
  );
}

/** From the next document on, the drilled build of a remote fails in this way. */
export const failAs = (page: Page, remote: string, way: Throw) =>
  page.addInitScript((drill) => Object.assign(globalThis, { drill }), { [remote]: way });

/**
 * Makes a build that was set to fail `later` or in a `handler` fail, until it is replaced.
 * @returns the moment of the last press, in ms
 */
export async function pressDrill(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Drill', includeHidden: true });
  await expect(button).toBeVisible({ timeout: 20_000 });
  // Handlers are watched once the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/following.')),
  );
  let pressedAt = 0;
  await expect(async () => {
    // Pressed again where the page was still changing: then a handler that threw looks like one that works. By script,
    // because a dialog of the remote may lie over the button. Where it has gone meanwhile, the press before was the one.
    if (await button.isVisible()) {
      pressedAt = Date.now();
      await button.evaluate((element: HTMLElement) => element.click(), null, { timeout: 1_000 });
    }
    await expect(button).toBeHidden({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  return pressedAt;
}
