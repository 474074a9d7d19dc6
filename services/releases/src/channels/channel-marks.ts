import type { Move } from '@redress/contracts/release-api';
import type { Actor } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { putRow, removeRows, rowsWith } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';
import type { BuildRef } from './channel-reads.ts';
import { servedBuilds } from './served-builds.ts';

/** Why a build is left. `isWithdrawn`: open tabs leave it at once, whatever is typed into it, until the mark goes. */
interface BadMark {
  actor: Actor;
  reason: string;
  isWithdrawn?: boolean;
  /** Of the snapshot that left it. */
  number?: number;
}

/** What is remembered of a remote on a channel beside its builds: rolled back, switched off, bad. */
export function channelMarks(db: Db, channel: string, now: Date) {
  const stamped = (actor: Actor, reason: string) => ({ reason, actor: actor.name, created_at: now });
  return {
    async hold(remote: string, builds: { from: string; to: string }, actor: Actor, reason: string): Promise<void> {
      const row = { from_build: builds.from, to_build: builds.to, ...stamped(actor, reason) };
      await putRow(db, 'hold', { channel, remote }, row);
    },

    /** @returns how many of these remotes were held */
    async endHolds(remotes: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('releases.hold')
        .where('channel', '=', channel)
        .where('remote', 'in', remotes)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Also a build that never served everybody, or of which nothing but this is known. */
    async markBad(
      remote: string,
      buildId: string,
      { actor, reason, isWithdrawn = false, number = 0 }: BadMark,
    ): Promise<void> {
      const withdrawn = isWithdrawn ? { is_withdrawn: true } : {};
      const bad = { bad_at: now, bad_by: actor.name, bad_reason: reason, ...withdrawn };
      const since = { first_number: number, first_at: now, since_number: number, since_at: now };
      const first = { since_kind: 'rollout', ...since, last_number: number, last_at: now } as const;
      await putRow(db, 'served_build', { channel, remote, build_id: buildId }, bad, first);
    },

    /**
     * What a rollback leaves is bad, what it brings is good, and the remote is held. Forward again to what a rollback had
     * left, the build that this one brought was good, and is the way back.
     * @param told - of a rollback that nobody signed: whether what it brings is served. By its word alone nothing is good
     */
    async goBack({ remote, from, to }: Move, bad: BadMark, told?: { serves: boolean }): Promise<void> {
      const back = rowsWith(db, 'hold', { channel, remote, from_build: to, to_build: from });
      const isForward = !told && (await back.executeTakeFirst()) !== undefined;
      if (isForward) await this.endHolds([remote]);
      else {
        await this.markBad(remote, from, bad);
        await this.hold(remote, { from, to }, bad.actor, bad.reason);
      }
      if (told?.serves !== false) await this.clearBad(remote, to);
    },

    /**
     * A build that is promoted is good from now on.
     * @throws {ReleaseRefusal} `MARKED_BAD` where it was left as bad and nobody named this very build
     */
    async clearPromoted({ name, buildId, evenIfBad }: BuildRef): Promise<void> {
      const bad = (await servedBuilds(db, channel).find(name, buildId))?.bad;
      if (bad && !evenIfBad)
        throw new ReleaseRefusal('MARKED_BAD', `${bad.actor} marked ${name} ${buildId} bad: ${bad.reason}.`);
      await this.clearBad(name, buildId);
    },

    async clearBad(remote: string, buildId: string): Promise<void> {
      await db
        .updateTable('releases.served_build')
        .set({ bad_at: null, bad_by: null, bad_reason: null, is_withdrawn: false })
        .where(({ and }) => and({ channel, build_id: buildId }))
        // A restore may have known it by its id alone.
        .where('remote', 'in', [remote, ''])
        .execute();
    },

    async switchOff(remote: string, buildId: string, actor: Actor, reason: string): Promise<void> {
      const row = { build_id: buildId, ...stamped(actor, reason) };
      await putRow(db, 'switched_off', { channel, remote }, row);
    },

    async switchOn(remote: string): Promise<void> {
      await removeRows(db, 'switched_off', { channel, remote });
    },
  };
}
