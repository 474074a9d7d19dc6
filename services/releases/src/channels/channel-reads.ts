import type { ChannelStatus, Freeze, HistoryRow, LedgerEntry, RemoteStatus } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { BuildRegistry } from '../builds/registry.ts';
import type { CoreParts } from '../core-parts.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { readRollouts, shownRollout, type RolloutRow } from '../rollouts/rollouts.ts';
import { withSignedRollout } from '../rollouts/sign-rollout.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db, RowOf, SnapshotBuilds } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { servedBuilds } from './served-builds.ts';

/** What a channel serves, before a change. `off`: remotes that are switched off. */
export interface ChannelState {
  number: number;
  builds: SnapshotBuilds;
  off: readonly string[];
  /** What a share of the visitors has in place of it. */
  rollouts: readonly RolloutRow[];
}

export interface BuildRef {
  name: string;
  buildId: string;
  /** Somebody named this very build: it is served although it was rolled back. */
  evenIfBad?: boolean | undefined;
}

/** By name, the shell before the remotes. */
export const shellFirst = (one: string, other: string): number =>
  one === 'shell' ? -1 : other === 'shell' ? 1 : one < other ? -1 : 1;

/** What the ledger says of a snapshot that was made for a rollout. */
function rolledOut({ number, entry }: { number: number; entry: string | null }): Pick<HistoryRow, 'rolledOut'> {
  const { subject, detail } = entry === null ? {} : (JSON.parse(entry) as Partial<LedgerEntry>);
  const { snapshot, to, percent } = detail ?? {};
  if (snapshot !== number || typeof subject !== 'string' || typeof to !== 'string' || typeof percent !== 'number')
    return {};
  return { rolledOut: { name: subject, to, percent } };
}

type Context = Pick<CoreParts, 'db'> & { registry: BuildRegistry };

/** @param before - a number: older ones than that */
const snapshots = (db: Db, channel: string, limit: number, before: number | undefined) =>
  db
    .selectFrom('releases.snapshot')
    .select(['number', 'builds', 'kind', 'actor', 'reason', 'created_at'])
    .select(sql<Record<string, unknown> | null>`payload::jsonb -> 'off'`.as('off'))
    // The entry of a snapshot is written beside it, after the newest one that the snapshot names.
    .select(
      sql<string | null>`(select entry from releases.ledger
        where kind = 'rollout' and seq = (payload::jsonb -> 'ledger' ->> 'seq')::int + 1)`.as('entry'),
    )
    .where('channel', '=', channel)
    .$if(before !== undefined, (query) => query.where('number', '<', before as number))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

/** @returns the snapshot the channel points at, or `null` for a channel without one. `isPutBack`: from a copy, and no change since */
async function current({ db }: Context, channel: string) {
  const row = await db
    .selectFrom('releases.channel')
    .innerJoin('releases.snapshot', (join) =>
      join
        .onRef('releases.snapshot.channel', '=', 'releases.channel.name')
        .onRef('releases.snapshot.number', '=', 'releases.channel.number'),
    )
    .select(['releases.snapshot.number', 'key_id', 'signature', 'payload', 'builds', 'rollout', 'is_put_back'])
    .where('releases.channel.name', '=', channel)
    .executeTakeFirst();
  if (!row) return null;
  const { number, builds, key_id: keyId, signature, payload, rollout, is_put_back: isPutBack } = row;
  return { number, builds, isPutBack, signed: withSignedRollout({ keyId, signature, payload }, rollout) };
}

const holdRows = ({ db }: Context, channel: string) => rowsWith(db, 'hold', { channel }).execute();

/** Names on which a rollback is in force. */
const holds = async (context: Context, channel: string) => {
  const rows = await holdRows(context, channel);
  return Object.fromEntries(
    rows.map((row) => [row.remote, { from: row.from_build, to: row.to_build, reason: row.reason }]),
  );
};

const saidOf = ({ reason, actor, created_at: at }: Pick<RowOf<'hold'>, 'reason' | 'actor' | 'created_at'>) =>
  wire({ reason, actor, at });

const status = async (context: Context, channel: string): Promise<ChannelStatus> => {
  const { db, registry } = context;
  const found = await current(context, channel);
  const held = await holdRows(context, channel);
  const off = await rowsWith(db, 'switched_off', { channel }).execute();
  const rolling = await readRollouts(db, channel);
  const names = Object.keys(found?.builds ?? {}).sort(shellFirst);
  const remotes = await Promise.all(
    names.map(async (name): Promise<RemoteStatus> => {
      const { current: buildId, lastGood } = found?.builds[name] as SnapshotBuilds[string];
      const descriptor = await registry.find(name, buildId);
      const hold = held.find(({ remote }) => remote === name);
      const switched = off.find(({ remote }) => remote === name);
      const rollout = rolling.find(({ remote }) => remote === name);
      return {
        name,
        buildId,
        version: descriptor.version,
        owner: registry.ownerOf(name) ?? descriptor.owner,
        lastGood,
        about: await registry.about(name, buildId),
        heldFrom: hold ? { buildId: hold.from_build, ...saidOf(hold) } : null,
        off: switched ? saidOf(switched) : null,
        rollout: rollout ? shownRollout(rollout, (await registry.find(name, rollout.build_id)).version) : null,
      };
    }),
  );
  const payload = found ? (JSON.parse(found.signed.payload) as { createdAt: string; expiresAt: string }) : null;
  return {
    channel,
    number: found?.number ?? 0,
    createdAt: payload?.createdAt ?? null,
    expiresAt: payload?.expiresAt ?? null,
    remotes,
  };
};

/** Newest first. @param before - a number: older snapshots than that */
const history = async ({ db }: Context, channel: string, limit: number, before?: number): Promise<HistoryRow[]> => {
  const rows = await snapshots(db, channel, limit + 1, before);
  return rows.slice(0, limit).map((row, index) => {
    const before = rows[index + 1]?.builds ?? {};
    const names = new Set([...Object.keys(row.builds), ...Object.keys(before)]);
    const [off, offBefore] = [row.off ?? {}, rows[index + 1]?.off ?? {}];
    return {
      number: row.number,
      kind: row.kind,
      actor: row.actor,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
      changes: [...names]
        .map((name) => ({ name, from: before[name]?.current ?? null, to: row.builds[name]?.current ?? null }))
        .filter(({ from, to }) => from !== to),
      switched: [...names]
        .filter((name) => name in off !== name in offBefore)
        .map((name) => ({ name, off: name in off })),
      ...rolledOut(row),
    };
  });
};

/** Which builds a numbered snapshot serves; `undefined` without such a snapshot. */
async function snapshotBuilds(db: Db, channel: string, number: number): Promise<SnapshotBuilds | undefined> {
  const row = await db
    .selectFrom('releases.snapshot')
    .select('builds')
    .where(({ and }) => and({ channel, number }))
    .executeTakeFirst();
  return row?.builds;
}

const buildsAt = async ({ db }: Context, channel: string, number: number) => {
  const builds = await snapshotBuilds(db, channel, number);
  if (builds) return builds;
  throw new ReleaseRefusal('BUILD_UNKNOWN', `${channel} has no snapshot ${number}.`);
};

const stateAt = async (_: Context, channel: string, number: number, from: Db): Promise<ChannelState> => {
  const builds = (await snapshotBuilds(from, channel, number)) ?? {};
  const off = await rowsWith(from, 'switched_off', { channel }).execute();
  return {
    number,
    builds,
    off: off.map(({ remote }) => remote),
    rollouts: await readRollouts(from, channel),
  };
};

/** @returns a build by its id, the beginning of it, or its version @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
const resolveBuild = async ({ registry }: Context, name: string, text: string) => {
  const ids = await registry.matching(name, text);
  if (ids.length === 1) return ids[0] as string;
  throw new ReleaseRefusal(
    'BUILD_UNKNOWN',
    ids.length === 0
      ? `There is no build ${text} of ${name}.`
      : `${text} fits ${ids.length} builds of ${name}: ${ids.join(', ')}.`,
  );
};

/** @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
const namedBuilds = (
  context: Context,
  builds: readonly { name: string; build: string; evenIfBad?: boolean | undefined }[],
): Promise<BuildRef[]> =>
  Promise.all(
    builds.map(async ({ name, build, evenIfBad }) => ({
      name,
      buildId: await resolveBuild(context, name, build),
      evenIfBad,
    })),
  );

/** Windows without promotions, in force or to come, the next to end first. */
export async function readFreezes(db: Db, channel: string, now: Date): Promise<Freeze[]> {
  const rows = await rowsWith(db, 'freeze', { channel }).where('ends_at', '>', now).orderBy('ends_at').execute();
  return rows.map(({ channel: _, starts_at: from, ends_at: until, ...row }) => wire({ ...row, from, until }));
}

/** Of these windows the one that is in force and ends last. */
export const freezeOf = (freezes: readonly Freeze[], at: Date): Freeze | null =>
  freezes.findLast(({ from }) => new Date(from) <= at) ?? null;

export const channelReads = (context: Context) => {
  const { db } = context;
  return {
    ...bound(context, { status, history, current, buildsAt, holds, stateAt, resolveBuild, namedBuilds }),
    /** What rolls out, by name of the remote. */
    rollouts: (channel: string) => readRollouts(db, channel),
    /** Builds that served a remote, latest first. */
    servedBuilds: (channel: string, remote: string, page: { limit: number; before?: string | undefined }) =>
      servedBuilds(db, channel).list(remote, page),
    /** @returns what is known of a build on the channel, or `null` when it never served */
    servedBuild: (channel: string, remote: string, buildId: string) => servedBuilds(db, channel).find(remote, buildId),
    /** Builds that serve now, with when and by what they began to. */
    serving: (channel: string) => servedBuilds(db, channel).serving(),
  };
};
export type ChannelReads = ReturnType<typeof channelReads>;
