import { BUCKETS, snapshotBuild } from '@redress/contracts/releases';
import type { HeldSnapshot } from '../reader/release-reader.ts';
import { makeSnapshot } from '../snapshots/make-snapshot.ts';
import { aRemote, aShell } from '../testing/builds.ts';
import { frontendDiscovery } from './feeds.ts';

const [wizard, next] = [aRemote().descriptor, aRemote({ buildId: 'b2', version: '1.1.0' }).descriptor];
const snapshot = makeSnapshot(
  { shell: aShell().descriptor, remotes: { 'mf-wizard': { current: wizard, lastGood: null } }, off: {} },
  { channel: 'production', number: 1, now: new Date('2026-03-01T12:00:00Z') },
);
const rollingTo = (buckets: number) =>
  ({
    rules: [{ remote: 'mf-wizard', build: next.buildId, base: wizard.buildId, buckets, salt: '0'.repeat(32) }],
    builds: [snapshotBuild(next)],
  }) as unknown as HeldSnapshot['rollout'];
const versionsOf = (rollout: HeldSnapshot['rollout']) =>
  frontendDiscovery({ snapshot, rollout }).microFrontends['redress/mf-wizard']!;

it('says in the words of frontend discovery which share of the visitors has a build that rolls out', () => {
  expect(versionsOf(rollingTo(BUCKETS / 8))).toMatchObject([
    { metadata: { version: '1.0.0' }, deployment: { traffic: 87.5, default: true } },
    {
      metadata: { version: '1.1.0' },
      fallbackUrl: expect.stringContaining(wizard.buildId),
      deployment: { traffic: 12.5, default: false },
    },
  ]);
});

it('gives each version what schema v1-pre requires, and nothing it does not know', () => {
  for (const version of [...versionsOf(null), ...versionsOf(rollingTo(1))]) {
    const known = ['url', 'fallbackUrl', 'metadata', 'extras', 'deployment'];
    expect(Object.keys(version).filter((key) => !known.includes(key))).toEqual([]);
    expect(Object.keys(version.metadata).sort()).toEqual(['integrity', 'version']);
    expect(version.metadata.integrity).toMatch(/^sha384-/);
    expect(Object.keys(version.deployment).sort()).toEqual(['default', 'traffic']);
  }
  expect(versionsOf(null)).toHaveLength(1);
});
