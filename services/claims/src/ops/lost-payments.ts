import { formatCents } from '@redress/domain/cents';
import type { Trx } from '../platform/database.ts';
import { JOBS } from '../shared/job-names.ts';
import { findUnknownPayments } from '../shared/orders/unknown-payments.ts';
import type { DeskDeps } from './desk.ts';
import { recordAct, type Printed } from './operator.ts';

type LostPaymentsDeps = Pick<DeskDeps, 'db' | 'newId' | 'now'> & { jobs: Pick<DeskDeps['jobs'], 'enqueue'> };

/** After a restored backup: payments that Stripe has and the database does not (docs/runbooks/restored-backup.md). */
export function createLostPayments({ db, jobs, newId, now }: LostPaymentsDeps) {
  const order = (trx: Trx, name: string, data: Record<string, unknown>) =>
    jobs.enqueue(trx, name, data, { key: newId() });

  return {
    /** @param from - time of the backup; without it, what was found so far is shown */
    async list(from: string | undefined): Promise<Printed> {
      if (from !== undefined) {
        const since = new Date(from);
        if (Number.isNaN(since.getTime())) throw new Error('Say since when, with --from 2026-11-22T08:00Z.');
        const data = { since: since.toISOString() };
        await db.transaction().execute((trx) => order(trx, JOBS.findUnknownPayments, data));
        return ['A worker is asking Stripe. Run the command without --from to see the result.'];
      }
      const found = await findUnknownPayments(db);
      if (found.length === 0) return ['No payment is known that the database does not have.'];
      return [
        'intent\tsum\tclaim\tstate',
        ...found.map(({ intentId, amountCents, claimId, isRefunded }) =>
          [intentId, formatCents(amountCents), claimId ?? '-', isRefunded ? 'given back' : 'needs you'].join('\t'),
        ),
      ];
    },

    async refund(intentId: string, reason: string): Promise<Printed> {
      const found = (await findUnknownPayments(db)).find((payment) => payment.intentId === intentId);
      if (!found)
        throw new Error(
          `${intentId} is no payment that the database does not have: lost-payments --from … looks for them.`,
        );
      if (found.isRefunded) throw new Error(`${intentId} was given back already.`);
      const subject = { kind: 'payment-intent', id: intentId };
      await db.transaction().execute(async (trx) => {
        await recordAct(trx, now(), { kind: 'payment.unknown-refund-ordered', subject, reason });
        await order(trx, JOBS.refundUnknown, { intentId, reason });
      });
      return [`${formatCents(found.amountCents)} will be given back by a worker.`];
    },
  };
}
