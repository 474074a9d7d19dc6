/** What can be done with a channel, and what the acts take. */
import type { Move, Released, RolloutSteps, StaffPassRow } from '@redress/contracts/release-api';
import type { Cohorts, SignedSnapshot } from '@redress/contracts/releases';
import type { Actor } from '../http/actor.ts';
import type { ChangeOptions } from './channel-change.ts';
import type { BuildRef, ChannelReads } from './channel-reads.ts';
import type { Rehearsed } from './rehearsal.ts';

/** Builds in place of those of everybody, or everything as a numbered snapshot had it. */
export type PreviewTarget = { builds: readonly { name: string; buildId: string }[] } | { snapshot: number };

export type RolloutAct = 'pause' | 'resume' | 'finish' | 'abort';

/** A build, and the share of the visitors that is to have it. */
export interface WantedRollout {
  remote: string;
  buildId: string;
  /** Absent: share and steps stay as they are; 0 for a build that begins. */
  percent?: number | undefined;
  next?: RolloutSteps | null | undefined;
  /** Absent: as they are. */
  cohorts?: Cohorts | undefined;
  /** Somebody named this very build: it is served although it was rolled back. */
  evenIfBad?: boolean | undefined;
}

export type WantedBack = { remote: string; to?: string | undefined; rollingOut?: string | undefined };

/**
 * What is to go back: remotes, each to a named build or its last good one, or everything to a numbered snapshot.
 * `rollingOut`: nothing but this build, which a share of the visitors has.
 */
export type RollbackTarget = { remotes: readonly WantedBack[] } | { snapshot: number };

/** A remote and the build under another name that takes its place. */
export interface Succession {
  remote: string;
  to: BuildRef;
}

export interface Channels extends ChannelReads {
  /** Serves these builds, all in one snapshot. A promotion ends the hold that a rollback put on a remote. */
  promote(channel: string, builds: readonly BuildRef[], actor: Actor, options?: ChangeOptions): Promise<Released>;
  /** Serves earlier builds of remotes, or of everything as a numbered snapshot had it, in one snapshot. Needs a reason. */
  rollBack(
    channel: string,
    target: RollbackTarget,
    actor: Actor,
    options: ChangeOptions,
  ): Promise<Released & { moves: Move[] }>;
  /** Serves a build to a share of the visitors, or changes the share. */
  rollOut(channel: string, wanted: WantedRollout, actor: Actor, options?: ChangeOptions): Promise<Released>;
  /** Pauses or resumes the steps of a rollout, makes its build everybody's, or takes it back. */
  changeRollout(
    channel: string,
    remote: string,
    act: RolloutAct,
    actor: Actor,
    options?: ChangeOptions,
  ): Promise<Released>;
  /** Signs what a preview shows until it ends; the channel serves nothing else because of it. */
  preview(
    channel: string,
    target: PreviewTarget,
    until: Date,
    actor: Actor,
  ): Promise<{ signed: SignedSnapshot; what: string; isNew: boolean }>;
  /** Makes the address at which one browser becomes staff. For release managers. */
  addStaffPass(
    wanted: { channel: string; person: string; days: number; reason: string | null },
    actor: Actor,
  ): Promise<StaffPassRow & { path: string }>;
  /** Ends a staff pass. @returns the snapshot by which sites learn of it; `null` while nothing rolls out to staff */
  endStaffPass(pass: { channel: string; id: number; reason: string }, actor: Actor): Promise<number | null>;
  /** Puts a build under another name in the place of a remote. Needs a reason. */
  takePlace(channel: string, succession: Succession, actor: Actor, options: ChangeOptions): Promise<Released>;
  /** Takes the mark of a rollback back: the build may be served, and gone back to, again. Needs a reason. */
  unmark(channel: string, build: { name: string; buildId: string }, actor: Actor, reason: string): Promise<void>;
  /** Takes a remote off a channel for good, with its pages and slots. For release managers; needs a reason. */
  retire(channel: string, remote: string, actor: Actor, options: ChangeOptions): Promise<Released>;
  /** Kill switch: no tab loads a file of this remote; its routes and slots say that it is off. Needs a reason. */
  switchOff(
    channel: string,
    remote: string,
    actor: Actor,
    reason: string | undefined,
    seen?: number,
  ): Promise<Released>;
  switchOn(channel: string, remote: string, actor: Actor, reason?: string, seen?: number): Promise<Released>;
  /**
   * Signs the same builds again when half of the snapshot's life is over, or the channel's key has changed.
   * @returns `null` when there is no reason to
   */
  renew(channel: string, options?: { force?: boolean }): Promise<Released | null>;
  /** Tries an act on channels that keep nothing. @see Rehearsal */
  rehearse(act: (channels: TriedChannels) => Promise<unknown>): Promise<Rehearsed>;
}

/** Those on which an act is tried. */
export type TriedChannels = Omit<Channels, 'rehearse'>;
