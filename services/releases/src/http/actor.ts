import type { Role } from '../keys/key-folder.ts';
import { ReleaseRefusal } from '../refusal.ts';

/** Who asks, by the token they hold. */
export interface Actor {
  /** Name of the token, or of the process: `release-manager`, `start`. */
  name: string;
  role: Role | 'system';
  team: string | null;
}

export const systemActor = (name: string): Actor => ({ name, role: 'system', team: null });

const CHANGES_CHANNELS: readonly Actor['role'][] = ['release-manager', 'system'];

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may release builds of this owner */
export function assertMayRelease(actor: Actor, owner: string): void {
  if (CHANGES_CHANNELS.includes(actor.role) || (actor.role === 'developer' && actor.team === owner)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} may not release what ${owner} owns.`);
}

/** @throws {ReleaseRefusal} `NOT_ALLOWED` unless the actor may act on every remote, and override the gate */
export function assertManages(actor: Actor): void {
  if (CHANGES_CHANNELS.includes(actor.role)) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is not a release manager.`);
}
