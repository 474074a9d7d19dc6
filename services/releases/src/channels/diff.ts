import type { BuildDiff, Changes } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { isSourceMap } from '../blobs/build-files.ts';
import type { BuildFacts } from '../builds/facts.ts';

interface Side {
  descriptor: BuildDescriptor;
  facts: BuildFacts;
}

const changes = (from: readonly string[], to: readonly string[]): Changes => ({
  added: to.filter((item) => !from.includes(item)).sort(),
  removed: from.filter((item) => !to.includes(item)).sort(),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function diffBuilds(name: string, from: Side | null, to: Side | null): BuildDiff {
  const hashes = (side: Side | null) =>
    new Set(
      Object.entries(side?.descriptor.files ?? {})
        .filter(([path]) => !isSourceMap(path))
        .map(([, { integrity }]) => integrity),
    );
  const before = hashes(from);
  const after = hashes(to);
  const identity = (side: Side | null) =>
    side && { version: side.descriptor.version, buildId: side.descriptor.buildId };
  const listed = (pick: (descriptor: BuildDescriptor) => string[]) =>
    changes(from ? pick(from.descriptor) : [], to ? pick(to.descriptor) : []);
  const wire = (side: Side | null, wanted: (integrity: string) => boolean) =>
    sum(
      Object.entries(side?.descriptor.files ?? {})
        .filter(([path, { integrity }]) => !isSourceMap(path) && wanted(integrity))
        .map(([path, { bytes }]) => side?.facts.wireBytes[path] ?? bytes),
    );
  return {
    name,
    from: identity(from),
    to: identity(to),
    files: {
      added: [...after].filter((hash) => !before.has(hash)).length,
      removed: [...before].filter((hash) => !after.has(hash)).length,
      kept: [...after].filter((hash) => before.has(hash)).length,
    },
    wireBytes: {
      from: wire(from, () => true),
      to: wire(to, () => true),
      fetchedAgain: wire(to, (hash) => !before.has(hash)),
    },
    exposes: listed(({ exposes }) => Object.keys(exposes)),
    slots: listed(({ config }) => Object.keys(config.slots)),
    routes: listed(({ config }) => config.routes.map(({ path }) => path)),
    shared: listed(({ shared }) => Object.entries(shared).map(([request, { version }]) => `${request} ${version}`)),
    contracts: { from: from?.descriptor.contracts ?? null, to: to?.descriptor.contracts ?? null },
  };
}
