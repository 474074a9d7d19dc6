import { buildBase, type Snapshot, type SnapshotBuild } from '@redress/contracts/releases';

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

/** AWS frontend discovery, schema v1-pre: every micro front end with the versions that are being served. */
export const frontendDiscovery = (snapshot: Snapshot) => ({
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends: Object.fromEntries(
    Object.entries(snapshot.remotes).map(([name, { current, lastGood }]) => [
      `redress/${name}`,
      [
        {
          url: entryUrl(current),
          ...(lastGood ? { fallbackUrl: entryUrl(lastGood) } : {}),
          metadata: {
            version: current.version,
            ...(current.integrity[current.entry] ? { integrity: current.integrity[current.entry] } : {}),
          },
          extras: { buildId: current.buildId, globalName: current.globalName, snapshot: snapshot.number },
        },
      ],
    ]),
  ),
});

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
