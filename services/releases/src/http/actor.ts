import { mayCall, ROLES, type Person, type ReleaseEndpoint, type Role } from '@redress/contracts/release-api';
import type { Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';

/** Who asks, by the token or the session they hold. */
export type Actor = Person;

export const systemActor = (name: string): Actor => ({ name, role: 'system', team: null });

export const asRole = (text: string): Role | undefined => ROLES.find((known) => known === text);

/** @throws {ReleaseRefusal} `REQUEST_INVALID` */
export function assertTeamFits(role: Role, team: string | null): void {
  if ((role === 'developer') === (team !== null)) return;
  throw new ReleaseRefusal('REQUEST_INVALID', 'A developer has a team, others have none.');
}

const CHANGES_CHANNELS: readonly Actor['role'][] = ['release-manager', 'system'];

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the call is open to the actor's role; whose remote it is, is asked later */
export function assertMayCall(actor: Actor, call: ReleaseEndpoint): void {
  if (mayCall(actor.role, call)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} may not do this: it needs the role ${call.access}.`);
}

/**
 * @param team - the team a remote belongs to by the trust document; `null` for a remote without an owner
 * @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may act on that team's remotes
 */
export function assertMayRelease(actor: Actor, team: string | null): void {
  if (CHANGES_CHANNELS.includes(actor.role)) return;
  if (actor.role === 'developer' && team !== null && actor.team === team) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} may not release what ${team ?? 'no team'} owns.`);
}

/** @throws {ReleaseRefusal} `NOT_ALLOWED` where the trust document leaves promotion to release managers */
export function assertMayPromote(actor: Actor, trust: Trust, channel: string): void {
  if (trust.promoters[channel] !== 'release-manager' || CHANGES_CHANNELS.includes(actor.role)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `Only a release manager promotes to ${channel}.`);
}

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may act on every remote, and override the gate */
export function assertManages(actor: Actor): void {
  if (CHANGES_CHANNELS.includes(actor.role)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is not a release manager.`);
}
