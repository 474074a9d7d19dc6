import type { BuildRef } from '../channels/channel-reads.ts';
import { assertMayPromote, assertMayRelease, type Actor } from '../http/actor.ts';
import { isSamePerson } from '../people/same-person.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { RowOf } from '../store/schema.ts';

/** Who may plan and confirm a promotion, and until when it waits (decision 0212). */

export type Row = RowOf<'plan'>;
export type PlansCore = Pick<ReleaseCore, 'db' | 'channels' | 'registry' | 'keys' | 'now'>;

/** Whether this is another person than the one who planned, whichever token or session each of them asked by. */
export const isAnother = (row: Pick<Row, 'person' | 'actor'>, actor: Actor) =>
  actor.person !== undefined && !isSamePerson(actor.person, row.person) && actor.name !== row.actor;

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may promote these builds to the channel */
export function assertMayPlan(
  { keys, registry }: PlansCore,
  actor: Actor,
  channel: string,
  builds: readonly BuildRef[],
) {
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
export function assertMayConfirm(core: PlansCore, actor: Actor, row: Row): void {
  assertMayPlan(core, actor, row.channel, row.builds);
  if (isAnother(row, actor)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `Promotion ${row.id} needs another person than ${row.person ?? row.actor}.`);
}

export function mayPlan(core: PlansCore, actor: Actor, { channel, builds }: Row): boolean {
  try {
    assertMayPlan(core, actor, channel, builds);
    return true;
  } catch {
    return false;
  }
}

export const isUnconfirmed = (row: Row) => row.needs_confirmation && row.confirmed_by === null;
export const isOver = (row: Row, now: Date) => row.expires_at !== null && row.expires_at <= now;
