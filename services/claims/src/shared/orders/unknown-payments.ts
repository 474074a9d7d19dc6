import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Kinds of audit rows: there is no other place for a payment whose order is not in the database. */
export const UNKNOWN_FOUND = 'payment.unknown';
export const UNKNOWN_REFUNDED = 'payment.unknown-refunded';

export interface UnknownPayment {
  intentId: string;
  foundAt: Date;
  amountCents: number;
  /** Draft that was paid for; it may be there when the order is not. */
  claimId: string | null;
  isRefunded: boolean;
}

/** Payments of orders that a restored database does not have, as far as they were looked for. */
export async function findUnknownPayments(db: Db): Promise<UnknownPayment[]> {
  const { rows } = await sql<UnknownPayment>`
    select e.subject_id as "intentId", e.at as "foundAt", (e.details->>'amountCents')::int as "amountCents",
      e.details->>'claimId' as "claimId",
      exists (select from claims.event r where r.kind = ${UNKNOWN_REFUNDED} and r.subject_id = e.subject_id) as "isRefunded"
    from claims.event e where e.kind = ${UNKNOWN_FOUND} order by e.id`.execute(db);
  return rows;
}
