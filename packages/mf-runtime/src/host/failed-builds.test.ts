import type { SnapshotBuild } from '@redress/contracts/releases';
import { countedKind } from './failed-builds.ts';

const build = (buildId: string) => ({ name: 'mf-wizard', buildId }) as SnapshotBuild;

it.each([
  ['the current build is reported as it fares', 'b2', 'mount-failed', 'mount-failed'],
  ['one that took its place and fails as well is no failure', 'a1', 'mount-failed', 'fell-back'],
  ['nor is it loaded, which would speak for it', 'a1', 'loaded', 'fell-back'],
  ['one of an earlier release is reported as it fares', 'z0', 'render-error', 'render-error'],
] as const)('%s', (_, buildId, kind, counted) => {
  expect(countedKind({ current: build('b2'), lastGood: build('a1') }, build(buildId), kind)).toBe(counted);
});

it('the only build there is, is reported as it fares', () => {
  expect(countedKind({ current: build('a1'), lastGood: build('a1') }, build('a1'), 'load-failed')).toBe('load-failed');
  expect(countedKind(undefined, build('a1'), 'load-failed')).toBe('load-failed');
});
