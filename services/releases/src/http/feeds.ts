import { BUCKETS, buildBase, type Snapshot, type SnapshotBuild } from '@redress/contracts/releases';
import type { HeldSnapshot } from '../reader/release-reader.ts';

/**
 * The same snapshot in the forms that other tools read. None of them is used by this site; they carry what each form
 * has a place for.
 */

const entryUrl = (build: SnapshotBuild): string => `${buildBase(build)}${build.entry}`;

const builds = (snapshot: Snapshot): [string, SnapshotBuild][] => [
  ['shell', snapshot.shell],
  ...Object.entries(snapshot.remotes).map(([name, { current }]): [string, SnapshotBuild] => [name, current]),
];

/** An import map with integrity (HTML standard). */
export const importMap = (snapshot: Snapshot) => ({
  imports: Object.fromEntries(builds(snapshot).map(([name, build]) => [`@redress/${name}`, entryUrl(build)])),
  integrity: Object.fromEntries(
    builds(snapshot).flatMap(([, build]) => {
      const integrity = build.integrity[build.entry];
      return integrity ? [[entryUrl(build), integrity]] : [];
    }),
  ),
});

/**
 * AWS frontend discovery, schema v1-pre: every micro front end with the versions that are being served, and to what share of
 * the visitors (`deployment`) while one rolls out.
 */
export const frontendDiscovery = ({ snapshot, rollout }: Pick<HeldSnapshot, 'snapshot' | 'rollout'>) => {
  const entry = (
    build: SnapshotBuild,
    fallback: SnapshotBuild | null,
    deployment: { traffic: number; default: boolean },
  ) => ({
    url: entryUrl(build),
    ...(fallback ? { fallbackUrl: entryUrl(fallback) } : {}),
    // The schema wants both; a build without the integrity of its entry is not promoted.
    metadata: { integrity: build.integrity[build.entry] ?? '', version: build.version },
    deployment,
    extras: { buildId: build.buildId, globalName: build.globalName, snapshot: snapshot.number },
  });
  const rolling = (name: string) => {
    const rule = rollout?.rules.find(({ remote }) => remote === name);
    const build = rollout?.builds.find((found) => found.name === name);
    return rule && build ? { build, traffic: (rule.buckets / BUCKETS) * 100 } : null;
  };
  return {
    schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
    microFrontends: Object.fromEntries(
      Object.entries(snapshot.remotes).map(([name, { current, lastGood }]) => {
        const next = rolling(name);
        return [
          `redress/${name}`,
          [
            entry(current, lastGood, { traffic: 100 - (next?.traffic ?? 0), default: true }),
            ...(next ? [entry(next.build, current, { traffic: next.traffic, default: false })] : []),
          ],
        ];
      }),
    ),
  };
};

/** A Piral feed service's answer. */
export const piralFeed = (snapshot: Snapshot) => ({
  items: Object.entries(snapshot.remotes).map(([name, { current }]) => ({
    name: `@redress/${name}`,
    version: current.version,
    link: entryUrl(current),
    requireRef: current.globalName,
    spec: 'v2',
    ...(current.integrity[current.entry] ? { integrity: current.integrity[current.entry] } : {}),
    custom: { buildId: current.buildId, snapshot: snapshot.number },
  })),
});
