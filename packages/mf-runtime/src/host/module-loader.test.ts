import { aBuild } from '../testing/builds.ts';
import { createModuleLoader } from './module-loader.ts';
import { createPinnedLoader } from './pinned-loader.ts';

const BASE = 'http://localhost/assets/mf-letters/1.0.0-0000000000a1/';
const build = aBuild();

/** A page whose network answers when the test says so. */
function aPage({ container = true } = {}) {
  const pinned = createPinnedLoader({
    onRefused: () => {},
    onFailed: () => {},
    origin: 'http://localhost',
    retryAfterMs: () => 0,
  });
  pinned.trust(build);
  const inits: unknown[] = [];
  const evaluated: string[] = [];
  if (container) {
    Object.assign(globalThis, {
      [build.globalName]: {
        init: (scope: unknown) => void inits.push(scope),
        get: (name: string) =>
          Promise.resolve(() => {
            evaluated.push(name);
            return { name };
          }),
      },
    });
  }
  const later = jest.fn(() => Promise.resolve(() => ({})));
  const loader = createModuleLoader(pinned, {
    '@redress/forms': { '0.1.0': { get: later, loaded: 1, from: 'shell' } },
  });
  const asked = () =>
    [...document.head.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link')].map((element) =>
      (element instanceof HTMLScriptElement ? element.src : element.href).replace(BASE, ''),
    );
  const answer = (event: 'load' | 'error') => {
    for (const element of document.head.querySelectorAll('script, link')) element.dispatchEvent(new Event(event));
  };
  const fail = async () => {
    answer('error');
    // The second fetch is made after a pause of no length.
    await new Promise((resolve) => setTimeout(resolve));
    answer('error');
  };
  return { loader, inits, evaluated, later, asked, answer, fail };
}

afterEach(() => {
  document.head.replaceChildren();
  delete (globalThis as Record<string, unknown>)[build.globalName];
});

it('asks for the whole chain of a module at once, and gives the module when all of it has come', async () => {
  const { loader, asked, answer, inits } = aPage();
  const loading = loader.load(build, './lifecycles');
  expect(asked().sort()).toEqual(['entry.js', 'lifecycles.css', 'lifecycles.js']);
  answer('load');
  await expect(loading).resolves.toEqual({ name: './lifecycles' });
  expect(inits).toHaveLength(1);
});

it('leaves no script element behind, for which webpack would wait, and asks for nothing twice', async () => {
  const { loader, answer, inits } = aPage();
  const loading = loader.load(build, './lifecycles');
  answer('load');
  await loading;
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
  await loader.load(build, './lifecycles');
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
  expect(inits).toHaveLength(1);
});

it('fetches and runs ahead what a page change will need', async () => {
  const { loader, evaluated, answer } = aPage();
  const warming = loader.warm(build, './lifecycles');
  answer('load');
  await warming;
  expect(evaluated).toEqual(['./lifecycles']);
});

it('asks the network again after a failure', async () => {
  const { loader, asked, answer, fail } = aPage();
  const failing = loader.load(build, './lifecycles');
  await fail();
  await expect(failing).rejects.toMatchObject({ kind: 'load-failed' });
  expect(asked()).toEqual([]);
  const loading = loader.load(build, './lifecycles');
  answer('load');
  await expect(loading).resolves.toEqual({ name: './lifecycles' });
});

it('knows a style sheet that stands in the document by its address, and tells webpack of it', async () => {
  document.head.innerHTML = '<style data-href="/assets/mf-letters/1.0.0-0000000000a1/lifecycles.css"></style>';
  const { loader, asked, answer } = aPage();
  const loading = loader.load(build, './lifecycles');
  expect(asked().sort()).toEqual(['entry.js', 'lifecycles.js']);
  answer('load');
  await loading;
  expect(document.querySelector('style')).toHaveAttribute('data-href', `${BASE}lifecycles.css`);
});

it('fetches on-demand shared packages beside the files, not after them', () => {
  const { loader, later } = aPage();
  const asking = aBuild({ exposes: { './lifecycles': { js: ['lifecycles.js'], css: [], later: ['@redress/forms'] } } });
  void loader.load(asking, './lifecycles').catch(() => {});
  expect(later).toHaveBeenCalledTimes(1);
});

it('refuses a build whose chain names a file that the release does not list', async () => {
  const { loader, answer } = aPage();
  const odd = aBuild({ exposes: { './lifecycles': { js: ['extra.js'], css: [] } } });
  const loading = loader.load(odd, './lifecycles').catch((error: unknown) => error);
  // The refused element has failed by now; the network answers for the rest.
  await Promise.resolve();
  answer('load');
  expect(await loading).toMatchObject({ kind: 'integrity-refused' });
});

it('says so when the entry arrives but registers nothing, and fetches it anew when asked again', async () => {
  const { loader, answer, asked } = aPage({ container: false });
  const loading = loader.load(build, './lifecycles');
  answer('load');
  await expect(loading).rejects.toMatchObject({ kind: 'load-failed' });

  const again = loader.load(build, './lifecycles');
  expect(asked()).toEqual(['lifecycles.css', 'entry.js']);
  aPage();
  answer('load');
  await expect(again).resolves.toEqual({ name: './lifecycles' });
});

it('evaluates a build anew whose module threw: its module cache holds the failure', async () => {
  const { loader, answer, asked } = aPage();
  Object.assign(globalThis, {
    [build.globalName]: {
      init: () => {},
      get: () =>
        Promise.resolve(() => {
          throw new TypeError('once');
        }),
    },
  });
  const loading = loader.load(build, './lifecycles');
  answer('load');
  await expect(loading).rejects.toThrow('once');

  const again = loader.load(build, './lifecycles');
  expect(asked()).toContain('entry.js');
  aPage();
  answer('load');
  await expect(again).resolves.toEqual({ name: './lifecycles' });
});

it('takes away the style sheets of one build and no other’s', async () => {
  document.head.innerHTML = `<link rel="stylesheet" href="${BASE}a.css"><link rel="stylesheet" href="/assets/mf-letters/1.0.0-0000000000b2/a.css">`;
  aPage().loader.removeStyles(build);
  expect(document.querySelectorAll('link')).toHaveLength(1);
});

it('makes the sheets of the document known to the runtimes of all builds, which look for whole addresses', () => {
  document.head.innerHTML =
    '<style data-href="/assets/shell/1/forms.css"></style><link rel="stylesheet" href="/a.css">';
  aPage();
  const known = [...document.head.children].map((sheet) => sheet.getAttribute('data-href'));
  expect(known).toEqual(['http://localhost/assets/shell/1/forms.css', 'http://localhost/a.css']);
});
