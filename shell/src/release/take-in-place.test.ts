import type { Snapshot, SnapshotBuild } from '@redress/contracts/releases';
import { takeInPlace } from './take-in-place.ts';

const aBuild = (name: string, buildId: string) =>
  ({ name, version: '0.1.0', buildId, globalName: `${name}_${buildId}`, integrity: {} }) as unknown as SnapshotBuild;
const before = aBuild('letters', '0000000000a1');
const next = aBuild('letters', '0000000000b2');
const release = (current: SnapshotBuild) =>
  ({ shell: aBuild('shell', '0000000000ff'), remotes: { letters: { current } } }) as unknown as Snapshot;

/** A page that runs `before`, whose update ends as given. */
function aPage(update: () => Promise<boolean>) {
  document.head.innerHTML = `<link rel="stylesheet" data-href="http://localhost/assets/${before.name}/${before.version}-${before.buildId}/a.css">`;
  const builds = new Map([[before.globalName, update]]);
  Object.assign(globalThis, {
    redressRefresh: { builds },
    __redress: { pin: () => {} },
    [`chunks:${before.globalName}`]: [],
  });
  return {
    builds,
    sheets: () => [...document.querySelectorAll('link')].map(({ href, dataset }) => href || dataset['href']),
  };
}
const chunksOf = (build: SnapshotBuild) =>
  (globalThis as unknown as Record<string, unknown[]>)[`chunks:${build.globalName}`]!;

it('lets a build that runs here become the next one: its files and style sheets are taken from there', async () => {
  const page = aPage(() => Promise.resolve(true));
  expect(await takeInPlace(release(next))).toEqual(new Map([[before.buildId, next.buildId]]));
  chunksOf(next).push('a late file');
  expect([[...chunksOf(before)], [...chunksOf(next)]]).toEqual([['a late file'], ['a late file']]);
  document.querySelectorAll('link')[1]!.dispatchEvent(new Event('load'));
  expect(page.sheets()).toEqual([expect.stringContaining(`${next.buildId}/a.css`)]);
});

it('leaves a build that no update leads on from to be replaced whole, once and for all', async () => {
  const page = aPage(() => Promise.reject(new Error('made')));
  jest.spyOn(console, 'info').mockReturnValue(undefined);
  expect(await takeInPlace(release(next))).toEqual(new Map());
  expect([page.builds.size, page.sheets().length]).toEqual([0, 1]);
});
