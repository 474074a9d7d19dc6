import { DEFAULT_PACKAGES, hasCourtPapers } from '@redress/domain/packages';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { JOBS } from '../job-names.ts';
import { REFUNDED, REFUNDING } from '../letters/letter-problem.ts';
import { REFUND_FAILED } from './refund.ts';

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
  'copy-not-mailed',
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

/** How long each step may take before it counts as stuck: its job and some of its retries fit into that. */
const PATIENCE_MINUTES = 1;
/** An unfinished payment is checked for two days after the last action of the buyer. */
const PAYMENT_DAYS = 2;
const DAY_MINUTES = 1_440;
/** What no index leads to is looked for among the rows of these days by the minute, and among all rows by night. */
const RECENT_DAYS = 7;
/** Rows whose account is not there: each row of the window asks for its account, so the window of each minute is a day. */
const RECENT_LEFT_DAYS = 1;
/**
 * By night so many days at once, and fewer where that took long: a statement that nears its limit would end the whole run,
 * and saves wait beside it.
 */
const WINDOW_DAYS = { first: 1, fewest: 1 / 24, most: 7 };
const LONG_MS = 400;
const SHORT_MS = 100;
/** Rows of each look. */
const LIMIT = 500;
const WITH_PAPERS = DEFAULT_PACKAGES.map(({ id }) => id).filter(hasCourtPapers);

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

interface Asked {
  now: Date;
  /** Rows that were touched later are left to whoever works on them. */
  before: Date;
  /** Of a look by days: rows made, or orders paid, between these times. */
  from: Date;
  to: Date;
}

interface Found {
  id: string;
  since: Date;
  order_number: string | null;
  /** Where a look finds several kinds. */
  what?: Stuck['what'];
  /** Where the job is another for some rows. */
  is_for_a_person?: boolean;
  approval_id?: string;
  provider?: string;
}

interface Look {
  /** What it may find. */
  kinds: readonly [Stuck['what'], ...Stuck['what'][]];
  rows: (asked: Asked) => RawBuilder<Found>;
  /** What takes the step; `null` where only a person can. */
  job: ((row: Found) => Stuck['job']) | null;
}

/** A job about a row: its id is the job's key as well. */
const about =
  (name: string, field: string) =>
  ({ id }: Found) => ({ name, data: { [field]: id }, key: id });

const waitingErasure = about(JOBS.eraseLetters, 'userId');

/** The browser was closed after paying, and the webhook is missing. Recent payments first: their buyers may be waiting. */
const UNSETTLED: Look = {
  kinds: ['payment-unsettled'],
  rows: ({ now, before }) => sql`
    select p.intent_id as id, p.updated_at as since, o.order_number
    from claims.payment p join claims.claim_order o on o.id = p.order_id
    where p.status in ('open', 'processing') and p.intent_id is not null and p.intent_id not like 'pi\\_free\\_%'
      and p.updated_at < ${before} and p.updated_at > ${ago(now, PAYMENT_DAYS * DAY_MINUTES)}
    order by p.updated_at desc`,
  job: about(JOBS.checkPayment, 'intentId'),
};

/** What indexes lead to: all that is overdue now. */
const LOOKS: readonly Look[] = [
  {
    kinds: ['letter-not-made'],
    // `advanced_at` is written when the letter is there: without it each sweep would look at every order that was ever
    // paid. The letter is asked for each of these few: joined, every letter was read.
    rows: ({ before }) => sql`
      select o.id, o.paid_at as since, o.order_number
      from claims.claim_order o join claims.form_session f on f.id = o.form_session_id
      where o.status = 'paid' and o.paid_at < ${before} and (o.advanced_at is null or o.problem is not null)
        and coalesce((select state from claims.letter l where l.form_session_id = o.form_session_id), 'copy') = 'copy'`,
    job: about(JOBS.advanceOrder, 'orderId'),
  },
  {
    kinds: ['letter-not-posted'],
    rows: ({ before }) => sql`
      select l.id, l.window_ends_at as since, o.order_number, l.approval_id
      from claims.letter l join claims.claim_order o on o.id = l.order_id
      where l.state = 'approved' and l.window_ends_at < ${before} and o.status = 'paid'`,
    job: ({ id, approval_id: approvalId }) => ({
      name: JOBS.endWindow,
      data: { letterId: id, approvalId: approvalId ?? '' },
      key: approvalId ?? id,
    }),
  },
  {
    // A copy waits while its letter is open again, unless the price went back meanwhile.
    kinds: ['mailing-not-taken'],
    rows: ({ before }) => sql`
      select m.id, m.created_at as since, o.order_number
      from claims.mailing m join claims.claim_order o on o.id = m.order_id join claims.letter l on l.id = m.letter_id
      where m.state = 'waiting' and m.created_at < ${before}
        and (l.state in ('posting', 'posted') or l.problem in (${REFUNDING}, ${REFUNDED}))`,
    job: about(JOBS.sendMailing, 'mailingId'),
  },
  UNSETTLED,
  {
    // Stripe never said whether it made the intent, and the buyer has not come back.
    kinds: ['payment-unopened'],
    rows: ({ before }) => sql`
      select p.id, p.updated_at as since, o.order_number
      from claims.payment p join claims.claim_order o on o.id = p.order_id
      where p.status = 'open' and p.intent_id is null and p.updated_at < ${before}`,
    job: about(JOBS.findIntent, 'paymentId'),
  },
  {
    // The hold has ended and its payment is not canceled, so the use is still blocked.
    kinds: ['coupon-still-held'],
    rows: ({ before }) => sql`
      select h.order_key as id, h.ends_at as since, o.order_number
      from claims.coupon_hold h left join claims.claim_order o on o.id = h.order_key
      where h.ends_at < ${before}`,
    job: about(JOBS.endCouponHold, 'orderId'),
  },
  {
    // Money that was promised back and has not gone. Where a bank looks into the payment, a person decides.
    kinds: ['refund-not-done'],
    rows: ({ before }) => sql`
      select p.id, p.refund_asked_at as since, o.order_number, p.disputed as is_for_a_person
      from claims.payment p join claims.claim_order o on o.id = p.order_id
      where p.refund_due_cents > p.refunded_cents and p.refund_asked_at < ${before}
        and o.problem is distinct from ${REFUND_FAILED}`,
    job: ({ id, is_for_a_person }) =>
      is_for_a_person ? null : { name: JOBS.refund, data: { paymentId: id, reason: 'promised' }, key: id },
  },
  {
    // Orders whose account was deleted, on their way to a refund or to be forgotten. What is due back is found above.
    kinds: ['left-open', 'left-behind'],
    rows: ({ before }) => sql`
      select o.id, o.left_at as since, o.order_number, o.left_as = 'refunding' as is_for_a_person,
        case o.left_as when 'closing' then 'left-open' else 'left-behind' end as what
      from claims.claim_order o left join claims.payment p on p.order_id = o.id and p.status = 'succeeded'
      where o.status <> 'refunded' and (o.left_as = 'closing' or (o.left_as = 'refunding' and p.id is null))
        and o.left_at < ${before}`,
    job: (row) => (row.is_for_a_person ? null : about(JOBS.closePayment, 'orderId')(row)),
  },
  {
    // Letters whose account was deleted while they were on their way to the carrier; they go when it has them.
    kinds: ['erasure-waiting'],
    rows: ({ before }) => sql`
      select l.user_id as id, l.updated_at as since, o.order_number
      from claims.letter l join claims.claim_order o on o.id = l.order_id
      where o.left_as = 'posting' and l.updated_at < ${before}`,
    job: waitingErasure,
  },
  {
    kinds: ['event-unprocessed'],
    rows: ({ before }) => sql`
      select id, received_at as since, null as order_number, provider from claims.provider_event
      where processed_at is null and received_at < ${before}`,
    job: ({ id, provider }) => ({
      name: provider === 'stripe' ? JOBS.stripeEvent : JOBS.carrierEvent,
      data: { eventRowId: id },
      key: id,
    }),
  },
  {
    kinds: ['payment-mismatch', 'refund-failed'],
    rows: () => sql`
      select id, created_at as since, order_number, problem as what from claims.claim_order
      where problem in ('payment-mismatch', ${REFUND_FAILED})`,
    job: null,
  },
  {
    // Of one whose price goes back nothing is left to do.
    kinds: ['letter-problem'],
    rows: () => sql`
      select l.id, l.updated_at as since, o.order_number
      from claims.letter l join claims.claim_order o on o.id = l.order_id
      where l.state = 'problem' and l.problem not in (${REFUNDING}, ${REFUNDED})`,
    job: null,
  },
  {
    // A copy that was paid for and cannot be mailed, until its price went back.
    kinds: ['copy-not-mailed'],
    rows: () => sql`
      select m.id, m.updated_at as since, o.order_number
      from claims.mailing m join claims.letter l on l.id = m.letter_id and l.state = 'posted'
      join claims.claim_order o on o.id = m.order_id and o.status = 'paid'
      join claims.payment p on p.order_id = o.id and p.status = 'succeeded' and p.amount_cents > 0 and p.refunded_cents = 0
      where m.state = 'rejected' and m.recipient_no > 0 and not exists (
        select from claims.mailing n
        where n.letter_id = m.letter_id and n.recipient_no = m.recipient_no and n.state <> 'rejected')`,
    job: null,
  },
];

const PAPERS_NOT_MADE: Look = {
  kinds: ['papers-not-made'],
  rows: ({ from, to }) => sql`
    select o.id, o.paid_at as since, o.order_number
    from claims.claim_order o left join claims.court_document d on d.order_id = o.id
    join claims.form_session f on f.id = o.form_session_id
    where o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${to} and d.id is null
      and o.package_id in (${sql.join(WITH_PAPERS)})`,
  job: about(JOBS.makePapers, 'orderId'),
};

/** What is left of accounts that are not there, and of which no deletion knows. */
const LEFT: readonly Look[] = [
  {
    // The price of some went back before, except for what their papers keep.
    kinds: ['left-behind'],
    rows: ({ from, to }) => sql`
      select o.id, o.created_at as since, o.order_number
      from claims.claim_order o left join claims.account a on a.id = o.user_id
      where a.id is null and o.status <> 'refunded' and o.left_as is null
        and not exists (select from claims.payment p where p.order_id = o.id and p.refund_due_cents > 0)
        and o.created_at >= ${from} and o.created_at < ${to}`,
    job: null,
  },
  {
    // One was written while the deletion went on.
    kinds: ['erasure-waiting'],
    rows: ({ from, to, before }) => sql`
      select l.user_id as id, l.updated_at as since, o.order_number
      from claims.letter l left join claims.account a on a.id = l.user_id
      left join claims.claim_order o on o.id = l.order_id
      where a.id is null and o.left_as is distinct from 'posting'
        and l.created_at >= ${from} and l.created_at < ${to} and l.updated_at < ${before}`,
    job: waitingErasure,
  },
];

const oldestFirst = (lists: readonly Stuck[][]): Stuck[] =>
  lists.flat().sort((a, b) => a.since.getTime() - b.since.getTime());

async function look(db: Db, { kinds, rows, job }: Look, asked: Asked): Promise<Stuck[]> {
  const found = await sql<Found>`${rows(asked)} limit ${LIMIT}`.execute(db);
  return found.rows.map((row) => ({
    what: row.what ?? kinds[0],
    since: row.since,
    orderNumber: row.order_number,
    job: job && job(row),
  }));
}

/** What a look by days is asked for the last of them. */
const recent = (now: Date, days: number): Asked => {
  const before = ago(now, PATIENCE_MINUTES);
  return { now, before, from: ago(now, days * DAY_MINUTES), to: before };
};

/**
 * Payments that nobody has settled.
 * @param before - those that were touched later are left to their browser
 */
export const findUnsettled = (db: Db, now: Date, before: Date): Promise<Stuck[]> =>
  look(db, UNSETTLED, { ...recent(now, 0), before });

export interface Sweep {
  /** Oldest first. */
  found: Stuck[];
  /** Of what all was looked for: none found of one of these is none there. */
  looked: readonly Stuck['what'][];
  failures: { kinds: readonly Stuck['what'][]; error: unknown }[];
}

/**
 * Everything stuck now. Read from the rows themselves, so a job that was lost is found as well. What can only be found by looking
 * at every row is looked for among the last days; {@link findStuckOlder} looks at the others. One look follows the other: a dozen
 * at once wait for each other's connections, on a busy machine for longer than one may. One that fails keeps no other from its turn.
 */
export async function sweepForStuck(db: Db, now: Date): Promise<Sweep> {
  const lists: Stuck[][] = [];
  const failures: Sweep['failures'] = [];
  for (const [looks, days] of [
    [LOOKS, 0],
    [[PAPERS_NOT_MADE], RECENT_DAYS],
    [LEFT, RECENT_LEFT_DAYS],
  ] as const)
    for (const each of looks)
      try {
        lists.push(await look(db, each, recent(now, days)));
      } catch (error) {
        failures.push({ kinds: each.kinds, error });
      }
  const unknown = new Set(failures.flatMap(({ kinds }) => kinds));
  return { found: oldestFirst(lists), looked: STUCK_KINDS.filter((what) => !unknown.has(what)), failures };
}

/** @returns what {@link sweepForStuck} finds @throws why a look failed: a list with a gap is none */
export async function findStuck(db: Db, now: Date): Promise<Stuck[]> {
  const { found, failures } = await sweepForStuck(db, now);
  if (failures[0]) throw failures[0].error;
  return found;
}

/** What {@link findStuck} leaves out, some days at a time, so that no statement grows with the years. */
export async function findStuckOlder(db: Db, now: Date): Promise<Stuck[]> {
  const lists: Stuck[][] = [];
  const lookWithin = async (looks: readonly Look[], from: Date, to: Date) => {
    for (const each of looks) lists.push(await look(db, each, { ...recent(now, 0), from, to }));
  };
  for (let day = RECENT_LEFT_DAYS; day < RECENT_DAYS; day += 1)
    await lookWithin(LEFT, ago(now, (day + 1) * DAY_MINUTES), ago(now, day * DAY_MINUTES));
  const first = await db
    .selectFrom('claim_order')
    .select('paid_at')
    .where('status', '=', 'paid')
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .limit(1)
    .executeTakeFirst();
  let to = ago(now, RECENT_DAYS * DAY_MINUTES);
  // An order is made before it is paid.
  const end = first?.paid_at ? ago(first.paid_at, RECENT_DAYS * DAY_MINUTES) : to;
  for (let days = WINDOW_DAYS.first; to > end;) {
    const from = ago(to, days * DAY_MINUTES);
    const startedAt = performance.now();
    await lookWithin([PAPERS_NOT_MADE, ...LEFT], from, to);
    const taken = performance.now() - startedAt;
    if (taken > LONG_MS) days = Math.max(WINDOW_DAYS.fewest, days / 2);
    else if (taken < SHORT_MS) days = Math.min(WINDOW_DAYS.most, days * 2);
    to = from;
  }
  return oldestFirst(lists);
}
