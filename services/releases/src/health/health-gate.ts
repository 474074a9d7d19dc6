import type { ChannelSettings, NoticeFacts } from '@redress/contracts/release-api';
import type { Channels } from '../channels/channels.ts';
import { percentOf, type RolloutRow } from '../rollouts/rollouts.ts';
import { systemActor } from '../http/actor.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import type { NoticeDraft } from '../notices/tell.ts';
import type { BuildReporters } from './health-reads.ts';
import { REPORTERS_KEPT_MS, type HealthStore } from './health-store.ts';
import { figuresOf, isOver, limitsOf, shareOf, slowOf, type Figures, type HealthLimits } from './limits.ts';

/** Refusals that say that somebody, or another program, has acted: there is nothing left to do. */
const ACTED_BEFORE: ReadonlySet<string> = new Set(['CHANGED_MEANWHILE', 'ROLLOUT_UNKNOWN', 'ALREADY_CURRENT']);

/**
 * @param own - sessions of the fresh build
 * @param others - sessions of all other remotes: when they fail as well, the network or the API is to blame
 * @returns why the build is to be taken back, or `null`
 */
export function judge(own: Figures, others: Figures, limits: HealthLimits): string | null {
  if (own.groups < limits.minGroups) return null;
  if (!isOver(own, limits.maxShare, limits)) return null;
  if (shareOf(others) > shareOf(own) / 2) return null;
  return `${own.failing} of ${own.all} sessions failed within ${limits.windowMinutes} minutes`;
}

/**
 * A slow network is slow with every build, so what counts is the build before: it must have been seen by as many, and
 * have been good for most.
 * @param before - sessions of the build before, of the last day
 * @returns why the build is to be taken back, or `null`
 */
function judgeSlow(own: Figures, before: Figures, others: Figures, limits: HealthLimits): string | null {
  const most = shareOf(own) / 2;
  if (own.groups < limits.minGroups || !isOver(own, limits.maxSlowShare, limits)) return null;
  if (before.all < limits.minFailing || shareOf(before) > most || shareOf(others) > most) return null;
  return `${own.failing} of ${own.all} sessions were slow within ${limits.windowMinutes} minutes, of the build before ${before.failing} of ${before.all}`;
}

/**
 * The build of everybody is seen at the same time by the same kind of visitors, so a share of them is compared with it:
 * what fails or is slow half as often there is not the new build's fault.
 * @returns why the share is to be taken back, or `null`
 */
function judgeRollout(
  figures: readonly BuildReporters[],
  { remote, build_id: build, base_build_id: base }: RolloutRow,
  limits: HealthLimits,
): string | null {
  const isOwn = (row: BuildReporters) => row.remote === remote && row.buildId === build;
  const isBase = (row: BuildReporters) => row.remote === remote && row.buildId === base;
  const isOther = (row: BuildReporters) => row.remote !== remote;
  const own = figuresOf(figures, isOwn);
  const isFaultOfAll = shareOf(figuresOf(figures, isBase)) > shareOf(own) / 2;
  return (
    (isFaultOfAll ? null : judge(own, figuresOf(figures, isOther), limits)) ??
    judgeSlow(slowOf(figures, isOwn), slowOf(figures, isBase), slowOf(figures, isOther), limits)
  );
}

/**
 * Looks at every remote of a channel, takes back what rolls out and fails, and rolls back the fresh builds that fail.
 * @returns sentences for the log
 */
export async function applyHealthGate(deps: {
  channels: Channels;
  health: HealthStore;
  channel: string;
  limits: HealthLimits;
  /** What is set for single remotes of the channel. */
  byRemote?: ChannelSettings['limits'];
  /** Tells people of what fails and cannot be taken back. @returns whether it is news */
  tellBlocked: (draft: NoticeDraft) => Promise<boolean>;
  ownerOf: (remote: string) => string | null;
  now: Date;
}): Promise<string[]> {
  const { channels, health, channel, byRemote = {}, now } = deps;
  const figures = await health.reporters(new Date(now.getTime() - deps.limits.windowMinutes * 60_000));
  if (!figures.some(({ failing, slow }) => failing > 0 || slow > 0)) return [];
  const ofTheDay = await health.reporters(new Date(now.getTime() - REPORTERS_KEPT_MS));
  const notes: string[] = [];
  const actor = systemActor('health-gate');
  const takeBack = async (remote: string, facts: NoticeFacts & { reason: string }, act: () => Promise<string>) => {
    const { reason, buildId, since: start } = facts;
    try {
      notes.push(`${await act()} by the health gate: ${reason}.`);
    } catch (error) {
      // What stands against it was read from the artefacts; a person has to look.
      if (!isReleaseRefusal(error)) throw error;
      const { code, message: refusal } = error;
      const key = `rollback-blocked ${channel} ${remote} ${buildId} ${start} ${code}`;
      const about = { key, kind: 'rollback-blocked', channel, remote, teams: [deps.ownerOf(remote)] } as const;
      const isNews =
        ACTED_BEFORE.has(code) || (await deps.tellBlocked({ ...about, facts: { ...facts, code, refusal } }));
      if (isNews) notes.push(`${remote} fails (${reason}) and cannot be rolled back by itself (${code}): ${refusal}`);
    }
  };
  const rollouts = await channels.rollouts(channel);
  for (const row of rollouts) {
    const reason = judgeRollout(figures, row, limitsOf(deps.limits, byRemote, row.remote));
    if (!reason) continue;
    const facts = { buildId: row.build_id, percent: percentOf(row), since: row.started_at.toISOString(), reason };
    await takeBack(row.remote, facts, async () => {
      const tell = { kind: 'rollout-aborted', facts } as const;
      // Another build may roll out by now, of which nothing is known yet.
      await channels.changeRollout(channel, row.remote, 'abort', actor, { reason, seen: row.number, tell });
      return `The rollout of ${row.remote} ${row.build_id} is aborted`;
    });
  }
  // Another program judges by the same figures: whoever comes second must not take a second step back.
  const { remotes, number: seen } = await channels.status(channel);
  // A build that a rollback brought back is no fresh one: a second step back would follow the first.
  const since = new Map(
    (await channels.serving(channel))
      .filter(({ sinceKind }) => sinceKind === 'promote')
      .map(({ remote, sinceAt }) => [remote, new Date(sinceAt)]),
  );
  for (const { name, buildId, version, lastGood } of remotes) {
    const limits = limitsOf(deps.limits, byRemote, name);
    const start = since.get(name);
    const isFresh = start !== undefined && now.getTime() - start.getTime() < limits.watchMinutes * 60_000;
    if (!isFresh) continue;
    const isOwn = (row: BuildReporters) => row.remote === name && row.buildId === buildId;
    const isBefore = (row: BuildReporters) => row.remote === name && row.buildId === lastGood;
    const isOther = (row: BuildReporters) => row.remote !== name;
    const reason =
      judge(figuresOf(figures, isOwn), figuresOf(figures, isOther), limits) ??
      judgeSlow(slowOf(figures, isOwn), slowOf(ofTheDay, isBefore), slowOf(figures, isOther), limits);
    if (!reason) continue;
    const facts = { buildId, version, since: start.toISOString(), reason };
    await takeBack(name, facts, async () => {
      if (lastGood === null) throw new ReleaseRefusal('NOTHING_BEFORE', `${name} has no earlier good build.`);
      // Without a name, what rolls out would be taken back in its place.
      const named = rollouts.some(({ remote }) => remote === name) ? { to: lastGood } : {};
      const tell = { kind: 'rolled-back', facts } as const;
      const { to } = await channels.rollback(channel, name, actor, { ...named, reason, seen, tell });
      return `${name} is rolled back to ${to}`;
    });
  }
  return notes;
}
