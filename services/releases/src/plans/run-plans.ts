import { channelSettings } from '../channels/channel-settings.ts';
import type { ChangeOptions } from '../channels/channel-change.ts';
import { systemActor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { holderNamed } from '../people/holder.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { changeRows, rowsWith } from '../store/rows.ts';
import type { Trx } from '../store/schema.ts';
import { assertMayConfirm, isOver, isUnconfirmed, type PlansCore, type Row } from './plan-rules.ts';

const NOT_IN_TIME = 'it could not be done at its time, nor within an hour of it';
/** Refusals that may be gone at the next try; the plan keeps waiting. */
const PASSING: ReadonlySet<string> = new Set(['STORE_AWAY', 'DISK_FULL']);

/**
 * Does what is due, and forgets what nobody confirmed in time. Called again and again, by several programs at once.
 * @returns sentences for the log
 */
export async function runDuePlans(core: PlansCore): Promise<string[]> {
  const now = core.now();
  const rows = await rowsWith(core.db, 'plan', { state: 'waiting' }).execute();
  const notes: string[] = [];
  for (const row of rows) {
    if (isOver(row, now)) {
      const note = isUnconfirmed(row) ? 'nobody confirmed it in time' : NOT_IN_TIME;
      await core.db.transaction().execute((trx) => finish(trx, row, { state: 'expired', note }, now));
      continue;
    }
    const refusal = await runPlan(core, row.id);
    if (refusal) notes.push(`Planned promotion ${row.id} is not done (${refusal.code}): ${refusal.message}`);
  }
  return notes;
}

/**
 * Who confirmed may have ended since, and the channel may have become one of two people after this was planned.
 * @throws {ReleaseRefusal} `CONFIRMATION_NEEDED`, `TOKEN_UNKNOWN`, `NOT_ALLOWED`
 */
async function assertConfirmed(core: PlansCore, trx: Trx, row: Row): Promise<void> {
  if (row.confirmed_by !== null) {
    const other = await holderNamed(trx, row.confirmed_by, { now: core.now() });
    assertMayConfirm(core, other, row);
  } else if ((await channelSettings(trx, row.channel)).secondPersonMinutes !== null) {
    const message = `Two people promote to ${row.channel} by now, and nobody confirmed this: plan it again.`;
    throw new ReleaseRefusal('CONFIRMATION_NEEDED', message);
  }
}

interface Outcome {
  state: 'done' | 'refused' | 'expired';
  number?: number;
  note?: string;
}

/**
 * The entry of the promotion itself is there before the plan says that it is done: whoever reads plans then would see it
 * wait, and hear of nothing more. So the outcome is an entry of its own.
 */
async function finish(trx: Trx, row: Row, outcome: Outcome, now: Date): Promise<void> {
  if ((await changeRows(trx, 'plan', { id: row.id, state: 'waiting' }, outcome)) === 0) return;
  const { state, ...detail } = outcome;
  await appendToLedger(trx, {
    actor: systemActor('plans'),
    action: `plan-${state}`,
    subject: row.channel,
    detail: { plan: row.id, ...detail },
    now,
  });
}

/** Does one when it is due. Its row is locked meanwhile, so that it is done once. @returns what was against it */
export async function runPlan(core: PlansCore, id: number): Promise<ReleaseRefusal | null> {
  const { db, channels, now } = core;
  return db.transaction().execute(async (trx) => {
    const row = await rowsWith(trx, 'plan', { id, state: 'waiting' }).forUpdate().skipLocked().executeTakeFirst();
    if (!row || isUnconfirmed(row) || (row.at && row.at > now())) return null;
    const end = (outcome: Outcome) => finish(trx, row, outcome, now());
    try {
      // As the person who planned it is allowed to now: a token that ended since does nothing any more.
      const actor = await holderNamed(trx, row.actor, { now: now(), since: row.created_at });
      await assertConfirmed(core, trx, row);
      const options: ChangeOptions = {
        reason: row.reason ?? undefined,
        override: row.is_override,
        seen: row.seen,
        planned: { plan: id, ...(row.confirmed_by === null ? {} : { confirmedBy: row.confirmed_by }) },
      };
      const [build] = row.builds;
      const { number } =
        row.rollout && build
          ? await channels.rollOut(row.channel, { remote: build.name, ...build, ...row.rollout }, actor, options)
          : await channels.promote(row.channel, row.builds, actor, options);
      await end({ state: 'done', number });
      return null;
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
      // It was done, and the program ended before it could say so.
      if (error.code === 'ALREADY_CURRENT') await end({ state: 'done', note: error.message });
      else if (!PASSING.has(error.code)) await end({ state: 'refused', note: `${error.code}: ${error.message}` });
      return error.code === 'ALREADY_CURRENT' ? null : error;
    }
  });
}
