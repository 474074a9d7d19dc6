import type { ChannelStatus, HistoryRow, LedgerEntry, RemoteStatus, ServedBuild } from '@redress/contracts/release-api';
import type { SignedRelease } from '@redress/contracts/releases';
import { sql, type Kysely } from 'kysely';
import type { BuildRegistry } from '../builds/registry.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { readRollouts, shownRollout, type RolloutRow } from '../rollouts/rollouts.ts';
import { withSignedRollout } from '../rollouts/sign-rollout.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';
import { servedBuilds } from './served-builds.ts';

type Db = Kysely<ReleaseTables>;

/** What a channel serves, before a change. `off`: build by switched-off remote. */
export interface ChannelState {
  number: number;
  builds: SnapshotBuilds;
  off: Record<string, string>;
  /** What a share of the visitors has in place of it. */
  rollouts: readonly RolloutRow[];
}

export interface ChannelReads {
  status(channel: string): Promise<ChannelStatus>;
  /** Newest first. @param before - a number: older snapshots than that */
  history(channel: string, limit: number, before?: number): Promise<HistoryRow[]>;
  /** @returns the snapshot the channel points at, or `null` for a channel without one */
  current(channel: string): Promise<{ number: number; signed: SignedRelease; builds: SnapshotBuilds } | null>;
  /** Which builds a numbered snapshot serves. */
  buildsAt(channel: string, number: number): Promise<SnapshotBuilds>;
  /** Names on which a rollback is in force. */
  holds(channel: string): Promise<Record<string, { from: string; to: string; reason: string }>>;
  /** What rolls out, by name of the remote. */
  rollouts(channel: string): Promise<RolloutRow[]>;
  stateAt(channel: string, number: number, db: Db): Promise<ChannelState>;
  /** Builds that served a remote, latest first. */
  servedBuilds(
    channel: string,
    remote: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<ServedBuild[]>;
  /** @returns what is known of a build on the channel, or `null` when it never served */
  servedBuild(channel: string, remote: string, buildId: string): Promise<ServedBuild | null>;
  /** Builds that serve now, with when and by what they began to. */
  serving(channel: string): Promise<ServedBuild[]>;
  /** @returns a build by its id, the beginning of it, or its version @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
  resolveBuild(name: string, text: string): Promise<string>;
  freezeAt(channel: string, at: Date, db: Db): Promise<{ until: string; reason: string } | null>;
}

/** What the ledger says of a snapshot that was made for a rollout. */
function rolledOut({ number, entry }: { number: number; entry: string | null }): Pick<HistoryRow, 'rolledOut'> {
  const { subject, detail } = entry === null ? {} : (JSON.parse(entry) as Partial<LedgerEntry>);
  const { snapshot, to, percent } = detail ?? {};
  if (snapshot !== number || typeof subject !== 'string' || typeof to !== 'string' || typeof percent !== 'number')
    return {};
  return { rolledOut: { name: subject, to, percent } };
}

export function channelReads({ db, registry }: { db: Db; registry: BuildRegistry }): ChannelReads {
  const snapshots = (channel: string, limit: number, before: number | undefined) =>
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
      .where('variant', '=', '')
      .$if(before !== undefined, (query) => query.where('number', '<', before as number))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();

  const current: ChannelReads['current'] = async (channel) => {
    const row = await db
      .selectFrom('releases.channel')
      .innerJoin('releases.snapshot', (join) =>
        join
          .onRef('releases.snapshot.channel', '=', 'releases.channel.name')
          .onRef('releases.snapshot.number', '=', 'releases.channel.number'),
      )
      .select(['releases.snapshot.number', 'key_id', 'signature', 'payload', 'builds', 'rollout'])
      .where('releases.channel.name', '=', channel)
      .where('variant', '=', '')
      .executeTakeFirst();
    if (!row) return null;
    const { number, builds, key_id: keyId, signature, payload, rollout } = row;
    return { number, builds, signed: withSignedRollout({ keyId, signature, payload }, rollout) };
  };

  const holds: ChannelReads['holds'] = async (channel) => {
    const rows = await db.selectFrom('releases.hold').selectAll().where('channel', '=', channel).execute();
    return Object.fromEntries(
      rows.map((row) => [row.remote, { from: row.from_build, to: row.to_build, reason: row.reason }]),
    );
  };

  return {
    current,
    holds,
    rollouts: (channel) => readRollouts(db, channel),

    async status(channel) {
      const found = await current(channel);
      const held = await db.selectFrom('releases.hold').selectAll().where('channel', '=', channel).execute();
      const off = await db.selectFrom('releases.switched_off').selectAll().where('channel', '=', channel).execute();
      const rolling = await readRollouts(db, channel);
      const names = Object.keys(found?.builds ?? {}).sort((one, other) =>
        one === 'shell' ? -1 : other === 'shell' ? 1 : one < other ? -1 : 1,
      );
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
            heldFrom: hold
              ? { buildId: hold.from_build, reason: hold.reason, actor: hold.actor, at: hold.created_at.toISOString() }
              : null,
            off: switched
              ? { reason: switched.reason, actor: switched.actor, at: switched.created_at.toISOString() }
              : null,
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
    },

    servedBuilds: (channel, remote, page) => servedBuilds(db, channel).list(remote, page),
    servedBuild: (channel, remote, buildId) => servedBuilds(db, channel).find(remote, buildId),
    serving: (channel) => servedBuilds(db, channel).serving(),

    async history(channel, limit, before) {
      const rows = await snapshots(channel, limit + 1, before);
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
            .map((name) => ({
              name,
              from: before[name]?.current ?? null,
              to: row.builds[name]?.current ?? null,
            }))
            .filter(({ from, to }) => from !== to),
          switched: [...names]
            .filter((name) => name in off !== name in offBefore)
            .map((name) => ({ name, off: name in off })),
          ...rolledOut(row),
        };
      });
    },

    async buildsAt(channel, number) {
      const row = await db
        .selectFrom('releases.snapshot')
        .select('builds')
        .where('channel', '=', channel)
        .where('number', '=', number)
        .where('variant', '=', '')
        .executeTakeFirst();
      if (!row) throw new ReleaseRefusal('BUILD_UNKNOWN', `${channel} has no snapshot ${number}.`);
      return row.builds;
    },

    async stateAt(channel, number, from) {
      const row = await from
        .selectFrom('releases.snapshot')
        .select('builds')
        .where('channel', '=', channel)
        .where('number', '=', number)
        .where('variant', '=', '')
        .executeTakeFirst();
      const off = await from
        .selectFrom('releases.switched_off')
        .select(['remote', 'build_id'])
        .where('channel', '=', channel)
        .execute();
      return {
        number,
        builds: row?.builds ?? {},
        off: Object.fromEntries(off.map(({ remote, build_id: buildId }) => [remote, buildId])),
        rollouts: await readRollouts(from, channel),
      };
    },

    async resolveBuild(name, text) {
      const ids = await registry.matching(name, text);
      if (ids.length === 1) return ids[0] as string;
      throw new ReleaseRefusal(
        'BUILD_UNKNOWN',
        ids.length === 0
          ? `There is no build ${text} of ${name}.`
          : `${text} fits ${ids.length} builds of ${name}: ${ids.join(', ')}.`,
      );
    },

    async freezeAt(channel, at, from) {
      const row = await from
        .selectFrom('releases.freeze')
        .selectAll()
        .where('channel', '=', channel)
        .where('starts_at', '<=', at)
        .where('ends_at', '>', at)
        .orderBy('ends_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { until: row.ends_at.toISOString(), reason: row.reason } : null;
    },
  };
}
