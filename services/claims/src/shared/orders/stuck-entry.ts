/** The package without court papers. */
export const DEMAND_LETTER = 'demand-letter';

/** Steps that may be overdue. */
export const STUCK_KINDS = [
  'letter-not-made',
  'letter-not-posted',
  'mailing-not-taken',
  'papers-not-made',
  'payment-unsettled',
  'payment-unopened',
  'coupon-still-held',
  'left-open',
  'refund-not-done',
  'refund-failed',
  'left-behind',
  'erasure-waiting',
  'event-unprocessed',
  'payment-mismatch',
  'letter-problem',
] as const;

/** A step that is overdue. */
export interface Stuck {
  what: (typeof STUCK_KINDS)[number];
  /** Since when it is overdue. */
  since: Date;
  orderNumber: string | null;
  /** What to do about it; `null` where only a person can. */
  job: { name: string; data: Record<string, unknown>; key: string } | null;
}

/**
 * Rows of one kind, each with the job that takes its step.
 * @param field - name in the job's data under which the row's id stands; the id is the job's key as well
 */
export const overdue =
  (what: Stuck['what'], job: string, field: string) =>
  ({ id, since, orderNumber }: { id: string; since: Date; orderNumber: string | null }): Stuck => ({
    what,
    since,
    orderNumber,
    job: { name: job, data: { [field]: id }, key: id },
  });

/** Rows made, or orders paid, between two times. */
export interface Window {
  from: Date;
  to: Date;
}

/** Rows of each kind. */
export const LIMIT = 500;
