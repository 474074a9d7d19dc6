import type { Finding } from '@redress/contracts/release-api';
import { assertManages } from '../http/actor.ts';
import { isReleaseRefusal, type ReleaseRefusal } from '../refusal.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';
import { beginning, nextOf, type ChannelChanger, type Served } from './channel-change.ts';
import type { ChannelReads, ChannelState } from './channel-reads.ts';
import { withOutsideReads } from './outside-lock.ts';

/** What an act that was only tried came to. */
export interface Rehearsed {
  /** What the channel serves; `null` when the act was refused before it looked. */
  state: ChannelState | null;
  /** What it is to serve, and the builds that begin to; `null` when nothing would change for visitors, or it was refused. */
  wanted: {
    next: Served;
    begin: readonly (readonly [name: string, buildId: string])[];
  } | null;
  findings: readonly Finding[];
  /** What the gate found is overridden: the actor asked for it, and may. */
  isOverridden: boolean;
  refusal: ReleaseRefusal | null;
}

/** Thrown where an act would begin to write: the transaction is rolled back with it. */
class RehearsalEnd extends Error {}

/**
 * A changer for an act that is only tried: a transaction that is rolled back where the act would begin to write. What the
 * gate finds is collected, not thrown, so that everything that stands in the way is known at once.
 * @see decision 0227
 */
export function createRehearsal(
  changer: ChannelChanger,
  { db, reads }: { db: Db; reads: Pick<ChannelReads, 'stateAt'> },
): { changer: ChannelChanger; run(act: () => Promise<unknown>): Promise<Rehearsed> } {
  const come: Rehearsed = { state: null, wanted: null, findings: [], isOverridden: false, refusal: null };
  const tried: ChannelChanger = {
    ...changer,
    // Without the lock of the channel: trying makes nobody wait.
    within: (channel, work) =>
      withOutsideReads((begin) =>
        db.transaction().execute(async (trx) => {
          begin(trx);
          const row = await rowsWith(trx, 'channel', { name: channel }).executeTakeFirst();
          come.state = await reads.stateAt(channel, row?.number ?? 0, trx);
          const { state } = come;
          await work(trx, state, (change) => {
            const next = nextOf(channel, state, change);
            come.wanted = { next, begin: beginning(state, next) };
            throw new RehearsalEnd();
          });
          throw new RehearsalEnd();
        }),
      ),
    async passGate(trx, change) {
      come.findings = await changer.findings(trx, change);
      if (change.options.override && come.findings.length > 0) assertManages(change.actor);
      come.isOverridden = change.options.override === true;
      return { overridden: [], warnings: [] };
    },
  };
  return {
    changer: tried,
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
