import { aBuild } from '../testing/builds.ts';
import { createPinnedLoader } from './pinned-loader.ts';

const BASE = 'http://localhost/assets/mf-letters/1.0.0-0000000000a1/';
const nextError = (element: HTMLElement) => new Promise<void>((resolve) => (element.onerror = () => resolve()));

function aLoader() {
  const refused: string[] = [];
  const loader = createPinnedLoader((url) => refused.push(url), 'http://localhost');
  loader.trust(aBuild());
  return { loader, refused };
}

it('gives every script of a trusted build its integrity, lazy chunks too', () => {
  const { loader } = aLoader();
  const script = loader.script(`${BASE}lifecycles.js`);
  expect(script).toMatchObject({ crossOrigin: 'anonymous', src: `${BASE}lifecycles.js` });
  expect(script.integrity).toMatch(/^sha384-/);
});

it('fetches nothing for a script the release does not list, and lets its caller know', async () => {
  const { loader, refused } = aLoader();
  const script = loader.script(`${BASE}unlisted.js`);
  await nextError(script);
  expect(script.hasAttribute('src')).toBe(false);
  expect(refused).toEqual([`${BASE}unlisted.js`]);
});

it('takes the address out of a style sheet without a pin', async () => {
  const { loader } = aLoader();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'https://elsewhere.example/x.css';
  loader.pin(link);
  await nextError(link);
  expect(link.hasAttribute('href')).toBe(false);
});

it('pins a style sheet that is listed', () => {
  const { loader } = aLoader();
  const link = document.createElement('link');
  link.href = `${BASE}lifecycles.css`;
  loader.pin(link);
  expect(link.integrity).toMatch(/^sha384-/);
});

it('refuses the same path on another origin', () => {
  const { loader } = aLoader();
  expect(loader.isPinned('/assets/mf-letters/1.0.0-0000000000a1/entry.js')).toBe(true);
  expect(loader.isPinned('https://elsewhere.example/assets/mf-letters/1.0.0-0000000000a1/entry.js')).toBe(false);
});

it('asks for a file that failed under another address, pinned as before', () => {
  const { loader } = aLoader();
  const first = loader.script(`${BASE}lifecycles.js`);
  first.dispatchEvent(new Event('error'));
  const second = loader.script(`${BASE}lifecycles.js`);
  expect(second.src).toBe(`${BASE}lifecycles.js?again=1`);
  expect(second.integrity).toBe(first.integrity);
});
