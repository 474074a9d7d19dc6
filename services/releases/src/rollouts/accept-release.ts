import {
  ROLLOUT_KIND,
  RolloutRules,
  SignedRelease,
  type RolloutRule,
  type SignedSnapshot,
  type Snapshot,
  type SnapshotBuild,
} from '@redress/contracts/releases';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Trust } from '../keys/trust.ts';
import { acceptSnapshot, assertSignedFor, SnapshotRejected } from '../snapshots/accept-snapshot.ts';
import type { HeldIndex } from '../snapshots/snapshot-index.ts';
import { asksOf, resolve, type Asks, type Visitor } from './resolve.ts';

export interface HeldVariant {
  signed: SignedSnapshot;
  snapshot: Snapshot;
  /** `null`: its documents hold the whole. */
  index: HeldIndex | null;
}

/** What rolls out at the number of a snapshot, verified. */
export interface HeldRollout {
  rules: readonly RolloutRule[];
  /** By the names of their remotes, in order, a space between. */
  variants: ReadonlyMap<string, HeldVariant>;
  /** Those that roll out. */
  builds: readonly SnapshotBuild[];
  /** What has to be known of a visitor. */
  asks: Asks;
  /** Staff passes that were ended before their time. */
  endedPasses: readonly number[];
  /** @returns the variant of a visitor; `null` for the snapshot that everybody else has */
  variantFor(visitor: Visitor): string | null;
  /** @param builds - `mf-letters@0123456789ab`, of a tab that runs them @returns the variant with those that still roll out */
  variantOf(builds: readonly string[]): string | null;
}

const RULES_BEGIN = `{"kind":"${ROLLOUT_KIND}",`;

/**
 * Reads a snapshot with its rules and variants that came from anywhere, all of it or nothing: each signed by a key of the
 * channel and of one number, and each variant different in the builds that its rules name and in nothing else.
 * @throws {SnapshotRejected}
 */
export function acceptRelease(
  received: unknown,
  context: { trust: Trust; channel: string; heldNumber: number; now: Date; allowExpired?: boolean },
): HeldVariant & { release: SignedRelease; rollout: HeldRollout | null } {
  const accepted = acceptSnapshot(received, context);
  const { snapshot } = accepted;
  const release = z.safeParse(SignedRelease, received);
  if (!release.success) throw new SnapshotRejected('malformed', 'What comes with the snapshot is not of a known form.');
  const { rollout } = release.data;
  if (!rollout) return { ...accepted, release: release.data, rollout: null };
  const { rules, endedPasses = [] } = acceptRules(rollout.rules, snapshot, context);
  const variants = new Map<string, HeldVariant>();
  for (const each of rollout.variants) {
    const variant = acceptSnapshot(each, { ...context, isVariant: true });
    variants.set(nameOf(assertVariant(variant.snapshot, snapshot, rules)), variant);
  }
  if (variants.size !== 2 ** rules.length - 1)
    throw new SnapshotRejected('mixed', 'A variant of the rules is missing.');
  return { ...accepted, release: release.data, rollout: heldRollout(rules, variants, endedPasses) };
}

const nameOf = (remotes: readonly string[]): string => remotes.toSorted().join(' ');

function heldRollout(
  rules: readonly RolloutRule[],
  variants: HeldRollout['variants'],
  endedPasses: readonly number[],
): HeldRollout {
  const named = (wanted: (rule: RolloutRule) => boolean) =>
    nameOf(rules.filter(wanted).map(({ remote }) => remote)) || null;
  return {
    rules,
    variants,
    builds: rules.flatMap(({ remote }) => {
      const variant = variants.get(remote);
      return (variant && currentOf(variant.snapshot, remote)) ?? [];
    }),
    asks: asksOf(rules),
    endedPasses,
    variantFor(visitor) {
      const builds = resolve(rules, visitor);
      return named(({ remote, build }) => builds[remote] === build);
    },
    variantOf: (builds) => named(({ remote, build }) => builds.includes(`${remote}@${build}`)),
  };
}

function acceptRules(
  signed: SignedSnapshot,
  snapshot: Snapshot,
  { trust, channel }: { trust: Trust; channel: string },
): RolloutRules {
  const { payload } = signed;
  assertSignedFor({ trust, channel }, signed, payload, 'the rules');
  if (!payload.startsWith(RULES_BEGIN)) throw new SnapshotRejected('bad-signature', 'What was signed is no rules.');
  const read = z.safeParse(RolloutRules, JSON.parse(payload));
  if (!read.success) throw new SnapshotRejected('malformed', 'The rules are not of a known form.');
  const { rules, number } = read.data;
  const ofSnapshot = read.data.channel === channel && number === snapshot.number;
  const isEachOnce = new Set(rules.map(({ remote }) => remote)).size === rules.length;
  if (!ofSnapshot || !isEachOnce || rules.some(({ remote, base }) => currentOf(snapshot, remote)?.buildId !== base))
    throw new SnapshotRejected('mixed', 'The rules are not those of this snapshot.');
  return read.data;
}

const currentOf = (snapshot: Snapshot, remote: string) =>
  remote === 'shell' ? snapshot.shell : snapshot.remotes[remote]?.current;

/** @returns the remotes whose build rolls out @throws {SnapshotRejected} when anything else differs */
function assertVariant(variant: Snapshot, base: Snapshot, rules: readonly RolloutRule[]): readonly string[] {
  const { variant: remotes = [], ...rest } = variant;
  const asBase: Snapshot = { ...rest, remotes: { ...rest.remotes } };
  for (const remote of remotes) {
    const rule = rules.find((each) => each.remote === remote);
    if (!rule || currentOf(variant, remote)?.buildId !== rule.build)
      throw new SnapshotRejected('mixed', 'A variant has a build that no rule names.');
    const entry = base.remotes[remote];
    if (remote === 'shell') asBase.shell = base.shell;
    else if (entry) asBase.remotes[remote] = entry;
  }
  if (remotes.length === 0 || !isDeepStrictEqual(asBase, base))
    throw new SnapshotRejected('mixed', 'A variant is not of this snapshot.');
  return remotes;
}
