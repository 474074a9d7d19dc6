import { ReleaseRefusal } from '../refusal.ts';
import { ownOf, type Trust } from './trust.ts';

/** @returns the team a remote belongs to, or `null` before its first build is published */
export const teamOf = (trust: Trust, name: string): string | null => ownOf(trust.remotes, name)?.team ?? null;

/**
 * @param owner - the team a build names as its owner
 * @returns whether a build with this owner may stand under the remote's name: its team now, or one before a move
 */
export function isOwnerOf(trust: Trust, name: string, owner: string): boolean {
  const remote = ownOf(trust.remotes, name);
  return !remote || remote.team === owner || remote.formerly.includes(owner);
}

/** @throws {ReleaseRefusal} `OWNER_CHANGED` when another team has the remote */
export function assertOwner(trust: Trust, name: string, owner: string): void {
  const team = teamOf(trust, name);
  if (team === null || team === owner) return;
  throw new ReleaseRefusal('OWNER_CHANGED', `${name} belongs to ${team}; this build says ${owner}.`);
}

/**
 * A remote is claimed once, by the team that publishes its first build.
 * @throws {ReleaseRefusal} `OWNER_CHANGED`
 */
export function withClaims(trust: Trust, claims: Readonly<Record<string, string>>): Trust {
  for (const [name, team] of Object.entries(claims)) assertOwner(trust, name, team);
  const added = Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !Object.hasOwn(trust.remotes, name))
      .map(([name, team]) => [name, { team, formerly: [] }]),
  );
  return { ...trust, remotes: { ...trust.remotes, ...added } };
}

/** Builds that the former team signed stay valid: they may have to be rolled back to. */
export function withMoved(trust: Trust, name: string, team: string): Trust {
  if (!Object.hasOwn(trust.teams, team)) throw new ReleaseRefusal('OWNER_UNKNOWN', `There is no key of ${team}.`);
  const before = ownOf(trust.remotes, name);
  const formerly = before ? [...new Set([...before.formerly, before.team])].filter((former) => former !== team) : [];
  return { ...trust, remotes: { ...trust.remotes, [name]: { team, formerly } } };
}

export const withPromoters = (trust: Trust, channel: string, role: Trust['promoters'][string]): Trust => ({
  ...trust,
  promoters: { ...trust.promoters, [channel]: role },
});

/** Every team with a key, and the remotes it owns. */
export const teamsOf = ({ teams, remotes }: Trust): { name: string; remotes: string[] }[] =>
  Object.keys(teams)
    .sort()
    .map((name) => ({
      name,
      remotes: Object.keys(remotes)
        .filter((remote) => remotes[remote]?.team === name)
        .sort(),
    }));
