import type { ChannelSettings, NoticeFacts, ServedBuild } from '@redress/contracts/release-api';
import type { Channels } from '../channels/channels.ts';
import { systemActor } from '../http/actor.ts';
import { readFailing } from '../notices/failing.ts';
import { HELD_BECAUSE } from '@redress/release-client/sentences';
import { tellOfGate } from '../notices/notices.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import { percentOf, type RolloutRow } from '../rollouts/rollouts.ts';
import type { BuildReporters, Figures } from './health-reads.ts';
import { REPORTERS_KEPT_MS, type HealthStore } from './health-store.ts';
import { judge, type Verdict, type WatchedBuild } from './judge.ts';
import { figuresOf, limitsOf, slowOf, type HealthLimits } from './limits.ts';

/** Refusals that say that somebody, or another program, has acted: there is nothing left to do. */
const ACTED_BEFORE: ReadonlySet<string> = new Set(['CHANGED_MEANWHILE', 'ROLLOUT_UNKNOWN', 'ALREADY_CURRENT']);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Browsers of one group of addresses that count for or against a build that rolls out. */
const MOST_OF_GROUP = 5;
/** More are not taken back within some minutes. */
const SHELLS_OF_WINDOW = 5;
const NONE: Figures = { failing: 0, all: 0, groups: 0 };

interface GateDeps {
  core: Pick<ReleaseCore, 'db' | 'now' | 'registry' | 'channels'>;
  health: HealthStore;
  channel: string;
  limits: HealthLimits;
  /** What is set for single remotes of the channel. */
  byRemote?: ChannelSettings['limits'];
  /** Nothing is taken back; of what fails people are told all the same. */
  isOff?: boolean;
}

interface Look {
  now: Date;
  figures: BuildReporters[];
  rollouts: RolloutRow[];
  status: Awaited<ReturnType<Channels['status']>>;
  serving: ServedBuild[];
}

/**
 * Looks at every build that a channel serves, takes back what rolls out and fails, rolls back the fresh builds that fail,
 * and tells people of what fails and stays.
 * @returns sentences for the log
 */
export async function applyHealthGate(deps: GateDeps): Promise<string[]> {
  const { core, health, channel } = deps;
  const { channels } = core;
  const now = core.now();
  const from = new Date(now.getTime() - deps.limits.windowMinutes * MINUTE_MS);
  const [seen, rollouts, told] = await Promise.all([
    health.reporters(from),
    channels.rollouts(channel),
    readFailing(core.db, channel),
  ]);
  const isQuiet = !seen.some(({ failing, slow }) => failing > 0 || slow > 0);
  if (isQuiet && rollouts.length === 0 && told.open.length === 0) return [];
  // Another program judges by the same figures: whoever comes second must not take a second step back.
  const [status, serving, shells] = await Promise.all([
    channels.status(channel),
    channels.serving(channel),
    channels.servedBuilds(channel, 'shell', { limit: SHELLS_OF_WINDOW }),
  ]);
  // Most tabs have left a bad shell a minute later, and what they met is reported.
  const left = shells.map(({ bad }) => (bad ? new Date(bad.at).getTime() + MINUTE_MS : 0));
  const since = new Date(Math.max(0, ...left));
  // A shell was taken back within the window: what failed beside it is in no figure, and nothing is over yet.
  const isCut = since > from;
  const look: Look = { now, figures: isCut ? await health.reporters(since) : seen, rollouts, status, serving };
  const watched = await watch(deps, look);
  const { notes, gone, verdicts } = await takeAllBack(deps, look, watched);
  if (gone.some(({ remote }) => remote === 'shell')) return notes;
  for (const verdict of verdicts)
    if (verdict.decided === 'tell') notes.push(...(await tellHeld(deps, look, verdict, told)));
  if (isCut) return notes;
  return [...notes, ...(await tellOver(deps, { watched, verdicts, told }))];
}

/** Takes builds back one by one, and those that stood in each other's way in one snapshot. */
async function takeAllBack(deps: GateDeps, look: Look, watched: readonly WatchedBuild[]) {
  const notes: string[] = [];
  const gone: Verdict[] = [];
  const refused = new Map<Verdict, ReleaseRefusal>();
  const attempt = async (some: readonly Verdict[]) => {
    try {
      notes.push(await takeBack(deps, look, some));
      for (const verdict of some) refused.delete(verdict);
      gone.push(...some);
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
      for (const verdict of some) refused.set(verdict, refused.get(verdict) ?? error);
    }
  };
  const attemptAll = async (isStuck: boolean) => {
    const verdicts = judge(watched, { ...deps, isStuck });
    const bad = verdicts.filter(
      ({ decided, buildId }) => decided === 'take-back' && !gone.some((each) => each.buildId === buildId),
    );
    for (const verdict of bad) await attempt([verdict]);
    return verdicts;
  };
  let verdicts = await attemptAll(false);
  // A bad shell that what fails beside it needs cannot go before it.
  if ([...refused].some(([verdict, { code }]) => verdict.remote === 'shell' && !ACTED_BEFORE.has(code))) {
    refused.clear();
    verdicts = await attemptAll(true);
  }
  const together = [...refused.keys()].filter((verdict) => !rolloutOf(look, verdict));
  if (together.length + gone.length > 1 && together.length > 0) await attempt(together);
  // What stands against it was read from the artefacts; a person has to look.
  for (const [verdict, error] of refused) notes.push(...(await tellBlocked(deps, look, verdict, error)));
  return { notes, gone, verdicts };
}

const isOf = (remote: string, buildId: string | null) => (row: BuildReporters) =>
  row.remote === remote && row.buildId === buildId;

/** What serves, with the figures it is judged by. What is compared is read only of what fails or is slow. */
async function watch(deps: GateDeps, { now, figures, rollouts, status, serving }: Look): Promise<WatchedBuild[]> {
  const { health, byRemote = {} } = deps;
  const ofDay = figures.some(({ slow }) => slow > 0)
    ? await health.reporters(new Date(now.getTime() - REPORTERS_KEPT_MS))
    : [];
  const everybody = status.remotes
    .filter(({ off }) => !off)
    .map(async ({ name, buildId, lastGood }): Promise<WatchedBuild> => {
      const limits = limitsOf(deps.limits, byRemote, name);
      const start = serving.find((each) => each.remote === name && each.buildId === buildId);
      const since = new Date(start?.sinceAt ?? 0);
      const isPromoted = start?.sinceKind === 'promote';
      const isFresh = isPromoted && now.getTime() - since.getTime() < limits.watchMinutes * MINUTE_MS;
      const own = figuresOf(figures, isOf(name, buildId));
      const hourBefore = { since: new Date(since.getTime() - HOUR_MS), until: since, mostOfGroup: null };
      return {
        remote: name,
        buildId,
        // A build that a rollback brought back is no fresh one: a second step back would follow the first.
        role: isFresh ? 'fresh' : start?.sinceKind === 'rollback' ? 'returned' : 'settled',
        limits,
        own,
        slow: slowOf(figures, isOf(name, buildId)),
        compared:
          isFresh && lastGood !== null && own.failing >= limits.minFailing
            ? await health.counted({ remote: name, buildId: lastGood, ...hourBefore })
            : NONE,
        comparedSlow: slowOf(ofDay, isOf(name, lastGood)),
        counted: { own: NONE, base: NONE },
      };
    });
  const canaries = rollouts.map(async (row): Promise<WatchedBuild> => {
    const { remote, build_id: buildId, base_build_id: base, updated_at: since } = row;
    const limits = limitsOf(deps.limits, byRemote, remote);
    const most = { until: now, mostOfGroup: limits.minGroups > 1 ? MOST_OF_GROUP : null };
    const own = await health.counted({ remote, buildId, since, ...most });
    const from = new Date(since.getTime() - HOUR_MS);
    return {
      remote,
      buildId,
      role: 'canary',
      limits,
      own: figuresOf(figures, isOf(remote, buildId)),
      slow: slowOf(figures, isOf(remote, buildId)),
      compared: figuresOf(figures, isOf(remote, base)),
      comparedSlow: slowOf(figures, isOf(remote, base)),
      counted: {
        own,
        base: own.failing > 0 ? await health.counted({ remote, buildId: base, since: from, ...most }) : NONE,
      },
    };
  });
  return Promise.all([...canaries, ...everybody]);
}

const rolloutOf = ({ rollouts }: Look, { remote, buildId }: Verdict) =>
  rollouts.find((each) => each.remote === remote && each.build_id === buildId);

/** Since when a build serves, and whom. */
function factsOf(look: Look, verdict: Verdict) {
  const { status, serving } = look;
  const { remote, buildId, reason } = verdict;
  const row = rolloutOf(look, verdict);
  if (row) return { buildId, percent: percentOf(row), since: row.started_at.toISOString(), reason };
  const version = status.remotes.find(({ name }) => name === remote)?.version;
  const since = serving.find((each) => each.remote === remote && each.buildId === buildId)?.sinceAt;
  return { buildId, reason, ...(version ? { version } : {}), ...(since ? { since } : {}) };
}

/** @returns a sentence for the log @throws {ReleaseRefusal} */
async function takeBack({ core, channel }: GateDeps, look: Look, verdicts: readonly Verdict[]): Promise<string> {
  const { channels } = core;
  const [verdict] = verdicts as [Verdict];
  const actor = systemActor('health-gate');
  const row = rolloutOf(look, verdict);
  const facts = factsOf(look, verdict);
  const reason = verdicts.map((each) => (each === verdict ? each.reason : `${each.remote}: ${each.reason}`)).join('; ');
  if (row) {
    const tell = { kind: 'rollout-aborted', facts } as const;
    const { remote, buildId } = verdict;
    // Another build may roll out by now, of which nothing is known yet.
    await channels.changeRollout(channel, { remote, act: 'abort' }, actor, { reason, seen: row.number, tell });
    return `The rollout of ${remote} ${buildId} on ${channel} is aborted by the health gate: ${reason}.`;
  }
  const remotes = verdicts.map(({ remote: name }) => {
    const lastGood = look.status.remotes.find((each) => each.name === name)?.lastGood ?? null;
    if (lastGood === null) throw new ReleaseRefusal('NOTHING_BEFORE', `${name} has no earlier good build.`);
    // Without a name, what rolls out would be taken back in its place.
    return { remote: name, to: look.rollouts.some((each) => each.remote === name) ? lastGood : undefined };
  });
  const tell = { kind: 'rolled-back', facts: { ...facts, reason } } as const;
  const { moves } = await channels.rollBack(channel, { remotes }, actor, { reason, seen: look.status.number, tell });
  const names = verdicts.map((each) => each.remote).join(' ');
  return `${names} on ${channel} is rolled back to ${moves.map(({ to }) => to).join(' ')} by the health gate: ${reason}.`;
}

/** @param once - it is told once for each of these @returns whether it is news */
const tellOf = (
  { core, channel }: GateDeps,
  remote: string,
  kind: 'rollback-blocked' | 'failing' | 'failing-over',
  facts: NoticeFacts,
  once: string | number,
): Promise<boolean> => {
  const key = `${kind} ${channel} ${remote} ${facts.buildId} ${once}`;
  return tellOfGate(core, { key, kind, channel, remote, teams: [core.registry.ownerOf(remote)], facts });
};

/** Tells of a build that fails and that a refusal keeps. @returns a sentence for the log, when it is news */
async function tellBlocked(deps: GateDeps, look: Look, verdict: Verdict, error: ReleaseRefusal): Promise<string[]> {
  const { remote, reason } = verdict;
  const { code, message: refusal } = error;
  const facts = { ...factsOf(look, verdict), code, refusal };
  const isNews =
    ACTED_BEFORE.has(code) || (await tellOf(deps, remote, 'rollback-blocked', facts, `${facts.since} ${code}`));
  const what = `${remote} on ${deps.channel} fails (${reason}) and cannot be rolled back by itself`;
  return isNews ? [`${what} (${code}): ${refusal}`] : [];
}

type Told = Awaited<ReturnType<typeof readFailing>>;

/** Tells of a build that fails and stays, once until it is over. */
async function tellHeld(deps: GateDeps, look: Look, verdict: Verdict, told: Told): Promise<string[]> {
  const { remote, buildId, said, offered, reason } = verdict;
  const isTold = told.open.some((each) => each.remote === remote && each.buildId === buildId);
  if (isTold || said === 'own' || offered === 'nothing') return [];
  const facts: NoticeFacts = { ...factsOf(look, verdict), held: said, offered };
  if (!(await tellOf(deps, remote, 'failing', facts, told.ended(remote, buildId)))) return [];
  return [`${remote} ${buildId} on ${deps.channel} fails (${reason}) and is not taken back: ${HELD_BECAUSE[said]}.`];
}

/** Tells that a build which people were told of fails no more, or serves no more. */
async function tellOver(
  deps: GateDeps,
  { watched, verdicts, told }: { watched: WatchedBuild[]; verdicts: Verdict[]; told: Told },
): Promise<string[]> {
  const notes: string[] = [];
  for (const { remote, buildId, toldAt } of told.open) {
    const isThis = (each: { remote: string; buildId: string }) => each.remote === remote && each.buildId === buildId;
    const build = watched.find(isThis);
    // Figures that come and go around a limit are one story.
    if (build && (verdicts.some(isThis) || build.own.failing >= build.limits.minFailing)) continue;
    const reason = build
      ? `${build.own.failing} of ${build.own.all} sessions failed within ${build.limits.windowMinutes} minutes`
      : 'it serves no more';
    const facts = { buildId, since: toldAt.toISOString(), reason };
    if (await tellOf(deps, remote, 'failing-over', facts, told.ended(remote, buildId)))
      notes.push(`${remote} ${buildId} on ${deps.channel} fails no more: ${reason}.`);
  }
  return notes;
}
