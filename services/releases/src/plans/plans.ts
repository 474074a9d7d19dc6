import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { bound } from '@redress/server/bound';
import type { BuildRef } from '../channels/channel-reads.ts';
import { channelSettings } from '../channels/channel-settings.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import type { Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { tell } from '../notices/tell.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { Operation, ReleaseOperations } from '../release-operations.ts';
import { changeRows, rowsWith } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import {
  assertIsPerson,
  assertMayConfirm,
  assertMayPlan,
  isAnother,
  isOver,
  isUnconfirmed,
  mayPlan,
  type PlansCore,
  type Row,
} from './plan-rules.ts';
import { runPlan } from './run-plans.ts';

/** Promotions to come: at a time, or once another person has confirmed them (decision 0212). */

const FARTHEST_MS = 90 * 86_400_000;
/** A quiet hour is chosen for what it is: a program that was away then does not do it in a busy one. */
const LATEST_MINUTES = 60;
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

function planOf(core: PlansCore, row: Row, actor: Actor): Plan {
  const { is_override: override, seen: _, ...shown } = row;
  const isOpen = isUnconfirmed(row) && row.state === 'waiting';
  return {
    ...wire(shown),
    override,
    builds: row.builds.map(({ name, buildId }) => ({ name, buildId })),
    isYoursToConfirm: isOpen && isAnother(row, actor) && mayPlan(core, actor, row),
  };
}

/**
 * Writes a promotion down that is to come. What it is decided on is what the channel serves now, unless `seen` says
 * otherwise: whoever changes the same remotes before it is done is not overruled.
 * @throws {ReleaseRefusal} `PLAN_INVALID`, `NOT_ALLOWED`
 */
export async function plan(core: PlansCore, wanted: PlannedPromotion, actor: Actor): Promise<Plan> {
  const { channel, builds, at, reason = null, override = false } = wanted;
  const now = core.now();
  if (at && (at <= now || at.getTime() - now.getTime() > FARTHEST_MS))
    throw new ReleaseRefusal('PLAN_INVALID', `${at.toISOString()} is not within the next 90 days.`);
  assertMayPlan(core, actor, channel, builds);
  const { secondPersonMinutes } = await channelSettings(core.db, channel);
  if (secondPersonMinutes !== null) assertIsPerson(actor, channel);
  const seen = wanted.seen ?? (await core.channels.current(channel))?.number ?? 0;
  const begins = Math.max(now.getTime(), at?.getTime() ?? 0);
  return core.db.transaction().execute(async (trx) => {
    // Two questions at once are answered one after the other.
    await lockChannel(trx, channel);
    const waiting = await rowsWith(trx, 'plan', { channel, state: 'waiting', actor: actor.name, seen }).execute();
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
export const listPlans: Operation<PlansCore, 'plans'> = async (core, { channel, limit }, actor) => {
  const rows = await rowsWith(core.db, 'plan', { channel }).orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => planOf(core, row, actor));
};

/** The next first; those that wait for another person alone before them. */
export async function listPlansToCome(core: PlansCore, channel: string, actor: Actor): Promise<Plan[]> {
  const now = core.now();
  const rows = await rowsWith(core.db, 'plan', { channel, state: 'waiting' })
    .orderBy(sql`at nulls first`)
    .orderBy('id')
    .execute();
  return rows.filter((row) => !isOver(row, now)).map((row) => planOf(core, row, actor));
}

const waiting = async (db: Db, channel: string, id: number, now: Date): Promise<Row> => {
  const row = await rowsWith(db, 'plan', { id, channel, state: 'waiting' }).forUpdate().executeTakeFirst();
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
    await changeRows(trx, 'plan', { id }, { confirmed_by: actor.name });
    const detail = { channel, plan: id, by: row.actor };
    await appendToLedger(trx, { actor, action: 'confirm', subject: channel, detail, now: now() });
  });
  const refusal = await runPlan(core, id);
  if (refusal) throw refusal;
  const row = await rowsWith(db, 'plan', { id }).executeTakeFirstOrThrow();
  return planOf(core, row, actor);
}

/** @throws {ReleaseRefusal} `PLAN_UNKNOWN`, `NOT_ALLOWED` */
const endPlan: Operation<PlansCore, 'endPlan'> = async (core, { channel, id, reason }, actor) => {
  await core.db.transaction().execute(async (trx) => {
    const row = await waiting(trx, channel, id, core.now());
    assertMayPlan(core, actor, channel, row.builds);
    const note = `${actor.name}: ${reason}`;
    await changeRows(trx, 'plan', { id }, { state: 'ended', note });
    const detail = { channel, plan: id };
    await appendToLedger(trx, { actor, action: 'plan-end', subject: channel, detail, reason, now: core.now() });
  });
  return {};
};

export const planOperations = (core: ReleaseCore) =>
  ({
    schedule: async ({ builds, at, ...wanted }, actor) =>
      plan(core, { builds: await core.channels.namedBuilds(builds), at: new Date(at), ...wanted }, actor),
    confirm: ({ channel, id }, actor) => confirmPlan(core, channel, id, actor),
    ...bound(core, { plans: listPlans, endPlan }),
  }) satisfies Partial<ReleaseOperations>;
