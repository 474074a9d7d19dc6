import type { BuildDiff, Changes } from '@redress/contracts/release-api';
import type { BuildDescriptor, InputTypes } from '@redress/contracts/releases';
import { isNotServed } from '../blobs/build-files.ts';
import type { BuildFacts } from '../builds/facts.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';

/** `facts`: without sizes where the store is away; then the bytes of the files as they are count. */
interface Side {
  descriptor: BuildDescriptor;
  facts: Pick<BuildFacts, 'wireBytes'>;
}

type Registry = ReleaseCore['registry'];
/** `null`, `undefined`: no build. */
type Id = string | null | undefined;

async function sideOf(registry: Registry, name: string, buildId: Id): Promise<Side | null> {
  if (!buildId) return null;
  const descriptor = await registry.find(name, buildId);
  return { descriptor, facts: await registry.facts(descriptor).catch(() => ({ wireBytes: {} })) };
}

const usedNames = ({ uses }: BuildDescriptor) => namesIn(uses?.names);
const offeredNames = ({ offers }: BuildDescriptor) => namesIn(offers);
const namesIn = (byRequest: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.entries(byRequest).flatMap(([request, names]) => names.map((name) => `${request} ${name}`));

/** Names and slots that both have, each with the props whose types differ. */
function changedTypes(from: BuildDescriptor | undefined, to: BuildDescriptor | undefined): string[] {
  const typed = (of: BuildDescriptor | undefined): Record<string, InputTypes> => ({
    ...Object.fromEntries(
      Object.entries(of?.types?.shared ?? {}).flatMap(([request, names]) =>
        Object.entries(names).map(([name, types]) => [`${request} ${name}`, types]),
      ),
    ),
    ...of?.types?.slots,
  });
  const [before, after] = [typed(from), typed(to)];
  return Object.entries(after).flatMap(([name, types]) => {
    const old = before[name];
    if (!old) return [];
    const props = [...new Set([...Object.keys(old), ...Object.keys(types)])].filter((key) => old[key] !== types[key]);
    const named = props.filter((prop) => prop !== '');
    if (props.length === 0) return [];
    return [named.length > 0 ? `${name} (${named.join(', ')})` : name];
  });
}

const changes = (from: readonly string[], to: readonly string[]): Changes => ({
  added: to.filter((item) => !from.includes(item)).sort(),
  removed: from.filter((item) => !to.includes(item)).sort(),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export async function diffBuilds(registry: Registry, name: string, fromId: Id, toId: Id): Promise<BuildDiff> {
  const [from, to] = await Promise.all([sideOf(registry, name, fromId), sideOf(registry, name, toId)]);
  const hashes = (side: Side | null) =>
    new Set(
      Object.entries(side?.descriptor.files ?? {})
        .filter(([path]) => !isNotServed(path))
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
        .filter(([path, { integrity }]) => !isNotServed(path) && wanted(integrity))
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
    uses: listed(usedNames),
    offers: listed(offeredNames),
    writes: listed(({ config }) => Object.entries(config.persisted).map(([shape, { writes }]) => `${shape} ${writes}`)),
    reads: listed(({ config }) =>
      Object.entries(config.persisted).flatMap(([shape, { reads }]) => reads.map((version) => `${shape} ${version}`)),
    ),
    types: changedTypes(from?.descriptor, to?.descriptor).sort(),
    contracts: { from: from?.descriptor.contracts ?? null, to: to?.descriptor.contracts ?? null },
  };
}

/** @param asked.from - a number; the snapshot before `to` unless given. @param asked.to - the newest unless given */
export async function diffSnapshots(
  { channels, registry }: Pick<ReleaseCore, 'channels' | 'registry'>,
  { channel, from, to }: { channel: string; from?: number | undefined; to?: number | undefined },
): Promise<BuildDiff[]> {
  const number = to ?? (await channels.current(channel))?.number;
  if (number === undefined) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no snapshot yet.`);
  const after = await channels.buildsAt(channel, number);
  // Numbers are left out after a restore.
  const earlier = from ?? (await channels.history(channel, 1, number))[0]?.number ?? 0;
  const before = earlier > 0 ? await channels.buildsAt(channel, earlier) : {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changed = names.filter((name) => before[name]?.current !== after[name]?.current);
  return Promise.all(changed.map((name) => diffBuilds(registry, name, before[name]?.current, after[name]?.current)));
}
