import type { BlobStore } from '@redress/blob-store';
import type { SignedBuild } from '@redress/contracts/release-api';
import { appendFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import {
  snapshotBuild,
  type BuildDescriptor,
  type SignedSnapshot,
  type Snapshot,
  type SnapshotBuild,
} from '@redress/contracts/releases';
import { descriptorKey } from '../blobs/build-files.ts';
import { createFileCheck } from '../builds/file-check.ts';
import { openSignedBuild } from '../builds/signed-build.ts';
import { checkChange, DEFAULT_BUDGETS } from '../gate/gate.ts';
import { assertManages, assertMayRelease, systemActor, type Actor } from '../http/actor.ts';
import { teamOf } from '../keys/ownership.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { ownOf } from '../keys/trust.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import type { HeadFiles } from '../reader/head-file.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import { signSnapshot, SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';
import { channelMarks } from './channel-marks.ts';
import { enterSnapshot, type EntryDeps } from './enter-snapshot.ts';
import { lockChannel } from './lock-channel.ts';

/** What was done without the database, until the release service has taken it into the ledger. */
export interface BreakGlassEntry {
  at: string;
  actor: string;
  remote: string;
  from: string;
  to: string;
  reason: string;
  /** Open tabs leave the build at once. */
  urgent?: boolean | undefined;
  signed: SignedSnapshot;
}

const journalOf = (heads: HeadFiles, channel: string) => `${heads.fileOf(channel)}.break-glass`;

/**
 * Rolls one remote back with nothing but files: the head snapshot, the builds and the channel's key. Every site that
 * watches the head file follows; the release service enters it into the ledger when it is back. Who asks and what the
 * gate finds counts as in any other rollback.
 */
export async function rollBackFiles(
  deps: { heads: HeadFiles; blobs: BlobStore; keys: KeyFolder; now: () => Date },
  request: {
    channel: string;
    remote: string;
    to?: string | undefined;
    reason: string;
    actor: Actor;
    override?: boolean | undefined;
    urgent?: boolean | undefined;
  },
): Promise<{ number: number; from: string; to: string }> {
  const { heads, blobs, keys } = deps;
  const { channel, remote, reason, actor, urgent } = request;
  const trust = keys.trust();
  const now = deps.now();
  assertMayRelease(actor, teamOf(trust, remote));
  const { snapshot } = acceptSnapshot(heads.read(channel), { trust, channel, heldNumber: 0, now, allowExpired: true });
  const served: Record<string, SnapshotBuild> = { shell: snapshot.shell, ...currentOf(snapshot) };
  const serving = ownOf(served, remote);
  if (!serving) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
  const to = request.to ?? snapshot.remotes[remote]?.lastGood?.buildId;
  if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
  if (to === serving.buildId) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);

  const read = async (name: string, buildId: string): Promise<BuildDescriptor> => {
    const stored = await blobs.get(descriptorKey(name, buildId));
    if (!stored) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${buildId} of ${name}.`);
    return openSignedBuild(JSON.parse(stored.toString('utf8')) as SignedBuild, trust);
  };
  const wanted = await read(remote, to);
  const before: Record<string, BuildDescriptor> = {};
  for (const [name, { buildId }] of Object.entries(served)) before[name] = await read(name, buildId);
  const findings = checkChange({
    before,
    after: { ...before, [remote]: wanted },
    facts: {},
    wroteDrafts: { [remote]: [before[remote] as BuildDescriptor] },
    budgets: DEFAULT_BUDGETS,
    isRollback: true,
  });
  if (findings[0] && !request.override) {
    throw new ReleaseRefusal(findings[0].code, findings.map(({ message }) => message).join(' '), findings);
  }
  if (findings[0]) assertManages(actor);
  const lost = await createFileCheck(blobs).lost(wanted);
  if (lost.length > 0) throw new ReleaseRefusal('FILES_LOST', `${remote} ${to} lacks ${lost.join(', ')}.`);

  const build = snapshotBuild(wanted);
  const { withdrawn: alreadyWithdrawn = [], ...rest } = snapshot;
  const withdrawn = [...alreadyWithdrawn, ...(urgent ? [serving.buildId] : [])].filter((id) => id !== to);
  const next: Snapshot = {
    ...rest,
    ...(withdrawn.length > 0 ? { withdrawn } : {}),
    number: Math.max(snapshot.number, ...readJournal(heads, channel).map(numberOf)) + 1,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SNAPSHOT_LIFETIME_MS).toISOString(),
    ...(remote === 'shell'
      ? { shell: build }
      : { remotes: { ...snapshot.remotes, [remote]: { current: build, lastGood: null } } }),
  };
  const signed = signSnapshot(next, keys.channelKey(channel));
  const entry: BreakGlassEntry = {
    at: now.toISOString(),
    actor: actor.name,
    remote,
    from: serving.buildId,
    to,
    reason,
    urgent,
    signed,
  };
  appendFileSync(journalOf(heads, channel), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  heads.write(channel, signed);
  return { number: next.number, from: serving.buildId, to };
}

const currentOf = (snapshot: Snapshot): Record<string, SnapshotBuild> =>
  Object.fromEntries(Object.entries(snapshot.remotes).map(([name, { current }]) => [name, current]));

const numberOf = ({ signed }: BreakGlassEntry): number => (JSON.parse(signed.payload) as Snapshot).number;

function readJournal(heads: HeadFiles, channel: string): BreakGlassEntry[] {
  const journal = journalOf(heads, channel);
  if (!existsSync(journal)) return [];
  return readFileSync(journal, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as BreakGlassEntry];
      } catch {
        // The last line of a disk that was full: its snapshot was never written either.
        return [];
      }
    });
}

/**
 * Takes what was done without the database into it: snapshots under their own numbers, holds, ledger entries. Called at
 * a start, all the while the program runs, and before each change, so that no change is made in ignorance of it.
 * @returns sentences for the log
 */
export async function importBreakGlass(core: EntryDeps, channel: string): Promise<string[]> {
  const entries = readJournal(core.heads, channel);
  const notes: string[] = [];
  let failed = 0;
  for (const entry of entries) {
    try {
      if (await enter(core, channel, entry)) {
        notes.push(`${entry.remote} was rolled back to ${entry.to} without the database: entered into the ledger.`);
      }
    } catch (error) {
      // The entry stays in the journal and blocks no other change: numbers are taken above the head file in any case.
      failed += 1;
      notes.push(`A rollback of ${entry.remote} by files cannot be entered yet: ${(error as Error).message}`);
    }
  }
  const journal = journalOf(core.heads, channel);
  // Two importers at once: one of them has put it away.
  if (entries.length > 0 && failed === 0 && existsSync(journal))
    renameSync(journal, `${journal}.entered-${core.now().getTime()}`);
  return notes;
}

/** @returns false when the database knows of it, or of something later */
async function enter(core: EntryDeps, channel: string, entry: BreakGlassEntry): Promise<boolean> {
  const { signed, snapshot } = acceptSnapshot(entry.signed, {
    trust: core.keys.trust(),
    channel,
    heldNumber: 0,
    now: core.now(),
    allowExpired: true,
  });
  return core.db.transaction().execute(async (trx) => {
    const after = await lockChannel(trx, channel);
    const at = new Date(entry.at);
    // Its number was given again by a change that did reach the database: the later decision stands.
    if (snapshot.number <= after) return false;
    const { actor: name, reason, remote, from, to, urgent = false } = entry;
    await enterSnapshot(core, trx, { signed, snapshot, after, kind: 'break-glass', reason, actor: name, at });
    const actor = { ...systemActor(name), role: 'release-manager' as const };
    const marks = channelMarks(trx, channel, at);
    await marks.markBad(remote, from, { actor, reason, isWithdrawn: urgent });
    await marks.clearBad(remote, to);
    await marks.hold(remote, { from, to }, actor, reason);
    await appendToLedger(trx, {
      actor,
      action: 'break-glass rollback',
      subject: remote,
      detail: {
        channel,
        snapshot: snapshot.number,
        from,
        to,
        at: entry.at,
        // Into an empty database: the ledger that the snapshot names is lost.
        ...(after === 0 && snapshot.ledger ? { lostHead: snapshot.ledger.hash } : {}),
      },
      reason,
      now: core.now(),
    });
    return true;
  });
}
