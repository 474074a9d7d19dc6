import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { descriptorKey, type BlobStore } from '../blobs/blob-store.ts';
import { openSignedBuild, type SignedBuild } from '../builds/signed-build.ts';
import { systemActor } from '../http/actor.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import type { HeadFiles } from '../reader/head-file.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import { signSnapshot, snapshotBuild, SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';
import type { SnapshotBuilds } from '../store/schema.ts';
import { channelMarks } from './channel-marks.ts';
import { recordServed, servedBuilds } from './served-builds.ts';

/** What was done without the database, until the release service has taken it into the ledger. */
export interface BreakGlassEntry {
  at: string;
  actor: string;
  remote: string;
  from: string;
  to: string;
  reason: string;
  signed: SignedSnapshot;
}

const journalOf = (heads: HeadFiles, channel: string) => `${heads.fileOf(channel)}.break-glass`;

/**
 * Rolls one remote back with nothing but files: the head snapshot, the builds and the channel's key. Every site that
 * watches the head file follows; the release service enters it into the ledger when it is back.
 */
export async function rollBackFiles(
  deps: { heads: HeadFiles; blobs: BlobStore; keys: KeyFolder; now: () => Date },
  request: { channel: string; remote: string; to?: string | undefined; reason: string; actor: string },
): Promise<{ number: number; from: string; to: string }> {
  const { heads, blobs, keys } = deps;
  const { channel, remote } = request;
  const trust = keys.trust();
  const now = deps.now();
  const { snapshot } = acceptSnapshot(heads.read(channel), { trust, channel, heldNumber: 0, now, allowExpired: true });
  const serving = remote === 'shell' ? snapshot.shell : snapshot.remotes[remote]?.current;
  if (!serving) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
  const to = request.to ?? snapshot.remotes[remote]?.lastGood?.buildId;
  if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
  if (to === serving.buildId) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);
  const stored = await blobs.get(descriptorKey(remote, to));
  if (!stored) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${to} of ${remote}.`);
  const build = snapshotBuild(openSignedBuild(JSON.parse(stored.toString('utf8')) as SignedBuild, trust));
  const next: Snapshot = {
    ...snapshot,
    number: snapshot.number + 1,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SNAPSHOT_LIFETIME_MS).toISOString(),
    ...(remote === 'shell'
      ? { shell: build }
      : { remotes: { ...snapshot.remotes, [remote]: { current: build, lastGood: null } } }),
  };
  const signed = signSnapshot(next, keys.channelKey(channel));
  const { reason, actor } = request;
  const entry: BreakGlassEntry = { at: now.toISOString(), actor, remote, from: serving.buildId, to, reason, signed };
  appendFileSync(journalOf(heads, channel), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  heads.write(channel, signed);
  return { number: next.number, from: serving.buildId, to };
}

/**
 * Takes what was done without the database into it: snapshots under their own numbers, holds, ledger entries.
 * @returns sentences for the log
 */
export async function importBreakGlass(core: ReleaseCore, channel: string): Promise<string[]> {
  const journal = journalOf(core.heads, channel);
  if (!existsSync(journal)) return [];
  const entries = readFileSync(journal, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BreakGlassEntry);
  const notes: string[] = [];
  for (const entry of entries) {
    const { signed, snapshot } = acceptSnapshot(entry.signed, {
      trust: core.keys.trust(),
      channel,
      heldNumber: 0,
      now: core.now(),
      allowExpired: true,
    });
    await core.db.transaction().execute(async (trx) => {
      const { number } = await trx
        .selectFrom('releases.channel')
        .select('number')
        .where('name', '=', channel)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // Its number was given again by a change that did reach the database: the later decision stands.
      if (snapshot.number <= number) return;
      const builds: SnapshotBuilds = { shell: { current: snapshot.shell.buildId, lastGood: null } };
      for (const [name, { current, lastGood }] of Object.entries(snapshot.remotes)) {
        builds[name] = { current: current.buildId, lastGood: lastGood?.buildId ?? null };
      }
      const before = (await core.channels.stateAt(channel, number, trx)).builds;
      await trx
        .insertInto('releases.snapshot')
        .values({
          channel,
          number: snapshot.number,
          variant: '',
          key_id: signed.keyId,
          signature: signed.signature,
          payload: signed.payload,
          builds: JSON.stringify(builds),
          kind: 'break-glass',
          reason: entry.reason,
          actor: entry.actor,
          created_at: new Date(entry.at),
        })
        .execute();
      await trx.updateTable('releases.channel').set({ number: snapshot.number }).where('name', '=', channel).execute();
      const actor = { ...systemActor(entry.actor), role: 'release-manager' as const };
      const marks = channelMarks(trx, channel, new Date(entry.at));
      const at = new Date(entry.at);
      await recordServed(trx, { channel, number: snapshot.number, kind: 'break-glass', at }, before, builds);
      await servedBuilds(trx, channel).markBad(entry.remote, entry.from, { actor, reason: entry.reason, at });
      await marks.hold(entry.remote, { from: entry.from, to: entry.to }, actor, entry.reason);
      await appendToLedger(trx, {
        actor,
        action: 'break-glass rollback',
        subject: entry.remote,
        detail: { channel, snapshot: snapshot.number, from: entry.from, to: entry.to, at: entry.at },
        reason: entry.reason,
        now: core.now(),
      });
      notes.push(`${entry.remote} was rolled back to ${entry.to} without the database: entered into the ledger.`);
    });
  }
  renameSync(journal, `${journal}.entered-${core.now().getTime()}`);
  return notes;
}
