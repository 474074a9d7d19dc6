import { sql } from 'kysely';
import { STUCK_KINDS } from '../shared/orders/stuck.ts';
import type { Db } from '../platform/database.ts';
import { aBuyer, pay, useCaseWorld } from '../testing/index.ts';
import { why } from './why.ts';

const world = useCaseWorld();
let number = '';
beforeAll(async () => {
  const buyer = await aBuyer(world);
  await pay(world, buyer);
  await world.runJobs();
  await world.sql('delete from claims_jobs.job');
  world.clock.advance({ minutes: 2 });
  const rows = await world.sql<{ order_number: string }>('select order_number from claims.claim_order');
  number = rows[0]!.order_number;
});

/** The screen of the one order, drafted and paid, after these statements; they are taken back. */
async function screenAfter(statements: string): Promise<string[]> {
  let shown: string[] = [];
  const undo = new Error('undo');
  await world.claims.platform.db
    .transaction()
    .execute(async (trx) => {
      await sql`set constraints all deferred`.execute(trx);
      for (const statement of statements.split(';')) if (statement.trim()) await sql.raw(statement).execute(trx);
      shown = [...(await why({ db: trx as unknown as Db, now: world.clock.now }, number))];
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return shown;
}

const LONG_AGO = "timestamptz '2020-01-01'";
const LATER = "timestamptz '2099-01-01'";
const noLetter = `delete from claims.letter; update claims.claim_order set advanced_at = null, paid_at = ${LONG_AGO}`;
const approved = `update claims.letter set state = 'approved', approved_hash = 'x', approved_version = 1,
  window_ends_at = `;
const mailing = (
  state: string,
  more = 'null',
) => `insert into claims.mailing (id, letter_id, order_id, user_id, recipient_no,
  recipient, version, text_hash, state, problem, created_at, updated_at)
  select 'm', l.id, o.id, o.user_id, 0, '{}', 1, 'x', '${state}', ${more}, ${LONG_AGO}, ${LONG_AGO}
  from claims.letter l, claims.claim_order o`;
const open = (more: string) => `update claims.claim_order set status = 'open', paid_at = null;
  update claims.payment set status = 'open', ${more}`;
const left = (as: string) => `update claims.claim_order set left_as = '${as}', left_at = ${LONG_AGO}`;
const job = (name: string, state: string, output = 'null') => `insert into claims_jobs.job (name, data, state, output,
  retry_count, retry_limit, start_after) select '${name}', json_build_object('data', json_build_object('orderId', id)),
  '${state}', ${output}, 2, 9, ${LONG_AGO} from claims.claim_order`;
const accountGone = `update claims.claim_order set user_id = 'gone'`;

const ITSELF = /^press\tnothing: it is tried again by itself$/m;
const FINE = /^press\tnothing: nothing is overdue$/m;

/** Each state, what the screen says of it, and what it says to press. */
const STATES: [what: string, statements: string, says: RegExp, presses: RegExp][] = [
  ['drafted', '', /^letter\t\w+\tdraft, version 1/m, FINE],
  ['a declined card', open(`decline_code = 'insufficient_funds', updated_at = ${LATER}`), /open, declined: insuff/m, FINE],
  ['no payment', `${open("intent_id = 'pi_x'")}; delete from claims.payment`, /^paid\t-\tpayment - none$/m, FINE],
  ['a second payment', `insert into claims.payment select (jsonb_populate_record(p,
    '{"id":"p1","intent_id":"pi_1","status":"canceled","created_at":"2000-01-01"}')).* from claims.payment p`, /payment pi_\w+ succeeded/, FINE],
  ['in its window', `${approved} ${LATER}`, /approved, version 1, until 2099/m, FINE],
  ['held back', `update claims.letter set problem = 'held'`, /draft, version 1, problem: held/m, FINE],
  ['refunded', `update claims.claim_order set status = 'refunded'`, /^order\tR-\w+\trefunded$/m, FINE],
  ['delivered', mailing('delivered'), /^mailing 0\t-\tdelivered, first tried -$/m, FINE],
  ['refused by one', mailing('rejected', `'address'`), /^mailing 0\t-\trejected.*problem: address$/m, FINE],
  ['a job that is tried again', job('order.advance', 'retry', `'{"code":"OVERLOADED"}'`),
    /^job\torder.advance\tretry, try 3 of 10, next 2020-01-01 00:00, last error OVERLOADED$/m, ITSELF],
  ['a job given up', job('order.advance.dead', 'created', `'{"message":"broken"}'`),
    /^job\torder.advance\tgiven up: broken$/m, /^press\tnpm run ops -- retry order.advance$/m],
  ['letter-not-made', noLetter, /^letter\t-\tnone yet$/m, ITSELF],
  ['letter-not-posted', `${approved} ${LONG_AGO}`, /approved/, ITSELF],
  ['mailing-not-taken', `${mailing('waiting')}; update claims.letter set state = 'posting', approved_hash = 'x'`, /^mailing 0\t-\twaiting/m, ITSELF],
  ['mailing-not-taken', `${mailing('waiting')}; update claims.letter set state = 'problem', problem = 'refunded'`, /problem: refunded/, ITSELF],
  ['papers-not-made', `update claims.claim_order set package_id = 'small-claims', package_title = 'Small Claims', paid_at = paid_at - interval '1 day'`,
    /paid/, ITSELF],
  ['payment-unsettled', open(`intent_id = 'pi_x', updated_at = updated_at - interval '1 day'`), /payment pi_x open/, ITSELF],
  ['payment-unopened', open(`intent_id = null, updated_at = ${LONG_AGO}`), /payment - open/, ITSELF],
  ['coupon-still-held', `insert into claims.coupon values ('X', 'fixed', 1, '', null, null, null, 0, null, true, now());
    insert into claims.coupon_hold select id, 'X', user_id, ${LONG_AGO}, ${LONG_AGO} from claims.claim_order`, /paid/, ITSELF],
  ['left-open', left('closing'), /paid, account left: closing$/m, ITSELF],
  ['refund-not-done', `${left('refunding')}; update claims.payment set refund_due_cents = amount_cents, refund_asked_at = ${LONG_AGO}`,
    /account left: refunding$/m, ITSELF],
  ['left-behind', `${left('refunding')}; delete from claims.payment`, /refunding$/m, /^press\tdocs\/runbooks\/stuck-orders/m],
  ['left-behind', accountGone, /paid/, /^press\tdocs\/runbooks\/stuck-orders/m],
  ['erasure-waiting', `${left('posting')}; update claims.letter set updated_at = ${LONG_AGO}`, /left: posting$/m, ITSELF],
  ['payment-mismatch', `update claims.claim_order set problem = 'payment-mismatch'`, /paid, problem: payment-mismatch$/m,
    /^press\tcompare the payment at Stripe, then: npm run ops -- refund R-/m],
  ['refund-failed', `update claims.claim_order set status = 'refunded', problem = 'refund-failed'`, /problem: refund-failed$/m,
    /^press\task the payer, then once more: npm run ops -- refund R-/m],
  ['letter-problem', `update claims.letter set state = 'problem', problem = 'carrier-refused'`, /problem: carrier-refused/m,
    /^press\tcorrect what the carrier names, then: npm run ops -- repost R-/m],
  ['copy-not-mailed', `${mailing('rejected')}; update claims.mailing set recipient_no = 1; update claims.letter set state = 'posted', approved_hash = 'x'`, /^mailing 1\t.*rejected/m, /^press\tgive the price of the copy back at Stripe/m],
]; // prettier-ignore

it.each(STATES)('says of an order what it stands at and what to press: %s', async (what, statements, says, presses) => {
  const lines = await screenAfter(statements);
  const text = lines.join('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(text).toMatch(says);
  expect(text).toMatch(presses);
  if (STUCK_KINDS.includes(what as never)) expect(text).toMatch(new RegExp(`^overdue\t${what}\tsince \\d{4}-`, 'm'));
  else expect(text).not.toContain('overdue\t');
});

it('has a row for each step that can be overdue of an order', () => {
  // Of a webhook that nobody has read no order is known.
  expect([...new Set(STATES.map(([what]) => what)), 'event-unprocessed']).toEqual(
    expect.arrayContaining([...STUCK_KINDS]),
  );
});
