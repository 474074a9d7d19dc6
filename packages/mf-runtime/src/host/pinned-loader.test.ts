import { aBuild } from '../testing/builds.ts';
import { createPinnedLoader } from './pinned-loader.ts';

const BASE = 'http://localhost/assets/mf-letters/1.0.0-0000000000a1/';
const nextError = (element: HTMLElement) => new Promise<void>((resolve) => (element.onerror = () => resolve()));

function aLoader() {
  const refused: string[] = [];
  const failed: string[] = [];
  const loader = createPinnedLoader({
    onRefused: (url) => refused.push(url),
    onFailed: (url, integrity) => failed.push(`${url} ${integrity.slice(0, 7)}`),
    origin: 'http://localhost',
    retryAfterMs: () => 300,
  });
  loader.trust(aBuild());
  return { loader, refused, failed };
}

it('gives every script of a trusted build its integrity, lazy chunks too', () => {
  const { loader } = aLoader();
  const script = loader.script(`${BASE}lifecycles.js`);
  expect(script).toMatchObject({ crossOrigin: 'anonymous', src: `${BASE}lifecycles.js` });
  expect(script.integrity).toMatch(/^sha384-/);
});

it('fetches a file with a hash in its name where all builds have it, then under its build, for the build that asked', () => {
  jest.useFakeTimers();
  const { loader } = aLoader();
  const [script, sheet] = ['list.0123456789.js', 'list.0123456789.css'];
  for (const buildId of ['0000000000b2', '0000000000c3'])
    loader.trust(aBuild({ buildId, integrity: { [script!]: 'sha384-x', [sheet!]: 'sha384-y' } }));
  const of = (buildId: string, file = script) => `http://localhost/assets/mf-letters/1.0.0-${buildId}/${file}`;
  const [one, other] = [loader.script(of('0000000000b2')), loader.script(of('0000000000c3'))];
  expect(one.src).toBe(`http://localhost/assets/mf-letters/files/${script}`);
  expect(other.src).toBe(one.src);
  expect([one.dataset['build'], other.dataset['build']]).toEqual([
    'mf_letters_0000000000b2',
    'mf_letters_0000000000c3',
  ]);
  document.head.append(one);
  one.dispatchEvent(new Event('error'));
  jest.advanceTimersByTime(300);
  const again = document.head.querySelector<HTMLScriptElement>('script:last-child')!;
  expect(again).toMatchObject({ src: `${of('0000000000b2')}?again=1`, dataset: { build: 'mf_letters_0000000000b2' } });
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: of('0000000000b2', sheet) });
  loader.pin(link);
  expect(link.href).toBe(`http://localhost/assets/mf-letters/files/${sheet}`);
  expect(link.dataset['href']).toBe(of('0000000000b2', sheet));
  document.head.replaceChildren();
  jest.useRealTimers();
});

it('does not wait for a file that hangs for another build where both have it', () => {
  jest.useFakeTimers();
  const { loader } = aLoader();
  const script = 'list.0123456789.js';
  for (const buildId of ['0000000000b2', '0000000000c3'])
    loader.trust(aBuild({ buildId, integrity: { [script]: 'sha384-x' } }));
  const of = (buildId: string) => `http://localhost/assets/mf-letters/1.0.0-${buildId}/${script}`;
  const hung = loader.script(of('0000000000b2'));
  jest.advanceTimersByTime(3_000);
  const own = loader.script(of('0000000000c3'));
  expect(own.src).toBe(`${of('0000000000c3')}?again=0`);
  // What has come is no longer thought to hang.
  hung.dispatchEvent(new Event('load'));
  own.dispatchEvent(new Event('load'));
  expect(loader.script(of('0000000000c3')).src).toBe(`http://localhost/assets/mf-letters/files/${script}`);
  jest.useRealTimers();
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

describe('a file that fails', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    document.head.replaceChildren();
  });
  const inHead = () => [...document.head.querySelectorAll('script')];

  it('is fetched once more under another address, pinned as before, before its failure is reported', () => {
    const { loader, failed } = aLoader();
    const script = loader.script(`${BASE}lifecycles.js`);
    const events: string[] = [];
    script.onload = ({ type }) => void events.push(type);
    script.onerror = () => void events.push('error');
    document.head.append(script);
    script.dispatchEvent(new Event('error'));
    expect(inHead()).toHaveLength(1);
    jest.advanceTimersByTime(300);
    const second = inHead()[1]!;
    expect(second.src).toBe(`${BASE}lifecycles.js?again=1`);
    expect(second.integrity).toBe(script.integrity);
    second.dispatchEvent(new Event('load'));
    expect(events).toEqual(['load']);
    expect(failed).toEqual([]);
  });

  it('fails for its caller when it fails twice, and is reported with the hash it should have', () => {
    const { loader, failed } = aLoader();
    const script = loader.script(`${BASE}lifecycles.js`);
    const events: string[] = [];
    script.onerror = () => void events.push('error');
    document.head.append(script);
    script.dispatchEvent(new Event('error'));
    jest.advanceTimersByTime(300);
    inHead()[1]!.dispatchEvent(new Event('error'));
    expect(events).toEqual(['error']);
    expect(failed).toEqual([`${BASE}lifecycles.js sha384-`]);
    expect(loader.script(`${BASE}lifecycles.js`).src).toBe(`${BASE}lifecycles.js?again=2`);
  });

  it('is not fetched again for a caller who has given up', () => {
    const { loader } = aLoader();
    const script = loader.script(`${BASE}lifecycles.js`);
    document.head.append(script);
    script.dispatchEvent(new Event('error'));
    script.remove();
    jest.advanceTimersByTime(300);
    expect(inHead()).toEqual([]);
  });

  it('is asked for past a fetch that hangs', () => {
    const { loader } = aLoader();
    loader.script(`${BASE}lifecycles.js`);
    expect(loader.script(`${BASE}lifecycles.js`).src).toBe(`${BASE}lifecycles.js?again=1`);
  });

  it('is fetched once more as a style sheet too, whose handlers webpack sets before it is pinned', () => {
    const { loader, failed } = aLoader();
    const link = document.createElement('link');
    const events: string[] = [];
    link.onerror = () => void events.push('error');
    link.href = `${BASE}lifecycles.css`;
    loader.pin(link);
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    jest.advanceTimersByTime(300);
    expect(events).toEqual([]);
    expect(link.href).toBe(`${BASE}lifecycles.css?again=1`);
    expect(link).toHaveAttribute('data-href', `${BASE}lifecycles.css`);
    link.dispatchEvent(new Event('error'));
    expect(events).toEqual(['error']);
    expect(failed).toEqual([`${BASE}lifecycles.css sha384-`]);
  });

  it('is not asked for as a style sheet where its changed bytes are kept by a cache', () => {
    const { loader } = aLoader();
    const asked = [1, 2].flatMap(() => {
      const link = document.createElement('link');
      link.href = `${BASE}lifecycles.css`;
      loader.pin(link);
      document.head.append(link);
      const first = link.href;
      link.dispatchEvent(new Event('error'));
      jest.advanceTimersByTime(300);
      return [first, link.href];
    });
    expect(asked).toEqual(['', '?again=1', '?again=2', '?again=3'].map((end) => `${BASE}lifecycles.css${end}`));
  });
});
