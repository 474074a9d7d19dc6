import type { Finding } from '@redress/contracts/release-api';
import type { Kysely, Transaction } from 'kysely';
import { assertManages, type Actor } from '../http/actor.ts';
import { isReleaseRefusal, type ReleaseRefusal } from '../refusal.ts';
import type { RolloutRow } from '../rollouts/rollouts.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';
import type { ChannelReads, ChannelState } from './channel-reads.ts';

type Db = Kysely<ReleaseTables>;

/** What the channel is to serve, and the builds that begin to. */
interface Wanted {
  state: ChannelState;
  next: { builds: SnapshotBuilds; off: Record<string, string>; rollouts: readonly RolloutRow[] };
  begin: readonly (readonly [name: string, buildId: string])[];
}

/** Thrown where an act would begin to write: the transaction is rolled back with it. */
class RehearsalEnd extends Error {}

/**
 * An act that is only tried: the same code up to its first lasting effect. What the gate finds is collected, not thrown,
 * so that everything that stands in the way is known at once.
 * @see decision 0227
 */
export interface Rehearsal {
  /** As for an act, without the lock of the channel: trying makes nobody wait. Never returns. */
  within(
    channel: string,
    work: (trx: Transaction<ReleaseTables>, state: ChannelState) => Promise<unknown>,
    on: { db: Db; reads: Pick<ChannelReads, 'stateAt'> },
  ): Promise<never>;
  found(findings: readonly Finding[], actor: Actor, options: { override?: boolean | undefined }): Finding[];
  end(wanted: Wanted): never;
  /** Runs the act to its end. @returns what it came to */
  run(act: () => Promise<unknown>): Promise<Rehearsed>;
}

export interface Rehearsed {
  /** What the channel serves; `null` when the act was refused before it looked. */
  state: ChannelState | null;
  /** `null` when nothing would change for visitors, or the act was refused. */
  wanted: Wanted | null;
  findings: readonly Finding[];
  /** What the gate found is overridden: the actor asked for it, and may. */
  isOverridden: boolean;
  refusal: ReleaseRefusal | null;
}

export function createRehearsal(): Rehearsal {
  const come: Rehearsed = { state: null, wanted: null, findings: [], isOverridden: false, refusal: null };
  return {
    within: (channel, work, { db, reads }) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('releases.channel')
          .select('number')
          .where('name', '=', channel)
          .executeTakeFirst();
        come.state = await reads.stateAt(channel, row?.number ?? 0, trx);
        await work(trx, come.state);
        throw new RehearsalEnd();
      }),
    found(findings, actor, { override }) {
      come.findings = findings;
      if (override && findings.length > 0) assertManages(actor);
      come.isOverridden = override === true;
      return [];
    },
    end(wanted) {
      come.wanted = wanted;
      throw new RehearsalEnd();
    },
    async run(act) {
      try {
        await act();
      } catch (error) {
        if (isReleaseRefusal(error)) come.refusal = error;
        else if (!(error instanceof RehearsalEnd)) throw error;
      }
      return come;
    },
  };
}
