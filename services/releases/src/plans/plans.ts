import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '@redress/contracts/release-api';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { ChangeOptions } from '../channels/channel-change.ts';
import type { BuildRef } from '../channels/channels.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import { channelSettings } from '../channels/channel-settings.ts';
import { assertMayPromote, assertMayRelease, systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { tell } from '../notices/tell.ts';
import { holderNamed } from '../people/holder.ts';
import { isSamePerson } from '../people/same-person.ts';
import type { ReleaseCore } from '../release-core.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import type { ReleaseTables } from '../store/schema.ts';

/** Promotions to come: at a time, or once another person has confirmed them (decision 0212). */

const FARTHEST_MS = 90 * 86_400_000;
/** A quiet hour is chosen for what it is: a program that was away then does not do it in a busy one. */
const LATEST_MINUTES = 60;
const NOT_IN_TIME = 'it could not be done at its time, nor within an hour of it';
/** Refusals that may be gone at the next try; the plan keeps waiting. */
const PASSING: ReadonlySet<string> = new Set(['STORE_AWAY', 'DISK_FULL']);

type Row = Selectable<ReleaseTables['releases.plan']>;
export type PlansCore = Pick<ReleaseCore, 'db' | 'channels' | 'registry' | 'keys' | 'now'>;
export interface PlannedPromotion {
  channel: string;
  builds: readonly BuildRef[];
  /** To a share of the visitors: then there is one build. */
  rollout?: NonNullable<Plan['rollout']>;
  reason?: string | undefined;
  override?: boolean | undefined;
  seen?: number | undefined;
  /** `null`: as soon as it is confirmed. */
  at: Date | null;
}

/** Whether this is another person than the one who planned, whichever token or session each of them asked by. */
const isAnother = (row: Row, actor: Actor) =>
  actor.person !== undefined && !isSamePerson(actor.person, row.person) && actor.name !== row.actor;

const planOf = (core: PlansCore, row: Row, actor: Actor): Plan => ({
  id: row.id,
  channel: row.channel,
  builds: row.builds.map(({ name, buildId }) => ({ name, buildId })),
  override: row.is_override,
  rollout: row.rollout,
  at: row.at?.toISOString() ?? null,
  needsConfirmation: row.needs_confirmation,
  confirmedBy: row.confirmed_by,
  isYoursToConfirm: isUnconfirmed(row) && row.state === 'waiting' && isAnother(row, actor) && mayPlan(core, actor, row),
  expiresAt: row.expires_at?.toISOString() ?? null,
  reason: row.reason,
  actor: row.actor,
  person: row.person,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  number: row.number,
  note: row.note,
});

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may promote these builds to the channel */
function assertMayPlan({ keys, registry }: PlansCore, actor: Actor, channel: string, builds: readonly BuildRef[]) {
  assertMayPromote(actor, keys.trust(), channel);
  for (const { name } of builds) assertMayRelease(actor, registry.ownerOf(name));
}

/** @throws {ReleaseRefusal} `NOT_ALLOWED` where two people promote and this is the token of none */
export function assertIsPerson(actor: Actor, channel: string): void {
  if (actor.person !== undefined) return;
  throw new ReleaseRefusal(
    'NOT_ALLOWED',
    `Two people promote to ${channel}, and the token ${actor.name} is no person's: sign in, or use one that is.`,
  );
}

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless this is another person, who may promote the same */
function assertMayConfirm(core: PlansCore, actor: Actor, row: Row): void {
  assertMayPlan(core, actor, row.channel, row.builds);
  if (isAnother(row, actor)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `Promotion ${row.id} needs another person than ${row.person ?? row.actor}.`);
}

function mayPlan(core: PlansCore, actor: Actor, { channel, builds }: Row): boolean {
  try {
    assertMayPlan(core, actor, channel, builds);
    return true;
  } catch {
    return false;
  }
}

const isUnconfirmed = (row: Row) => row.needs_confirmation && row.confirmed_by === null;
const isOver = (row: Row, now: Date) => row.expires_at !== null && row.expires_at <= now;

/**
 * Writes a promotion down that is to come. What it is decided on is what the channel serves now, unless `seen` says
 * otherwise: whoever changes the same remotes before it is done is not overruled.
 * @throws {ReleaseRefusal} `PLAN_INVALID`, `NOT_ALLOWED`
 */
export async function plan(core: PlansCore, wanted: PlannedPromotion, actor: Actor): Promise<Plan> {
  const { channel, builds, at, reason = null, override = false } = wanted;
  const now = core.now();
  if (at && (at <= now || at.getTime() - now.getTime() > FARTHEST_MS)) {
    throw new ReleaseRefusal('PLAN_INVALID', `${at.toISOString()} is not within the next 90 days.`);
  }
  assertMayPlan(core, actor, channel, builds);
  const { secondPersonMinutes } = await channelSettings(core.db, channel);
  if (secondPersonMinutes !== null) assertIsPerson(actor, channel);
  const seen = wanted.seen ?? (await core.channels.current(channel))?.number ?? 0;
  const begins = Math.max(now.getTime(), at?.getTime() ?? 0);
  return core.db.transaction().execute(async (trx) => {
    // Two questions at once are answered one after the other.
    await lockChannel(trx, channel);
    const waiting = await trx
      .selectFrom('releases.plan')
      .selectAll()
      .where('channel', '=', channel)
      .where('state', '=', 'waiting')
      .where('actor', '=', actor.name)
      .where('seen', '=', seen)
      .execute();
    // Asked again after a lost answer, it is planned once.
    const same = waiting.find((row) => isSame(row, wanted));
    if (same) return planOf(core, same, actor);
    const row = await trx
      .insertInto('releases.plan')
      .values({
        channel,
        builds: JSON.stringify(builds),
        rollout: wanted.rollout ? JSON.stringify(wanted.rollout) : null,
        at,
        needs_confirmation: secondPersonMinutes !== null,
        expires_at: new Date(begins + (secondPersonMinutes ?? LATEST_MINUTES) * 60_000),
        reason,
        is_override: override,
        seen,
        actor: actor.name,
        person: actor.person ?? null,
        created_at: now,
        state: 'waiting',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const share = wanted.rollout ? { rollout: wanted.rollout } : {};
    const detail = { channel, plan: row.id, builds, at: at?.toISOString() ?? null, override, ...share };
    const subject = builds.map(({ name }) => name).join(' ');
    await appendToLedger(trx, { actor, action: 'plan', subject, detail, reason, now });
    const made = planOf(core, row, actor);
    if (made.needsConfirmation) {
      const why = { ...(reason ? { reason } : {}), ...(made.expiresAt ? { expiresAt: made.expiresAt } : {}) };
      await tell(
        trx,
        {
          key: `plan ${row.id}`,
          kind: 'confirmation-needed',
          channel,
          remote: subject,
          teams: builds.map(({ name }) => core.registry.ownerOf(name)),
          facts: { plan: row.id, actor: actor.person ?? actor.name, ...why },
        },
        now,
      );
    }
    return made;
  });
}

const isSame = (row: Row, { builds, rollout, at, override = false }: PlannedPromotion): boolean =>
  row.at?.getTime() === at?.getTime() &&
  row.is_override === override &&
  isDeepStrictEqual([row.builds, row.rollout], JSON.parse(JSON.stringify([builds, rollout ?? null])));

/** Newest first. */
export async function listPlans(
  core: PlansCore,
  { channel, limit }: { channel: string; limit: number },
  actor: Actor,
): Promise<Plan[]> {
  const rows = await core.db
    .selectFrom('releases.plan')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => planOf(core, row, actor));
}

/** The next first; those that wait for another person alone before them. */
export async function listPlansToCome(core: PlansCore, channel: string, actor: Actor): Promise<Plan[]> {
  const now = core.now();
  const rows = await core.db
    .selectFrom('releases.plan')
    .selectAll()
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .orderBy(sql`at nulls first`)
    .orderBy('id')
    .execute();
  return rows.filter((row) => !isOver(row, now)).map((row) => planOf(core, row, actor));
}

const waiting = async (db: Kysely<ReleaseTables>, channel: string, id: number, now: Date): Promise<Row> => {
  const row = await db
    .selectFrom('releases.plan')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!row || isOver(row, now)) throw new ReleaseRefusal('PLAN_UNKNOWN', `${channel} has no promotion ${id} to come.`);
  return row;
};

/**
 * Another person agrees. Without a time, or after it, the promotion is done at once.
 * @throws {ReleaseRefusal} `PLAN_UNKNOWN`, `NOT_ALLOWED`, and what stands against the promotion
 */
export async function confirmPlan(core: PlansCore, channel: string, id: number, actor: Actor): Promise<Plan> {
  const { db, now } = core;
  await db.transaction().execute(async (trx) => {
    const row = await waiting(trx, channel, id, now());
    assertMayConfirm(core, actor, row);
    await trx.updateTable('releases.plan').set({ confirmed_by: actor.name }).where('id', '=', id).execute();
    const detail = { channel, plan: id, by: row.actor };
    await appendToLedger(trx, { actor, action: 'confirm', subject: channel, detail, now: now() });
  });
  const refusal = await runPlan(core, id);
  if (refusal) throw refusal;
  const row = await db.selectFrom('releases.plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return planOf(core, row, actor);
}

/** @throws {ReleaseRefusal} `PLAN_UNKNOWN`, `NOT_ALLOWED` */
export async function endPlan(
  core: PlansCore,
  { channel, id, reason }: { channel: string; id: number; reason: string },
  actor: Actor,
): Promise<void> {
  await core.db.transaction().execute(async (trx) => {
    const row = await waiting(trx, channel, id, core.now());
    assertMayPlan(core, actor, channel, row.builds);
    const note = `${actor.name}: ${reason}`;
    await trx.updateTable('releases.plan').set({ state: 'ended', note }).where('id', '=', id).execute();
    const detail = { channel, plan: id };
    await appendToLedger(trx, { actor, action: 'plan-end', subject: channel, detail, reason, now: core.now() });
  });
}

/**
 * Does what is due, and forgets what nobody confirmed in time. Called again and again, by several programs at once.
 * @returns sentences for the log
 */
export async function runDuePlans(core: PlansCore): Promise<string[]> {
  const now = core.now();
  const rows = await core.db.selectFrom('releases.plan').selectAll().where('state', '=', 'waiting').execute();
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
async function assertConfirmed(core: PlansCore, trx: Transaction<ReleaseTables>, row: Row): Promise<void> {
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
async function finish(trx: Transaction<ReleaseTables>, row: Row, outcome: Outcome, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('releases.plan')
    .set(outcome)
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
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
async function runPlan(core: PlansCore, id: number): Promise<ReleaseRefusal | null> {
  const { db, channels, now } = core;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('releases.plan')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
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
