import { servedBuilds } from '../channels/served-builds.ts';
import type { Snapshot } from '@redress/contracts/releases';
import type { BuildRegistry } from '../builds/registry.ts';
import { channelMarks } from '../channels/channel-marks.ts';
import type { ChannelReads } from '../channels/channel-reads.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import type { CoreParts } from '../core-parts.ts';
import { systemActor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { actsByFiles, numberOf } from '../reader/head-file.ts';
import { isReleaseRefusal } from '../refusal.ts';
import { changeRows } from '../store/rows.ts';
import type { SnapshotBuilds, Trx } from '../store/schema.ts';
import { acceptSnapshot, SnapshotRejected } from './accept-snapshot.ts';
import { keepSnapshot } from './keep-snapshot.ts';

/** What is needed to bring releases back that a database does not have. */
export interface RestoreDeps extends CoreParts {
  registry: BuildRegistry;
  channels: Pick<ChannelReads, 'stateAt'>;
}

/** A snapshot of any age that a key of its channel has signed. @throws {SnapshotRejected} */
export const acceptKept = ({ keys, now }: CoreParts, channel: string, kept: unknown) =>
  acceptSnapshot(kept, { trust: keys.trust(), channel, heldNumber: 0, now: now(), allowExpired: true });

/**
 * Takes a snapshot that is ahead of the database into it, under its own number: that of the channel's file, or one of the
 * store behind a lost entry. What was done by files alone is entered as a rollback. Of anything else nobody knows what led
 * to it: then every remote is held, so that a start does not put a build in its place that may have been rolled back before.
 * @param kept - as it was found
 * @returns sentences for the log
 */
export async function enterHead(core: RestoreDeps, trx: Trx, channel: string, kept: unknown): Promise<string[]> {
  const after = await lockChannel(trx, channel);
  if (numberOf(kept) <= after) return [];
  const now = core.now();
  try {
    const { signed, snapshot } = acceptKept(core, channel, kept);
    const { number } = snapshot;
    const { builds: before } = await core.channels.stateAt(channel, after, trx);
    const builds = await buildsOf(snapshot, before, (name) => snapshot.remotes[name]?.lastGood?.buildId ?? null);
    for (const [name, { current, lastGood }] of Object.entries(builds))
      for (const buildId of [current, lastGood]) if (buildId) await core.registry.restore(trx, name, buildId);
    const acts = actsByFiles(kept);
    const isKnown = number === after + acts.length;
    const last = acts.at(-1);
    const circumstances =
      last && isKnown
        ? { kind: 'break-glass' as const, reason: last.reason, actor: last.actor, at: new Date(last.at) }
        : {
            kind: 'restored' as const,
            reason: `the database was at ${after}, what was found at ${number}`,
            actor: 'restore',
            at: now,
          };
    await keepSnapshot(trx, { channel, number, signed, before, builds, ...circumstances });
    const notes = isKnown ? [] : await holdAll(core, trx, { snapshot, builds, after, reason: circumstances.reason });
    for (const { actor: name, reason, remote, from, to, at, urgent = false } of acts) {
      const actor = { ...systemActor(name), role: 'release-manager' as const };
      const marks = channelMarks(trx, channel, new Date(at));
      // The acts of a file are not signed, what it serves is.
      const told = { serves: builds[remote]?.current === to };
      await marks.goBack({ remote, from, to }, { actor, reason, isWithdrawn: urgent }, told);
      const detail = { channel, snapshot: number, from, to, at, ...(urgent ? { urgent } : {}) };
      await appendToLedger(trx, { actor, action: 'break-glass rollback', subject: remote, detail, reason, now });
      notes.push(`${remote} was rolled back to ${to} without the database: entered into the ledger.`);
    }
    return notes;
  } catch (error) {
    if (!isReleaseRefusal(error) && !(error instanceof SnapshotRejected)) throw error;
    return [`Snapshot ${numberOf(kept)} of ${channel} is not taken over: ${error.code}: ${error.message}`];
  }
}

/** Builds of a signed snapshot, as the database keeps them. It names none of a remote that is switched off. */
export async function buildsOf(
  { shell, remotes, off = {} }: Snapshot,
  before: SnapshotBuilds,
  lastGoodOf: (name: string, buildId: string) => Promise<string | null> | string | null,
): Promise<SnapshotBuilds> {
  const builds: SnapshotBuilds = {};
  for (const name of Object.keys(off)) if (before[name]) builds[name] = before[name];
  for (const [name, { current }] of Object.entries({ shell: { current: shell }, ...remotes }))
    builds[name] = { current: current.buildId, lastGood: await lastGoodOf(name, current.buildId) };
  return builds;
}

async function holdAll(
  core: RestoreDeps,
  trx: Trx,
  { snapshot, builds, after, reason }: { snapshot: Snapshot; builds: SnapshotBuilds; after: number; reason: string },
): Promise<string[]> {
  const { now, channels } = core;
  const { channel, number, shell, remotes, ledger, off = {}, withdrawn = [] } = snapshot;
  const actor = systemActor('restore');
  const marks = channelMarks(trx, channel, now());
  for (const [name, { current }] of Object.entries({ shell: { current: shell }, ...remotes }))
    await marks.hold(name, { from: current.buildId, to: current.buildId }, actor, reason);
  for (const name of Object.keys(remotes)) await marks.switchOn(name);
  const unknown = Object.keys(off).filter((name) => !builds[name]);
  // Who switched it off before, and why, stays.
  const { off: wasOff } = await channels.stateAt(channel, after, trx);
  for (const [name, { current }] of Object.entries(builds))
    if (name in off && !wasOff.includes(name)) await marks.switchOff(name, current, actor, reason);
  const known = await servedBuilds(trx, channel).withdrawn();
  for (const buildId of withdrawn.filter((id) => !known.includes(id)))
    await marks.markBad(await remoteOf(core, trx, buildId), buildId, { actor, reason, isWithdrawn: true, number });
  const detail = { channel, snapshot: number, from: after, ...(ledger ? { lostHead: ledger.hash } : {}) };
  await appendToLedger(trx, { actor, action: 'restore', subject: channel, detail, reason, now: now() });
  await changeRows(trx, 'channel', { name: channel }, { is_put_back: true });
  return [
    `${channel} is taken over as it was signed: ${reason}. What it serves is held until somebody promotes.`,
    ...(unknown.length > 0 ? [`Gone until they are promoted again: ${unknown.join(', ')}.`] : []),
  ];
}

/** A snapshot names a withdrawn build by its id alone. @returns whose it is; `''` where neither database nor store has it */
async function remoteOf({ keys, registry }: RestoreDeps, trx: Trx, buildId: string): Promise<string> {
  for (const name of Object.keys(keys.trust().remotes)) {
    try {
      await registry.restore(trx, name, buildId);
      return name;
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
    }
  }
  return '';
}
