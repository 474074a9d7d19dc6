import type { BlobStore } from '@redress/server/blob-store';
import { snapshotBuild, type BuildDescriptor, type Snapshot, type SnapshotBuild } from '@redress/contracts/releases';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import { createFileCheck } from '../builds/file-check.ts';
import { openSignedBuild, storedBuild } from '../builds/signed-build.ts';
import { checkChange, fitsShell } from '../gate/gate.ts';
import { assertManages, assertMayRelease, type Actor } from '../http/actor.ts';
import { teamOf } from '../keys/ownership.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { ownOf } from '../keys/trust.ts';
import { actsByFiles, type HeadFiles } from '../reader/head-file.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import { signSnapshot, SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';

/**
 * Rolls one remote back with nothing but files: the head snapshot, the builds and the channel's key. Every site that
 * watches the head file follows; the release service enters it into the ledger when it is back, or before its next change
 * (`rebuildReleases`). Who asks and what the gate finds counts as in any other rollback.
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
  const head = heads.read(channel);
  const { snapshot } = acceptSnapshot(head, { trust, channel, heldNumber: 0, now, allowExpired: true });
  const served: Record<string, SnapshotBuild> = { shell: snapshot.shell, ...currentOf(snapshot) };
  const serving = ownOf(served, remote);
  if (!serving) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
  const to = request.to ?? snapshot.remotes[remote]?.lastGood?.buildId;
  if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
  if (to === serving.buildId) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);

  const read = async (name: string, buildId: string): Promise<BuildDescriptor> => {
    const signed = await whileStoreAnswers(() => storedBuild(blobs, name, buildId));
    if (!signed) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${buildId} of ${name}.`);
    return openSignedBuild(signed, trust);
  };
  const wanted = await read(remote, to);
  const before: Record<string, BuildDescriptor> = {};
  for (const [name, { buildId }] of Object.entries(served)) before[name] = await read(name, buildId);
  const findings = checkChange({
    before,
    after: { ...before, [remote]: wanted },
    facts: {},
    wroteDrafts: { [remote]: [before[remote] as BuildDescriptor] },
    isRollback: true,
  });
  if (findings[0] && !request.override)
    throw new ReleaseRefusal(findings[0].code, findings.map(({ message }) => message).join(' '), findings);
  if (findings[0]) assertManages(actor);
  const lost = await whileStoreAnswers(() => createFileCheck(blobs).lost(wanted));
  if (lost.length > 0) throw new ReleaseRefusal('FILES_LOST', `${remote} ${to} lacks ${lost.join(', ')}.`);

  const build = snapshotBuild(wanted);
  const remotes = { ...snapshot.remotes };
  for (const [name, { current, lastGood }] of Object.entries(remotes)) {
    const isWayBack = async ({ buildId }: SnapshotBuild) => fitsShell(wanted, await read(name, buildId));
    if (name === remote) remotes[name] = { current: build, lastGood: null };
    else if (remote === 'shell' && lastGood && !(await isWayBack(lastGood).catch(() => false)))
      remotes[name] = { current, lastGood: null };
  }
  // What was said of the build that goes: a tab must not keep it for that.
  const { withdrawn: alreadyWithdrawn = [], unfit: { [remote]: _, ...unfit } = {}, ...rest } = snapshot;
  const withdrawn = [...alreadyWithdrawn, ...(urgent ? [serving.buildId] : [])].filter((id) => id !== to);
  const next: Snapshot = {
    ...rest,
    unfit,
    ...(withdrawn.length > 0 ? { withdrawn } : {}),
    number: snapshot.number + 1,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SNAPSHOT_LIFETIME_MS).toISOString(),
    ...(remote === 'shell' ? { shell: build } : {}),
    remotes,
  };
  const signed = signSnapshot(next, keys.channelKey(channel));
  const act = { at: now.toISOString(), actor: actor.name, remote, from: serving.buildId, to, reason, urgent };
  heads.write(channel, { ...signed, acts: [...actsByFiles(head), act] });
  return { number: next.number, from: serving.buildId, to };
}

const currentOf = (snapshot: Snapshot): Record<string, SnapshotBuild> =>
  Object.fromEntries(Object.entries(snapshot.remotes).map(([name, { current }]) => [name, current]));
