import type { Plan, RolloutSteps } from '@redress/contracts/release-api';
import { ROLLOUT_LIMIT, type Cohorts } from '@redress/contracts/releases';
import { randomBytes } from 'node:crypto';
import { assertMayServe, type ChannelAct } from '../channels/channel-context.ts';
import { channelMarks } from '../channels/channel-marks.ts';
import { assertSeen } from '../channels/seen.ts';
import { assertMayPromote } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { InputOf } from '../release-operations.ts';
import {
  assertNoOtherRollsOut,
  assertStillDue,
  bucketsOf,
  namedCohorts,
  percentOf,
  type RolloutRow,
} from './rollouts.ts';

const MINUTE_MS = 60_000;

/** A build, and the share of the visitors that is to have it. */
interface WantedRollout extends Pick<InputOf<'rollOut'>, 'remote' | 'percent' | 'cohorts' | 'evenIfBad'> {
  buildId: string;
  next?: RolloutSteps | null | undefined;
}

/** @throws {ReleaseRefusal} `ROLLOUT_INVALID` */
function assertSteps(percent: number, next: RolloutSteps | null, cohorts: Cohorts | null): void {
  const all = [percent, ...(next?.steps ?? [])];
  if (!all.every((each, index) => index === 0 || each > (all[index - 1] as number)))
    throw new ReleaseRefusal('ROLLOUT_INVALID', `${all.join(', ')} % do not grow.`);
  if (cohorts?.within && next?.steps.includes(100)) {
    const countries = cohorts.within.join(', ');
    const message = `A step to 100 % makes the build everybody's, and the share is one of ${countries}: somebody decides that.`;
    throw new ReleaseRefusal('ROLLOUT_INVALID', message);
  }
}

/**
 * Serves a build to a share of the visitors, or changes the share: the same people first, and nobody moves back while it
 * grows. It passes what a promotion passes, with everything else that rolls out and without.
 */
export const rollOut: ChannelAct<WantedRollout> = async (context, channel, wanted, actor, options = {}) => {
  const { changer, keys, now } = context;
  const { remote, buildId } = wanted;
  assertMayPromote(actor, keys.trust(), channel);
  await assertMayServe(context, actor, { name: remote, buildId });
  return changer.within(channel, async (trx, state, commit) => {
    const base = state.builds[remote]?.current;
    if (!base) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}: it is promoted first.`);
    if (state.off.includes(remote)) throw new ReleaseRefusal('ROLLOUT_INVALID', `${remote} is switched off.`);
    if (base === buildId)
      throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${buildId} already.`);
    await assertSeen(trx, { channel, number: state.number }, options.seen, [remote]);
    const running = state.rollouts.find((row) => row.remote === remote);
    const share = shareOf(wanted, running, now());
    assertSteps(percentOf(share), share.next, share.cohorts);
    assertUnchanged(running, options.seen);
    assertStillDue(state.rollouts, remote, options);
    assertNoOtherRollsOut(state.rollouts, remote, buildId);
    const others = state.rollouts.filter((row) => row !== running);
    if (others.length >= ROLLOUT_LIMIT) {
      const names = others.map((row) => row.remote).join(', ');
      throw new ReleaseRefusal('ROLLOUT_LIMIT', `${names} roll out already; so many at once are allowed.`);
    }
    await channelMarks(trx, channel, now()).clearPromoted({ ...wanted, name: remote });
    const after = { ...state.builds, [remote]: { current: buildId, lastGood: base } };
    const found = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after,
      rollouts: others,
      actor,
      options,
    });
    const { next, cohorts } = share;
    const percent = percentOf(share);
    const at = now();
    const row: RolloutRow = {
      channel,
      remote,
      build_id: buildId,
      base_build_id: base,
      ...share,
      salt: running?.salt ?? randomBytes(16).toString('hex'),
      actor: actor.name,
      started_at: running?.started_at ?? at,
      updated_at: at,
      reason: options.reason ?? running?.reason ?? null,
      number: 0,
    };
    return commit({
      kind: 'rollout',
      actor,
      reason: options.reason,
      next: { rollouts: [...others, row] },
      subject: remote,
      detail: {
        from: base,
        to: buildId,
        percent,
        ...(running ? { before: percentOf(running) } : {}),
        ...(next ? { next } : {}),
        ...(cohorts ? { cohorts } : {}),
        ...options.planned,
      },
      ...found,
    });
  });
};

/** What is asked for, over what is so already. */
function shareOf(
  { percent, next = null, cohorts }: WantedRollout,
  running: RolloutRow | undefined,
  now: Date,
): Pick<RolloutRow, 'buckets' | 'state' | 'next' | 'next_at' | 'cohorts'> {
  const named = cohorts ? namedCohorts(cohorts) : (running?.cohorts ?? null);
  if (percent === undefined && running) {
    const { buckets, state, next: steps, next_at } = running;
    return { buckets, state, next: steps, next_at, cohorts: named };
  }
  const next_at = next && new Date(now.getTime() + next.everyMinutes * MINUTE_MS);
  return { buckets: bucketsOf(percent ?? 0), state: 'running', next, next_at, cohorts: named };
}

/** What another person is to agree to: the whole of it, not what happens to be so then. */
export function plannedShare(
  { percent, next = null, cohorts }: WantedRollout,
  running: RolloutRow | undefined,
): NonNullable<Plan['rollout']> {
  const named = cohorts ?? running?.cohorts;
  const share =
    percent === undefined && running
      ? { percent: percentOf(running), next: running.next }
      : { percent: percent ?? 0, next };
  return { ...share, ...(named ? { cohorts: named } : {}) };
}

/** @throws {ReleaseRefusal} `CHANGED_MEANWHILE` when another person changed the share since this one looked */
function assertUnchanged(running: RolloutRow | undefined, seen: number | undefined): void {
  if (!running || seen === undefined || running.number <= seen) return;
  throw new ReleaseRefusal(
    'CHANGED_MEANWHILE',
    `You saw snapshot ${seen}. In snapshot ${running.number} ${running.actor} set the share of ${running.remote} to ${percentOf(running)} %.`,
  );
}
