import { assertMayPromote } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertNoOtherRollsOut, assertStillDue } from '../rollouts/rollouts.ts';
import type { SnapshotBuilds } from '../store/schema.ts';
import { assertMayServe, type ChannelAct } from './channel-context.ts';
import type { BuildRef } from './channel-reads.ts';
import { channelMarks } from './channel-marks.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';

/** Serves these builds, all in one snapshot. A promotion ends the hold that a rollback put on a remote. */
export const promote: ChannelAct<readonly BuildRef[]> = async (context, channel, refs, actor, options = {}) => {
  const { changer, keys, now } = context;
  assertMayPromote(actor, keys.trust(), channel);
  for (const ref of refs) await assertMayServe(context, actor, ref);
  const names = refs.map(({ name }) => name);
  return changer.within(channel, async (trx, state, commit) => {
    await assertSeen(trx, { channel, number: state.number }, options.seen, names);
    for (const { name, buildId } of refs) assertNoOtherRollsOut(state.rollouts, name, buildId);
    for (const name of names) assertStillDue(state.rollouts, name, options);
    const marks = channelMarks(trx, channel, now());
    const served = servedBuilds(trx, channel);
    const held = await marks.endHolds(names);
    const changed = refs.filter(({ name, buildId }) => state.builds[name]?.current !== buildId);
    if (changed.length === 0) {
      if (held === 0) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${names.join(', ')} already.`);
      // What a rollback put there is now the choice: nothing new is served, the next start promotes again.
      await appendToLedger(trx, { actor, action: 'keep', subject: names.join(' '), detail: { channel }, now: now() });
      return { channel, number: state.number, overridden: [] };
    }
    const builds: SnapshotBuilds = { ...state.builds };
    for (const ref of changed) {
      await marks.clearPromoted(ref);
      const { name, buildId } = ref;
      builds[name] = { current: buildId, lastGood: await served.lastGood(name, buildId) };
    }
    const found = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      rollouts: state.rollouts,
      actor,
      options,
    });
    return commit({
      kind: 'promote',
      actor,
      reason: options.reason,
      next: { builds },
      subject: changed.map(({ name }) => name).join(' '),
      detail: {
        builds: changed.map(({ name, buildId }) => ({ name, from: state.builds[name]?.current ?? null, buildId })),
        ...options.planned,
      },
      ...found,
    });
  });
};
