import { callApi, draftByApi, paidClaim } from '../../support/api-claim.ts';
import { addCoupon, select } from '../../support/database.ts';
import { mailsTo, PASSWORD } from '../../support/people.ts';
import type { Program } from '../../support/program.ts';
import type { Client, Received } from '../../support/client.ts';
import { until as untilFound } from '../../support/until.ts';
import { Tally, type Part } from '../support/part.ts';
import { aPerson, type Person } from '../support/people.ts';

/** Waits until a condition on the database rows holds. @returns whether it did within a minute */
const until = (holds: () => Promise<boolean>): Promise<boolean> =>
  untilFound('it holds', holds, { everyMs: 200 }).catch(() => false);

const many = (count: number, work: (index: number) => Promise<Received>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const code = ({ json }: Received) => String(json?.['code'] ?? '');
const serverFault = (answer: Received) =>
  answer.status >= 500 && code(answer) !== 'OVERLOADED' ? `answers ${answer.status} ${code(answer)}` : null;

/** What the card service charged: one event for each charge. */
async function charges({ world }: Program): Promise<number> {
  const answer = await fetch(`${world.control}/webhooks?service=stripe`);
  const { deliveries } = (await answer.json()) as { deliveries: { eventId: string; type: string }[] };
  return new Set(deliveries.filter(({ type }) => type === 'charge.succeeded').map(({ eventId }) => eventId)).size;
}
/** What the carrier took. */
async function letters({ world }: Program): Promise<number> {
  return ((await (await fetch(`${world.control}/letters`)).json()) as unknown[]).length;
}

interface Books {
  payments: number;
  paid: number;
  amount: number | null;
  mailings: number;
  letter: string | null;
  refunded: number;
}
async function booksOf(program: Program, formSessionId: string): Promise<Books> {
  const [books] = await select<Books>(
    program,
    `select count(p.id)::int as payments, count(p.id) filter (where p.status = 'succeeded')::int as paid,
       max(p.amount_cents) as amount, coalesce(sum(p.refunded_cents), 0)::int as refunded,
       (select count(*)::int from claims.mailing m where m.order_id = o.id and m.state <> 'rejected') as mailings,
       (select l.state from claims.letter l where l.form_session_id = o.form_session_id) as letter
     from claims.claim_order o left join claims.payment p on p.order_id = o.id and p.status <> 'canceled'
     where o.form_session_id = $1 group by o.id`,
    [formSessionId],
  );
  return books ?? { payments: 0, paid: 0, amount: null, mailings: 0, letter: null, refunded: 0 };
}

const intentRequest = (formSessionId: string, email: string, coupon_code?: string) => ({
  form_session_id: formSessionId,
  email,
  package_id: 'demand-letter',
  state_code: 'IL',
  cardholder_name: 'Race Zoe',
  billing_country: 'US',
  zip_code: '62702',
  ...(coupon_code ? { coupon_code } : {}),
});
const openIntent = (browser: Client, request: object) =>
  browser.send('POST', '/api/stripe/create-payment-intent.php', { json: request });

interface Intent {
  id: string;
  client_secret: string;
}
const intentOf = ({ json }: Received) => json?.['payment_intent'] as Intent | undefined;

async function confirm(program: Program, browser: Client, { id, client_secret }: Intent): Promise<number> {
  const { publishable_key } = await callApi<{ publishable_key: string }>(
    browser,
    program,
    '/api/stripe/get-publishable-key.php',
    {},
  );
  const card = {
    type: 'card',
    'card][number': '4242424242424242',
    'card][exp_month': '12',
    'card][exp_year': '2040',
    'card][cvc': '123',
  };
  const body = new URLSearchParams({ client_secret });
  for (const [field, value] of Object.entries(card)) body.set(`payment_method_data[${field}]`, value);
  const answer = await fetch(`${program.world.stripe}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishable_key}` },
    body,
  });
  return answer.status;
}

async function oneOrder(program: Program) {
  const tally = new Tally(
    'one claim: 20 intents, 5 confirmations of the card, 20 recordings of the payment at once, twice',
  );
  for (let turn = 0; turn < 2; turn += 1) {
    const { browser, address } = await aPerson(program);
    const id = await draftByApi(browser, program);
    const chargesBefore = await charges(program);
    const opened = await many(20, () => openIntent(browser, intentRequest(id, address)));
    for (const answer of opened) tally.add(serverFault(answer));
    const intents = opened.flatMap((answer) => intentOf(answer) ?? []);
    const ids = new Set(intents.map((intent) => intent.id));
    if (ids.size !== 1) tally.find(`${ids.size} intents were opened`);
    const intent = intents[0] as Intent;
    const confirmed = await Promise.all(Array.from({ length: 5 }, () => confirm(program, browser, intent)));
    tally.count += confirmed.length;
    const json = { payment_intent_id: intent.id, form_session_id: id };
    const recorded = await many(20, () => browser.send('POST', '/api/stripe/finalize-payment.php', { json }));
    for (const answer of recorded) tally.add(serverFault(answer));
    if (
      !(await until(
        async () => (await booksOf(program, id)).letter !== null || (await booksOf(program, id)).paid === 1,
      ))
    )
      tally.find('the payment was never recorded');
    const books = await booksOf(program, id);
    const expected = (intents.length > 0 && books.amount) || 0;
    const quote = (opened.find(({ json: body }) => body?.['quote'])?.json?.['quote'] ?? {}) as { total?: number };
    if (books.payments !== 1 || books.paid !== 1) tally.find(`${books.payments} payments, ${books.paid} of them made`);
    if (expected !== Math.round((quote.total ?? 0) * 100))
      tally.find(`${expected} cents were charged, ${quote.total} dollars were shown`);
    const made = (await charges(program)) - chargesBefore;
    if (made !== 1) tally.find(`the card was charged ${made} times`);
    await until(async () =>
      (await mailsTo(program, address)).some(({ subject }) => /receipt|payment|order/i.test(subject)),
    );
    const receipts = (await mailsTo(program, address)).filter(({ subject }) => /receipt|payment/i.test(subject)).length;
    if (receipts > 1) tally.find(`${receipts} receipts were mailed`);
  }
  return tally.row();
}

async function oneCoupon(program: Program) {
  const tally = new Tally('a coupon for one use: 10 buyers open, confirm and record at once');
  await addCoupon(program, { code: 'RACEONCE', type: 'fixed', amount: 1_000, uses: 1 });
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const person = await aPerson(program);
      return { ...person, id: await draftByApi(person.browser, program) };
    }),
  );
  const opened = await Promise.all(
    buyers.map(({ browser, address, id }) => openIntent(browser, intentRequest(id, address, 'RACEONCE'))),
  );
  for (const answer of opened) tally.add(serverFault(answer));
  const winners = opened.filter((answer) => intentOf(answer)).length;
  if (winners !== 1) tally.find(`${winners} buyers were given the price with the coupon`);
  await Promise.all(
    buyers.map(async ({ browser, id }, index) => {
      const intent = intentOf(opened[index] as Received);
      if (!intent) return;
      await confirm(program, browser, intent);
      const json = { payment_intent_id: intent.id, form_session_id: id };
      for (const answer of await many(5, () => browser.send('POST', '/api/stripe/finalize-payment.php', { json })))
        tally.add(serverFault(answer));
    }),
  );
  const redeemed = async () =>
    (
      await select<{ uses: number; rows: number }>(
        program,
        `select c.uses, (select count(*)::int from claims.coupon_redemption r where r.code = c.code) as rows from claims.coupon c where c.code = 'RACEONCE'`,
      )
    )[0];
  await until(async () => (await redeemed())?.rows === 1);
  const end = await redeemed();
  if (end?.uses !== 1 || end.rows !== 1) tally.find(`the coupon counts ${end?.uses} uses and ${end?.rows} redemptions`);
  return tally.row(`${winners} of 10 got it`);
}

async function oneLetter(program: Program) {
  const tally = new Tally(
    'one letter: approve, stop, send now, save and two deletions of the draft, 30 at once, three times',
  );
  for (let turn = 0; turn < 3; turn += 1) {
    const { browser, address } = await aPerson(program);
    const { formSessionId } = await paidClaim(browser, program, address);
    const before = await letters(program);
    const actions = ['approve_and_send', 'stop', 'send_now', 'send_now', 'save'];
    const answers = await many(30, (index) =>
      browser.send('POST', '/api/save_demand_letter.php', {
        json: { form_session_id: formSessionId, action: actions[index % actions.length] },
      }),
    );
    for (const answer of answers) tally.add(serverFault(answer));
    const settled = async () =>
      ['draft', 'approved', 'posted', 'problem'].includes((await booksOf(program, formSessionId)).letter ?? '');
    if (!(await until(settled))) tally.find(`the letter stayed ${(await booksOf(program, formSessionId)).letter}`);
    if ((await booksOf(program, formSessionId)).letter !== 'posted') {
      const last = await browser.send('POST', '/api/save_demand_letter.php', {
        json: { form_session_id: formSessionId, action: 'approve_and_send' },
      });
      tally.add(serverFault(last));
      await browser.send('POST', '/api/save_demand_letter.php', {
        json: { form_session_id: formSessionId, action: 'send_now' },
      });
    }
    const isPosted = await until(
      async () => (await booksOf(program, formSessionId)).letter === 'posted' && (await letters(program)) > before,
    );
    const books = await booksOf(program, formSessionId);
    if (!isPosted) tally.find(`the letter is ${books.letter} in the end`);
    if (books.mailings !== 1) tally.find(`${books.mailings} mailings of one letter`);
    const taken = (await letters(program)) - before;
    if (taken !== 1) tally.find(`the carrier took ${taken} letters`);
  }
  return tally.row();
}

async function leaving(program: Program) {
  const tally = new Tally('deleting the account while the letter is being posted: 5 of each at once, six times');
  const ends: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const { browser, address }: Person = await aPerson(program);
    const { formSessionId } = await paidClaim(browser, program, address);
    const before = await letters(program);
    const csrf_token = String((await browser.send('GET', '/api/csrf_token.php')).json?.['csrf_token']);
    const unposted = turn % 2 ? 'refund' : 'post';
    const answers = await many(10, (index) =>
      index % 2
        ? browser.send('POST', '/api/save_demand_letter.php', {
            json: { form_session_id: formSessionId, action: 'send_now' },
          })
        : browser.send('POST', '/api/account/delete', {
            json: { password: PASSWORD, confirm: 'DELETE', unposted, csrf_token },
          }),
    );
    for (const answer of answers) tally.add(serverFault(answer));
    const isOver = async () => {
      const books = await booksOf(program, formSessionId);
      return (await letters(program)) > before || books.refunded > 0;
    };
    if (!(await until(isOver))) tally.find('neither a letter nor the money came out');
    const books = await booksOf(program, formSessionId);
    const taken = (await letters(program)) - before;
    if (taken > 1 || books.mailings > 1) tally.find(`${taken} letters were posted`);
    if (taken === 1 && books.refunded > 0) tally.find('the letter was posted and the money paid back');
    if (books.paid !== 1 && books.refunded === 0) tally.find(`${books.paid} payments are in the books`);
    ends.push(taken === 1 ? 'posted' : 'paid back');
  }
  return tally.row(ends.join(', '));
}

async function webhooks(program: Program) {
  const tally = new Tally('events of the card service once more, all at once, and 20 forged ones');
  const { deliveries } = (await (await fetch(`${program.world.control}/webhooks?service=stripe`)).json()) as {
    deliveries: { eventId: string }[];
  };
  const sums = () =>
    select(
      program,
      `select status, count(*)::int as n, sum(amount_cents)::int as cents, sum(refunded_cents)::int as back from claims.payment group by status order by status`,
    );
  const [before, lettersBefore] = [JSON.stringify(await sums()), await letters(program)];
  await Promise.all(
    deliveries.slice(0, 60).map(async ({ eventId }) => {
      const answer = await fetch(`${program.world.control}/webhooks/resend`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service: 'stripe', eventId }),
      });
      tally.add(answer.ok ? null : `an event was answered with ${answer.status}`);
    }),
  );
  const forged = JSON.stringify({
    id: 'evt_forged',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_forged', amount: 1 } },
  });
  for (let n = 0; n < 20; n += 1) {
    const signature =
      ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`, 'v1=', 't=,v1='][n % 5] ?? '';
    const path = n % 2 ? '/api/carrier/webhook?carrier=lob' : '/api/stripe/webhook';
    const answer = await fetch(`${program.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signature,
        'lob-signature': signature,
        'lob-signature-timestamp': String(Date.now()),
      },
      body: forged,
    });
    tally.add(answer.status === 400 ? null : `a forged event was answered with ${answer.status}`);
  }
  if (JSON.stringify(await sums()) !== before) tally.find('sums of payments changed');
  if ((await letters(program)) !== lettersBefore) tally.find('letters were posted');
  return tally.row();
}

export const races: Part = {
  name: 'races',
  about: 'money and letters, everything at once: one charge, one posting, sums right',
  notReached: ['two programs on one database: the drill runs them', 'the real card service and carrier'],
  async run(attack) {
    const program = await attack.program();
    return [
      await oneOrder(program),
      await oneCoupon(program),
      await oneLetter(program),
      await leaving(program),
      await webhooks(program),
    ];
  },
};
