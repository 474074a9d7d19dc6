import { freezeOf, readFreezes } from '../channels/channel-reads.ts';
import { systemActor } from '../http/actor.ts';
import { holderNamed } from '../people/holder.ts';
import { isReleaseRefusal, type ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import { percentOf, type RolloutRow } from './rollouts.ts';

type StepsCore = Pick<ReleaseCore, 'db' | 'channels' | 'now'>;

/** Refusals that may be gone at the next look. */
const PASSING: ReadonlySet<string> = new Set(['STORE_AWAY', 'DISK_FULL', 'CHANGED_MEANWHILE']);

/**
 * Grows what is due, one step each: after a night without the program nobody gets three steps at once. Called again and
 * again, by several programs at once: whoever comes second finds that the share was changed since.
 * @returns sentences for the log
 */
export async function runDueSteps(core: StepsCore, channel: string): Promise<string[]> {
  const { db, channels, now } = core;
  const due = (await channels.rollouts(channel)).filter(
    ({ state, next_at: at }) => state === 'running' && at !== null && at <= now(),
  );
  // A freeze is waited for; it is no fault of the rollout.
  if (due.length === 0 || freezeOf(await readFreezes(db, channel, now()), now())) return [];
  const notes: string[] = [];
  for (const row of due) {
    const refusal = await grow(core, row);
    if (!refusal || PASSING.has(refusal.code)) continue;
    const reason = `${refusal.code}: ${refusal.message}`.slice(0, 500);
    const facts = { buildId: row.build_id, percent: percentOf(row), since: row.started_at.toISOString(), reason };
    const tell = { kind: 'rollout-paused', facts } as const;
    const options = { reason, tell, seen: row.number, isStep: true };
    try {
      const pause = { remote: row.remote, act: 'pause' } as const;
      await channels.changeRollout(channel, pause, systemActor('rollout steps'), options);
      notes.push(`The rollout of ${row.remote} stays at ${percentOf(row)} %: ${reason}`);
    } catch (error) {
      // Somebody ended, paused or replaced it meanwhile: the others that are due go on.
      if (!isReleaseRefusal(error)) throw error;
    }
  }
  return notes;
}

async function grow({ db, channels, now }: StepsCore, row: RolloutRow): Promise<ReleaseRefusal | null> {
  const [percent, ...steps] = row.next?.steps ?? [];
  if (percent === undefined || !row.next) return null;
  const { channel, remote, build_id: buildId } = row;
  try {
    // As whoever set the share may now: a token that ended since does nothing any more.
    const actor = await holderNamed(db, row.actor, { now: now(), since: row.updated_at });
    const options = { seen: row.number, isStep: true };
    if (percent === 100) await channels.promote(channel, [{ name: remote, buildId }], actor, options);
    else {
      const next = steps.length > 0 ? { ...row.next, steps } : null;
      await channels.rollOut(channel, { remote, buildId, percent, next }, actor, options);
    }
    return null;
  } catch (error) {
    if (!isReleaseRefusal(error)) throw error;
    return error.code === 'ALREADY_CURRENT' ? null : error;
  }
}
