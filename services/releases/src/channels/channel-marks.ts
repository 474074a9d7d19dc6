import type { Actor } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';
import type { BuildRef } from './channel-reads.ts';

/** What is remembered of a remote on a channel beside its builds: rolled back, switched off, bad. */
export function channelMarks(db: Db, channel: string, now: Date) {
  const stamped = (actor: Actor, reason: string) => ({ reason, actor: actor.name, created_at: now });
  const markOf = (remote: string, buildId: string) =>
    db
      .updateTable('releases.served_build')
      .where(({ and }) => and({ channel, remote }))
      .where('build_id', '=', buildId);
  return {
    async hold(remote: string, builds: { from: string; to: string }, actor: Actor, reason: string): Promise<void> {
      const row = { from_build: builds.from, to_build: builds.to, ...stamped(actor, reason) };
      await db
        .insertInto('releases.hold')
        .values({ channel, remote, ...row })
        .onConflict((conflict) => conflict.columns(['channel', 'remote']).doUpdateSet(row))
        .execute();
    },

    /** Whether a rollback brought `to` and left `from`, and nobody has promoted since. */
    async isHeld(remote: string, { from, to }: { from: string; to: string }): Promise<boolean> {
      const rows = rowsWith(db, 'hold', { channel, remote, from_build: from, to_build: to });
      return (await rows.executeTakeFirst()) !== undefined;
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

    /** @param mark.isWithdrawn - open tabs leave it at once, whatever is typed into it, until the mark goes */
    async markBad(
      remote: string,
      buildId: string,
      mark: { actor: Actor; reason: string; isWithdrawn?: boolean },
    ): Promise<void> {
      const { actor, reason, isWithdrawn = false } = mark;
      await markOf(remote, buildId)
        .set({ bad_at: now, bad_by: actor.name, bad_reason: reason, ...(isWithdrawn ? { is_withdrawn: true } : {}) })
        .execute();
    },

    /**
     * A build that is promoted is good from now on.
     * @throws {ReleaseRefusal} `MARKED_BAD` where it was left as bad and nobody named this very build
     */
    async clearPromoted({ name, buildId, evenIfBad }: BuildRef): Promise<void> {
      const row = await rowsWith(db, 'served_build', { channel, remote: name, build_id: buildId }).executeTakeFirst();
      if (row?.bad_at && !evenIfBad) {
        const said = `${row.bad_by} marked ${name} ${buildId} bad: ${row.bad_reason}.`;
        throw new ReleaseRefusal('MARKED_BAD', said);
      }
      await this.clearBad(name, buildId);
    },

    async clearBad(remote: string, buildId: string): Promise<void> {
      await markOf(remote, buildId)
        .set({ bad_at: null, bad_by: null, bad_reason: null, is_withdrawn: false })
        .execute();
    },

    async switchOff(remote: string, buildId: string, actor: Actor, reason: string): Promise<void> {
      const row = { build_id: buildId, ...stamped(actor, reason) };
      await db
        .insertInto('releases.switched_off')
        .values({ channel, remote, ...row })
        .onConflict((conflict) => conflict.columns(['channel', 'remote']).doUpdateSet(row))
        .execute();
    },

    async switchOn(remote: string): Promise<void> {
      await db
        .deleteFrom('releases.switched_off')
        .where(({ and }) => and({ channel, remote }))
        .execute();
    },
  };
}
