import type { Finding, Released, SnapshotKind } from '@redress/contracts/release-api';
import type { BuildDescriptor, SignedRelease, SignedSnapshot } from '@redress/contracts/releases';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { BuildRegistry } from '../builds/registry.ts';
import type { CoreParts } from '../core-parts.ts';
import { readBuildSet, type BuildSet } from '../gate/build-set.ts';
import { checkChange, fitsShell, shapesUnread } from '../gate/gate.ts';
import { checkTypes } from '../gate/types.ts';
import { assertManages, type Actor } from '../http/actor.ts';
import { appendToLedger, ledgerHead } from '../ledger/ledger.ts';
import type { NoticeContent } from '../notices/tell.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { combinations, runningRollouts, withRollouts, type RolloutRow } from '../rollouts/rollouts.ts';
import { signRollout, withSignedRollout } from '../rollouts/sign-rollout.ts';
import { keepSnapshot } from '../snapshots/keep-snapshot.ts';
import { endedStaffPasses } from '../staff/ended-passes.ts';
import { makeSnapshot, signSnapshot } from '../snapshots/make-snapshot.ts';
import { changeRows } from '../store/rows.ts';
import type { SnapshotBuilds, Trx } from '../store/schema.ts';
import { freezeOf, readFreezes, type ChannelReads, type ChannelState } from './channel-reads.ts';
import { lockChannel } from './lock-channel.ts';
import { readOutside, withOutsideReads } from './outside-lock.ts';
import { servedBuilds } from './served-builds.ts';
import { completeBuilds } from './complete-builds.ts';

/** PostgreSQL's channel name for `NOTIFY`; the payload is a {@link ChannelChange}. */
export const NOTIFY_CHANNEL = 'redress_releases';

export interface ChannelChange {
  channel: string;
  number: number;
}

export interface ChangeOptions {
  /** Number of the snapshot the change was decided on. @see assertSeen */
  seen?: number | undefined;
  reason?: string | undefined;
  /** Go on in spite of what the gate found. Needs a release manager and a reason. */
  override?: boolean | undefined;
  /** Of a rollback: open tabs leave the build at once, whatever is typed into it. */
  urgent?: boolean | undefined;
  /** Of a step that was due: the rollout must still run, with the share of `seen`. */
  isStep?: boolean | undefined;
  /** Of a promotion that was planned: its number, and who confirmed it. */
  planned?: { plan: number; confirmedBy?: string } | undefined;
  /** Of an act that nobody asked for: people are told of it, with what is known before it is done. */
  tell?: NoticeContent | undefined;
}

/** What a channel serves. */
export type Served = Pick<ChannelState, 'builds' | 'off' | 'rollouts'>;

export interface Change extends Partial<Passed> {
  kind: SnapshotKind;
  actor: Actor;
  reason?: string | null | undefined;
  /** What becomes another; of what rolls out goes on what still can. */
  next?: Partial<Served>;
  /** Name of the act in the ledger; that of the kind unless given. */
  action?: string;
  subject: string;
  detail?: Record<string, unknown>;
}

/** Findings of the gate that were overridden, and those that it does not refuse. */
export interface Passed {
  overridden: Finding[];
  warnings: Finding[];
}

interface Committed {
  signed: SignedRelease;
  /** What its author is told. */
  released: Released;
}

/** A change as the gate is asked of it. */
export interface GateQuestion {
  channel: string;
  before: SnapshotBuilds;
  after: SnapshotBuilds;
  /** That go on: every combination of them has to pass. */
  rollouts?: readonly RolloutRow[];
  actor: Actor;
  options: ChangeOptions;
  isRollback?: boolean;
  /** A remote whose name is another one afterwards: compared as one. */
  renamed?: { from: string; to: string };
  /** Nobody gets it who does not ask for it: a freeze is no reason against it. */
  isPreview?: boolean;
}

export interface ChangerDeps extends Pick<CoreParts, 'db' | 'keys' | 'files' | 'now'> {
  registry: BuildRegistry;
  reads: ChannelReads;
  /** Called before a change reads what the channel serves. */
  beforeChange: (channel: string) => Promise<unknown>;
  /** Number in the channel's head file; 0 without one. */
  headNumber: (channel: string) => number;
  /** Called once a change is committed; the tabs' streams hang on it. */
  onChange: (change: ChannelChange, signed: SignedRelease) => Promise<void> | void;
}
interface Context extends ChangerDeps {
  whole: ReturnType<typeof completeBuilds>;
}

/** @param commit - makes the next snapshot of it */
type Work<T> = (trx: Trx, state: ChannelState, commit: (change: Change) => Promise<Released>) => Promise<T>;

/** One change of a channel at a time: whoever comes second works on the first one's result. */
const within = async <T>(context: Context, channel: string, work: Work<T>): Promise<T> => {
  const { db, reads, beforeChange, onChange } = context;
  await beforeChange(channel);
  let committed: Committed[] = [];
  const made = await withOutsideReads((begin) =>
    db.transaction().execute(async (trx) => {
      begin(trx);
      committed = [];
      const state = await reads.stateAt(channel, await lockChannel(trx, channel), trx);
      return work(trx, state, async (change) => {
        const next = await commit(context, trx, channel, state, change);
        committed.push(next);
        return next.released;
      });
    }),
  );
  for (const { signed, released } of committed) await onChange({ channel, number: released.number }, signed);
  return made;
};

const byName = async <T>(names: readonly string[], of: (name: string) => Promise<T>): Promise<Record<string, T>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await of(name)] as const)));

/** Builds of a remote whose drafts this one has to read. */
const wroteDrafts = async ({ registry }: Context, trx: Trx, channel: string, remote: string, buildId: string) =>
  Promise.all((await servedBuilds(trx, channel).wroteDrafts(remote, buildId)).map((id) => registry.find(remote, id)));

/** What the gate finds in it, whoever asks. */
const findings = async (context: Context, trx: Trx, change: GateQuestion): Promise<Finding[]> => {
  const { channel, before, after, rollouts = [], isRollback = false, renamed, isPreview } = change;
  const { registry, now } = context;
  const changed = changedIn(before, after);
  const ofChanged = changed.map((name) => `${name} ${currentOf(after, name)}`).join(', ');
  const given = {
    // Of a build that served before, size and style are no news; and the store may be away.
    facts:
      isRollback || changed.length === 0
        ? {}
        : await readOutside(trx, `facts of ${ofChanged}`, () =>
            byName(changed, async (name) => registry.facts(await registry.find(name, currentOf(after, name)))),
          ),
    wroteDrafts: await byName(changed, async (name) => {
      const wrote = (of: string) => wroteDrafts(context, trx, channel, of, currentOf(after, name));
      return [...(await wrote(name)), ...(renamed?.to === name ? await wrote(renamed.from) : [])];
    }),
    isRollback,
  };
  const found = await Promise.all(
    combinations(rollouts.filter(({ remote }) => !changed.includes(remote))).map(async (some) =>
      checkChange({
        before: underNewName(await readBuildSet(context, withRollouts(before, some)), renamed),
        after: await readBuildSet(context, withRollouts(after, some)),
        ...given,
      }),
    ),
  );
  const all = [...new Map(found.flat().map((finding) => [finding.message, finding])).values()];
  // A rollback stays possible in a frozen channel.
  const frozen = isRollback || isPreview ? null : freezeOf(await readFreezes(trx, channel, now()), now());
  if (frozen) all.unshift({ code: 'FROZEN', message: `${channel} is frozen until ${frozen.until}: ${frozen.reason}.` });
  return all;
};

/** What the gate finds in a promotion and does not refuse. */
const warningsOf = async (context: Context, trx: Trx, { channel, before, after }: GateQuestion): Promise<Finding[]> => {
  const sets = { before: await readBuildSet(context, before), after: await readBuildSet(context, after) };
  const unread = await Promise.all(
    changedIn(before, after).map(async (name) => {
      const wrote = await wroteDrafts(context, trx, channel, name, currentOf(after, name));
      return shapesUnread(sets.before[name], sets.after[name] as BuildDescriptor, wrote).already;
    }),
  );
  return [...checkTypes(sets.before, sets.after).warnings, ...unread.flat()];
};

/**
 * @returns what the gate found and the actor overrode, and what it does not refuse
 * @throws {ReleaseRefusal} with the first finding's code and all findings
 */
const passGate = async (context: Context, trx: Trx, change: GateQuestion): Promise<Passed> => {
  const { actor, options, isRollback, isPreview, renamed } = change;
  const overridden = await findings(context, trx, change);
  const [first] = overridden;
  if (first && !options.override)
    throw new ReleaseRefusal(first.code, overridden.map(({ message }) => message).join(' '), overridden);
  if (first) assertManages(actor);
  if (first && !options.reason)
    throw new ReleaseRefusal('REASON_MISSING', 'Overriding the gate needs a reason.', overridden);
  const isForward = !isRollback && !isPreview && !renamed;
  return { overridden, warnings: isForward ? await warningsOf(context, trx, change) : [] };
};

/** Of these rollouts, those that fit what the channel is to serve, together. */
const fitting = async (context: Context, builds: SnapshotBuilds, rollouts: readonly RolloutRow[]) => {
  const base = await readBuildSet(context, builds);
  const given = { facts: {}, wroteDrafts: {}, isRollback: true };
  let fitting: RolloutRow[] = [];
  for (const rollout of rollouts) {
    const together = [...fitting, rollout];
    const sets = await Promise.all(
      combinations(together).map((some) => readBuildSet(context, withRollouts(builds, some))),
    );
    if (sets.every((after) => checkChange({ before: base, after, ...given }).length === 0)) fitting = together;
  }
  return fitting;
};

/** @param shells - that are served beside: variants differ in what rolls out alone, so each way back fits all of them */
async function compositionOf(
  { registry, whole }: Context,
  trx: Trx,
  served: SnapshotBuilds,
  off: readonly string[],
  shells = [currentOf(served, 'shell')],
) {
  const shown = Object.keys(served).filter((name) => name !== 'shell' && !off.includes(name));
  const beside = await Promise.all(shells.map((buildId) => registry.find('shell', buildId)));
  return {
    shell: await registry.find('shell', currentOf(served, 'shell')),
    remotes: await byName(shown, async (name) => {
      const lastGood = served[name]?.lastGood ?? null;
      const build = lastGood === null ? null : await registry.find(name, lastGood);
      return {
        current: await registry.find(name, currentOf(served, name)),
        lastGood: build && beside.every((shell) => fitsShell(shell, build)) ? await whole.orNull(trx, build) : null,
      } satisfies { current: BuildDescriptor; lastGood: BuildDescriptor | null };
    }),
    // What is shown of before may have none of it.
    off: await byName(
      off.filter((name) => name in served),
      (name) => registry.find(name, currentOf(served, name)),
    ),
  };
}

/** Open tabs run one of so many shells that served last. */
const SHELLS_IN_TABS = 5;

/** By remote, those shells that its builds do not fit. @param shells - that are served: the gate has looked at these */
async function unfitFor(
  { registry }: Context,
  trx: Trx,
  channel: string,
  { builds, off, rollouts }: Served,
  shells: string[],
) {
  const recent = await servedBuilds(trx, channel).list('shell', { limit: SHELLS_IN_TABS + shells.length });
  const before = recent.filter(({ buildId }) => !shells.includes(buildId));
  // Of one that was lost a restore knows the mark alone: it must keep nobody from a way back.
  const inTabs = await Promise.all(before.map(({ buildId }) => registry.find('shell', buildId).catch(() => [])));
  const unfit: Record<string, string[]> = {};
  for (const name of Object.keys(builds).filter((each) => each !== 'shell' && !off.includes(each))) {
    const rolling = rollouts.filter(({ remote }) => remote === name).map(({ build_id: buildId }) => buildId);
    const own = await Promise.all([currentOf(builds, name), ...rolling].map((buildId) => registry.find(name, buildId)));
    const found = inTabs.flat().filter((shell) => !own.every((build) => fitsShell(shell, build)));
    if (found.length > 0) unfit[name] = found.map(({ buildId }) => buildId);
  }
  return unfit;
}

interface ShownPreview extends Omit<Served, 'rollouts'> {
  what: string;
  by: string;
  until: Date;
}

/** Signs what nobody gets who has not opened its address. */
const signPreview = async (
  context: Context,
  trx: Trx,
  channel: string,
  { number }: ChannelState,
  { builds, off, what, by, until }: ShownPreview,
): Promise<SignedSnapshot> => {
  const { whole, keys, now } = context;
  const shown = Object.entries(builds).filter(([name]) => !off.includes(name));
  await whole.assert(
    trx,
    shown.map(([name, { current }]) => [name, current] as const),
  );
  const composition = { ...(await compositionOf(context, trx, builds, off)), preview: { what, by, until } };
  return signSnapshot(makeSnapshot(composition, { channel, number, now: now() }), keys.channelKey(channel));
};

/** More than are given between a copy of the store and a loss of both. */
const LOST_NUMBERS = 1_000;

/** Signs and keeps the next snapshot, with its ledger entry and its notice to other programs. */
const commit = async (
  context: Context,
  trx: Trx,
  channel: string,
  state: ChannelState,
  change: Change,
): Promise<Committed> => {
  const { kind, actor, reason = null, action = kind, subject, detail, overridden = [], warnings = [] } = change;
  const { registry, whole, keys, now } = context;
  const { builds, off, rollouts: running } = nextOf(channel, state, change);
  const rollouts: RolloutRow[] = [];
  for (const row of running) {
    // One that serves already and has lost a file must not hold up another change: it ends.
    const wasGoing = state.rollouts.some((before) => before.build_id === row.build_id && before.remote === row.remote);
    const isWhole =
      !wasGoing || (await whole.orNull(trx, await registry.find(row.remote, row.build_id), true)) !== null;
    if (isWhole) rollouts.push(row);
  }
  await whole.assert(trx, beginning(state, { builds, off, rollouts }));
  const wasPutBack =
    (await changeRows(trx, 'channel', { name: channel, is_put_back: true }, { is_put_back: false })) > 0;
  // Sites take no number below one they have seen.
  const number = Math.max(state.number, context.headNumber(channel)) + (wasPutBack ? LOST_NUMBERS : 1);
  const at = now();
  const withdrawn = await servedBuilds(trx, channel).withdrawn();
  const key = keys.channelKey(channel);
  const ledger = await ledgerHead(trx);
  const rolling = rollouts.flatMap(({ remote, build_id: buildId }) => (remote === 'shell' ? buildId : []));
  const shells = [currentOf(builds, 'shell'), ...rolling];
  const unfit = await unfitFor(context, trx, channel, { builds, off, rollouts }, shells);
  const sign = async (some: readonly RolloutRow[]) => {
    const variant = some.map(({ remote }) => remote);
    const composition = await compositionOf(context, trx, withRollouts(builds, some), off, shells);
    return signSnapshot(
      makeSnapshot({ ...composition, withdrawn, unfit, ledger, variant }, { channel, number, now: at }),
      key,
    );
  };
  // What an act has changed of a rollout, it has changed with this snapshot.
  const entered = rollouts.map((row) => (state.rollouts.includes(row) ? row : { ...row, number }));
  const endedPasses = await endedStaffPasses(trx, channel, at);
  const rollout = await signRollout(entered, { channel, number, key, endedPasses }, sign);
  const signed = withSignedRollout(await sign([]), rollout);
  const circumstances = { kind, reason, actor: actor.name, at, before: state.builds };
  await keepSnapshot(trx, { channel, number, signed, builds, rollouts: entered, ...circumstances });
  const told = warnings.length > 0 ? { warnings } : {};
  const found = { ...(overridden.length > 0 ? { overridden } : {}), ...told };
  const entry = { channel, snapshot: number, ...detail, ...found };
  await appendToLedger(trx, { actor, action, subject, detail: entry, reason, now: at });
  await sql`select pg_notify(${NOTIFY_CHANNEL}, ${JSON.stringify({ channel, number })})`.execute(trx);
  return { signed, released: { channel, number, overridden, ...told } };
};

export function createChannelChanger(deps: ChangerDeps) {
  const context: Context = { ...deps, whole: completeBuilds(deps) };
  return {
    ...bound(context, { findings, passGate, fitting, signPreview }),
    within: <T>(channel: string, work: Work<T>) => within(context, channel, work),
  };
}
export type ChannelChanger = ReturnType<typeof createChannelChanger>;

/** @throws {ReleaseRefusal} `CHANNEL_EMPTY` */
export function nextOf(channel: string, state: ChannelState, { next }: Pick<Change, 'next'>): Served {
  const { builds, off, rollouts } = { ...state, ...next };
  if (!builds.shell) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no shell yet.`);
  return { builds, off, rollouts: runningRollouts(rollouts, { builds, off }) };
}

/** Builds that begin to be served. */
export const beginning = (
  state: ChannelState,
  { builds, off, rollouts }: Served,
): (readonly [name: string, buildId: string])[] => [
  ...[...changedIn(state.builds, builds), ...state.off.filter((name) => !off.includes(name))].map(
    (name) => [name, currentOf(builds, name)] as const,
  ),
  ...rollouts
    .filter((row) => !state.rollouts.includes(row))
    .map(({ remote, build_id: buildId }) => [remote, buildId] as const),
];

const changedIn = (before: SnapshotBuilds, after: SnapshotBuilds): string[] =>
  Object.keys(after).filter((name) => after[name]?.current !== before[name]?.current);

/** What a remote was before, under the name it is to have. */
function underNewName(builds: BuildSet, renamed: { from: string; to: string } | undefined): BuildSet {
  const { [renamed?.from ?? '']: build, ...others } = builds;
  return renamed && build ? { ...others, [renamed.to]: build } : builds;
}

const currentOf = (builds: SnapshotBuilds, name: string): string => {
  const entry = builds[name];
  if (!entry) throw new ReleaseRefusal('REMOTE_UNKNOWN', `The snapshot has no ${name}.`);
  return entry.current;
};
