import type { ChannelAct } from '../channels/channel-context.ts';
import { promote } from '../channels/promote.ts';
import { rollBack } from '../channels/roll-back.ts';
import { assertMayPromote, assertMayRelease } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { tell } from '../notices/tell.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRows } from '../store/rows.ts';
import { assertStillDue, percentOf, type RolloutRow } from './rollouts.ts';

const MINUTE_MS = 60_000;

/**
 * What becomes of a rollout. Finish is the promotion of its build, abort a rollback to the build of everybody; pausing
 * changes nothing that a visitor sees, so it makes no snapshot.
 * @throws {ReleaseRefusal} `ROLLOUT_UNKNOWN` when the remote does not roll out; `CHANGED_MEANWHILE`
 */
export const changeRollout: ChannelAct<{ remote: string; act: 'pause' | 'resume' | 'finish' | 'abort' }> = async (
  context,
  channel,
  { remote, act },
  actor,
  options = {},
) => {
  const { changer, reads, registry, keys, now } = context;
  const owner = registry.ownerOf(remote);
  assertMayRelease(actor, owner);
  if (act === 'finish' || act === 'abort') {
    const { build_id: buildId } = found(await reads.rollouts(channel), channel, remote);
    if (act === 'finish') return promote(context, channel, [{ name: remote, buildId }], actor, options);
    const target = { remotes: [{ remote, rollingOut: buildId }] };
    const { moves: _, ...released } = await rollBack(context, channel, target, actor, options);
    return released;
  }
  if (act === 'resume') assertMayPromote(actor, keys.trust(), channel);
  return changer.within(channel, async (trx, state) => {
    const row = found(state.rollouts, channel, remote);
    assertStillDue(state.rollouts, remote, options);
    const wanted = act === 'pause' ? 'paused' : 'running';
    // Asked twice, as after a lost answer: it is done once.
    if (row.state === wanted) throw new ReleaseRefusal('ALREADY_CURRENT', `The rollout of ${remote} is ${wanted}.`);
    const at = now();
    const next_at = act === 'resume' && row.next ? new Date(at.getTime() + row.next.everyMinutes * MINUTE_MS) : null;
    await changeRows(trx, 'rollout', { channel, remote }, { state: wanted, next_at, updated_at: at });
    const { seq } = await appendToLedger(trx, {
      actor,
      action: `rollout-${act}`,
      subject: remote,
      detail: { channel, buildId: row.build_id, percent: percentOf(row) },
      reason: options.reason,
      now: at,
    });
    if (options.tell) {
      const about = { channel, remote, teams: [owner] };
      await tell(trx, { key: `${options.tell.kind} ${seq}`, ...about, ...options.tell }, at);
    }
    return { channel, number: state.number, overridden: [] };
  });
};

function found(rollouts: readonly RolloutRow[], channel: string, remote: string): RolloutRow {
  const row = rollouts.find((each) => each.remote === remote);
  if (row) return row;
  throw new ReleaseRefusal('ROLLOUT_UNKNOWN', `${remote} does not roll out on ${channel}.`);
}
