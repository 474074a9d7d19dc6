/**
 * A population by SQL alone: every value follows from the number of its row, so that two runs make the same rows. Times are
 * counted back from the time that the run names.
 */
export interface Size {
  accounts: number;
  /** Paid claims; each has one letter. */
  letters: number;
}

/** Accounts that are measured apart, by their number. */
export const BUSINESS = 1;
/** After the business: companies with a 2,000th of all letters each, and offices with a 40,000th each. */
const COMPANIES = 10;
const officesOf = ({ accounts }: Size): number => Math.max(1, Math.floor(accounts / 1_000));
export const firstPersonOf = (size: Size): number => 2 + COMPANIES + officesOf(size);

const YEARS = 3;
/** Claims of accounts that were not paid for, and drafts of visitors, for each paid claim. */
const UNPAID = 0.15;
const OF_VISITORS = 0.05;
/**
 * Of a claim's answers only those that lists and searches look at. Words are cut everywhere, to keep the files below 25 GB:
 * a row of these lists stands on a page of its own whatever its length.
 */
const ANSWERS = JSON.stringify({
  situationLabel: 'Debt collection',
  firstname: 'Zoë',
  lastname: 'Núñez',
  incidentState: 'TX',
  incidentZipcode: '78701',
});
const NAMES = ['Kern', 'Abbott', 'Nguyen', 'Okafor', 'Silva', 'Haddad', 'Larsen', 'Moreau', 'Tanaka', 'Weiss'];

/** Functions of one number, in a schema of their own that the run drops again. */
export const functionsOf = (size: Size, at: Date): string => `
drop schema if exists scale cascade;
create schema scale;
create function scale.now() returns timestamptz language sql immutable parallel safe
  as $$ select '${at.toISOString()}'::timestamptz $$;
create function scale.id(kind text, n bigint) returns char(24) language sql immutable parallel safe
  as $$ select substr(md5(kind || ':' || n), 1, 24)::char(24) $$;
-- Evenly from 0 to 1; another series for each salt.
create function scale.dice(n bigint, salt int) returns double precision language sql immutable parallel safe
  as $$ select (hashint8extended(n, salt) & 2147483647) / 2147483648.0 $$;
create function scale.account(n bigint) returns bigint language sql immutable parallel safe as $$ select case
  when n % 200 = 0 then ${BUSINESS}
  when n % 200 = 1 then ${BUSINESS + 1} + (n / 200) % ${COMPANIES}
  when n % 200 < 7 then ${BUSINESS + 1 + COMPANIES} + floor(scale.dice(n, 1) * ${officesOf(size)})
  else ${firstPersonOf(size)} + floor(scale.dice(n, 1) * ${size.accounts - firstPersonOf(size) + 1}) end::bigint $$;
-- Claims in the order of their time, over the years; the unpaid ones likewise.
create function scale.at(n bigint) returns timestamptz language sql stable parallel safe
  as $$ select scale.now() - interval '1 hour' - interval '${YEARS} years' *
    (1 - case when n <= ${size.letters} then n::float8 / ${size.letters}
      else (n - ${size.letters})::float8 / ${Math.ceil(size.letters * UNPAID)} end) $$;
-- Of an account that was deleted: the order is kept, the rest is gone.
create function scale.is_gone(n bigint) returns boolean language sql immutable parallel safe
  as $$ select n % 200 > 6 and scale.dice(n, 2) < 0.005 $$;
create function scale.person(n bigint) returns text language sql immutable parallel safe
  as $$ select case when scale.is_gone(n) then scale.id('gone', n) else scale.id('account', scale.account(n)) end $$;
create function scale.package(n bigint) returns text language sql immutable parallel safe
  as $$ select case when scale.dice(n, 3) < 0.97 then 'demand-letter' when scale.dice(n, 3) < 0.99 then 'small-claims' else 'full-trial' end $$;
create function scale.answers(n bigint) returns jsonb language sql immutable parallel safe
  as $$ select '${ANSWERS}'::jsonb || jsonb_build_object('defendantFirstname', 'Ivo ' || n, 'amount', (100 + n % 9000)::text,
    'defendantLastname', (array['${NAMES.join("','")}'])[1 + (n % ${NAMES.length})]) $$;
create function scale.is_refunded(n bigint) returns boolean language sql immutable parallel safe
  as $$ select scale.dice(n, 4) < 0.015 and not scale.is_gone(n) $$;
-- Letters of the last days wait for their claimants or are in the mail; some of the older ones were never approved.
create function scale.letter_state(n bigint) returns text language sql stable parallel safe
  as $$ select case
    when scale.dice(n, 5) < 0.02 then 'draft'
    when scale.dice(n, 5) < 0.0201 then 'problem'
    when scale.at(n) > scale.now() - interval '20 hours' then 'approved'
    else 'posted' end $$;
create function scale.mailing_state(n bigint) returns text language sql stable parallel safe
  as $$ select case
    when scale.at(n) > scale.now() - interval '9 days' then case when scale.dice(n, 6) < 0.3 then 'mailed' else 'in_transit' end
    when scale.dice(n, 6) < 0.88 then 'delivered'
    when scale.dice(n, 6) < 0.93 then 'returned'
    when scale.dice(n, 6) < 0.96 then 'unclaimed'
    when scale.dice(n, 6) < 0.98 then 'refused'
    else 'undeliverable' end $$;
`;

export interface Step {
  table: string;
  text: string;
}

const claims = (to: number, from = 1) => `generate_series(${from}::bigint, ${to}::bigint) n`;
const paidOf = (letters: number) =>
  `${claims(letters)} cross join lateral (select scale.at(n) as at) t where not scale.is_gone(n)`;
const days = (count: number) => `interval '${count} days'`;
const step = (table: string, columns: string, query: string): Step => ({
  table,
  text: `insert into claims.${table} (${columns}) ${query}`,
});

/** People, their browsers and sessions. */
const peopleSteps = ({ accounts }: Size): Step[] => [
  step(
    'account',
    'id, email, password_hash, email_verified_at, first_name, last_name, created_at, updated_at, time_zone',
    `select scale.id('account', n), 'person' || n || '@scale.example.org', repeat('h', 97), at, 'Zoë', 'Núñez ' || n, at, at,
        'America/Chicago' from ${claims(accounts)} cross join lateral (select scale.now() - interval '${YEARS} years' * (1 - n::float8 / ${accounts}) as at) t`,
  ),
  step(
    'trusted_browser',
    'account_id, visitor_id, last_sign_in_at',
    `select scale.id('account', n), md5('browser' || n) || md5('of' || n), scale.now() - scale.dice(n, 20) * interval '360 days' from ${claims(accounts)}`,
  ),
  step(
    'user_session',
    'id, user_id, token_hash, label, created_at, last_seen_at, ends_at',
    `select scale.id('session', n), scale.id('account', n), md5('token' || n) || md5('of' || n), 'Chrome on Windows',
        scale.now() - age, scale.now() - age * 0.3, scale.now() + ${days(60)} - age
        from ${claims(accounts)} cross join lateral (select scale.dice(n, 21) * interval '50 days' as age) t where scale.dice(n, 22) < 0.15`,
  ),
];

/** Claims, and what was paid for them. */
const orderSteps = ({ letters }: Size): Step[] => {
  const unpaid = Math.ceil(letters * UNPAID);
  const visitors = Math.ceil(letters * OF_VISITORS);
  return [
    step(
      'form_session',
      'id, user_id, visitor_id, form_data, search_text, revision, save_ids, furthest_step, package_id, package_title, saved_at, paid_at, completed_at, deleted_at, created_at, updated_at',
      `select scale.id('claim', n), case when kind < 3 then scale.id('account', scale.account(n)) end,
        case when kind = 3 then md5('visitor' || n) || md5('of' || n) end, a, lower(concat_ws(' ', 'zoë o''neil-núñez', a->>'defendantFirstname', a->>'defendantLastname', 'debt collection')),
        12, array[scale.id('save', n)], case when kind = 1 then '6' when scale.dice(n, 7) < 0.3 then '5sub1' else '3' end,
        case when kind = 1 then scale.package(n) end, case when kind = 1 then 'Certified demand letter' end, at,
        case when kind = 1 then at + interval '1 hour' end,
        case when kind = 1 and scale.letter_state(n) <> 'draft' then at + interval '5 hours' end,
        case when kind = 2 and at > scale.now() - ${days(29)} and scale.dice(n, 8) < 0.1 then at end, at, at
        from ${claims(letters + unpaid + visitors)}
        cross join lateral (select case when n <= ${letters} then 1 when n <= ${letters + unpaid} then 2 else 3 end as kind) k
        cross join lateral (select case when kind < 3 then scale.at(n) else scale.now() - ${days(89)} * (1 - (n - ${letters + unpaid})::float8 / ${visitors}) end as at, scale.answers(n) as a) t
        where kind > 1 or not scale.is_gone(n)`,
    ),
    step(
      'claim_order',
      'id, order_number, form_session_id, user_id, status, package_id, package_title, total_cents, email, terms_version, created_at, paid_at, advanced_at, problem, left_as, left_at',
      `select scale.id('order', n), 'R-' || upper(to_hex(n + 68719476736)), scale.id('claim', n), scale.person(n),
        case when n > ${letters} then 'open' when scale.is_refunded(n) then 'refunded' else 'paid' end, scale.package(n), 'Certified demand letter', 5900,
        case when n <= ${letters} and scale.is_gone(n) then '' else 'person' || scale.account(n) || '@scale.example.org' end, '2026-11-01', at,
        case when n <= ${letters} then at + interval '1 hour' end, case when n <= ${letters} then at + interval '1 hour' end,
        case when n <= ${letters} and scale.dice(n, 10) < 0.00001 then 'payment-mismatch' end,
        case when n <= ${letters} and scale.is_gone(n) then 'posted' end, case when n <= ${letters} and scale.is_gone(n) then at + ${days(30)} end
        from ${claims(letters + unpaid)} cross join lateral (select scale.at(n) as at) t
        where n <= ${letters} or (scale.dice(n, 11) < 0.2 and not scale.is_gone(n))`,
    ),
    step(
      'order_quote',
      'id, order_id, package_id, package_title, package_cents, discount_cents, recipients, recipients_cents, tax_rate, tax_cents, total_cents, state_code, state_name, email, terms_version, billing, created_at',
      `select scale.id('quote', n), scale.id('order', n), scale.package(n), 'Certified demand letter', 5900, 0, '[]', 0, 0, 0, 5900, 'TX', 'Texas',
        'person@scale.example.org', '2026-11-01', '{"cardholderName": "Zoë Núñez", "zipCode": "78702", "country": "US"}', scale.at(n)
        from ${claims(letters + unpaid)} where n <= ${letters} or (scale.dice(n, 11) < 0.2 and not scale.is_gone(n))`,
    ),
    step(
      'payment',
      'id, order_id, user_id, opening_quote_id, quote_id, intent_id, client_secret, status, charge_id, amount_cents, refunded_cents, card_brand, card_last4, created_at, succeeded_at, updated_at, opening_at',
      `select scale.id('payment', n), scale.id('order', n), scale.person(n), scale.id('quote', n), scale.id('quote', n), 'pi_' || scale.id('intent', n),
        'pi_secret_' || scale.id('secret', n), case when n <= ${letters} then 'succeeded' when scale.dice(n, 12) < 0.5 then 'canceled' else 'open' end,
        case when n <= ${letters} then 'ch_' || scale.id('charge', n) end, 5900, case when scale.is_refunded(n) and n <= ${letters} then 5900 else 0 end, 'visa', '4242', at,
        case when n <= ${letters} then at + interval '1 hour' end, at + interval '1 hour', at
        from ${claims(letters + unpaid)} cross join lateral (select scale.at(n) as at) t
        where n <= ${letters} or (scale.dice(n, 11) < 0.1 and not scale.is_gone(n))`,
    ),
    step(
      'provider_event',
      'id, provider, event_id, type, subject_id, payload, received_at, processed_at, outcome',
      `select scale.id('stripe-event', n), 'stripe', 'evt_' || scale.id('stripe-event', n), 'payment_intent.succeeded', 'pi_' || scale.id('intent', n),
        case when at > scale.now() - ${days(90)} then convert_to(repeat(md5(n::text), 40), 'UTF8') end, at + interval '1 hour', at + interval '1 hour', 'done'
        from ${claims(letters)} cross join lateral (select scale.at(n) as at) t where n % 2 = 0`,
    ),
  ];
};

/** Letters, their ways and their papers. */
const letterSteps = ({ letters }: Size): Step[] => {
  const paid = paidOf(letters);
  return [
    step(
      'claim_snapshot',
      'id, form_session_id, answers, answers_hash, signature_key, signed_at, declaration, created_at',
      `select scale.id('snapshot', n), scale.id('claim', n), scale.answers(n), md5('answers' || n) || md5('of' || n), md5('signature' || n) || md5('of' || n),
        at, 'I declare that this is true.', at + interval '1 hour' from ${paid}`,
    ),
    step(
      'letter',
      'id, form_session_id, user_id, order_id, state, version, approved_version, approved_hash, approved_at, approval_id, window_ends_at, posting_since, posted_at, posted_version, problem, created_at, updated_at',
      `select scale.id('letter', n), scale.id('claim', n), scale.person(n), scale.id('order', n), state, 1,
        case when state <> 'draft' then 1 end, case when state <> 'draft' then md5('hash' || n) || md5('of' || n) end, case when state <> 'draft' then at + interval '5 hours' end,
        case when state <> 'draft' then scale.id('approval', n) end, case when state <> 'draft' then at + interval '25 hours' end, null,
        case when state = 'posted' then at + interval '25 hours' end, case when state = 'posted' then 1 end,
        case when state = 'problem' then 'printer-refused' end, at + interval '1 hour', at + interval '5 hours'
        from ${claims(letters)} cross join lateral (select scale.at(n) as at, scale.letter_state(n) as state) t where not scale.is_gone(n)`,
    ),
    step(
      'letter_version',
      'letter_id, version, origin, text, text_hash, parts, signer_name, snapshot_id, letter_day, pay_by, created_at',
      `select scale.id('letter', n), 1, 'composed', 'You owe me this sum: ' || n, md5('hash' || n) || md5('of' || n), '[]', 'Zoë Núñez', scale.id('snapshot', n),
        at::date, at::date + 15, at + interval '1 hour' from ${paid}`,
    ),
    step(
      'mailing',
      'id, letter_id, order_id, user_id, recipient_no, recipient, version, text_hash, pdf_key, state, carrier, carrier_id, tracking_number, first_tried_at, accepted_at, delivered_at, last_polled_at, created_at, updated_at',
      `select scale.id('mailing', n * 10 + no), scale.id('letter', n), scale.id('order', n), scale.person(n), no,
        '{"name": "Ivo Kern"}', 1, md5('hash' || n) || md5('of' || n),
        md5('pdf' || n) || md5('of' || n), state, 'lob', 'ltr_' || scale.id('mailing', n * 10 + no), '9407' || lpad((n * 10 + no)::text, 18, '0'), at + ${days(1)}, at + ${days(1)},
        case when state = 'delivered' then at + ${days(5)} end, least(at + ${days(6)}, scale.now() - scale.dice(n, 13) * interval '8 hours'), at + ${days(1)}, at + ${days(5)}
        from ${claims(letters)} cross join lateral (select scale.at(n) as at, scale.mailing_state(n) as state) t
        cross join lateral generate_series(0, case when scale.dice(n, 14) < 0.05 then 1 else 0 end) no
        where not scale.is_gone(n) and scale.letter_state(n) = 'posted'`,
    ),
    step(
      'mailing_event',
      'id, mailing_id, event_key, stage, place, at, received_at',
      `select scale.id('scan', n), scale.id('mailing', n * 10), md5('scan' || n), case when scale.mailing_state(n) = 'delivered' then 'delivered' else 'in_transit' end,
        'Dallas TX', at + ${days(3)}, at + ${days(3)} from ${paid} and scale.letter_state(n) = 'posted'`,
    ),
    step(
      'court_document',
      'id, order_id, form_session_id, user_id, kind, position, title, file_name, blob_key, pages, content_hash, created_at, version, made_at',
      `select scale.id('paper', n * 10 + no), scale.id('order', n), scale.id('claim', n), scale.person(n), 'paper-' || no, no, 'Statement of claim, part ' || no,
        'statement-of-claim-' || no || '.pdf', md5('paper' || n || no) || md5('of' || n), 3, md5('content' || n || no) || md5('of' || n), at, 1, at
        from ${claims(letters)} cross join lateral (select scale.at(n) as at) t cross join lateral generate_series(1, 9) no
        where not scale.is_gone(n) and scale.package(n) <> 'demand-letter'`,
    ),
  ];
};

/** What was written down and told. */
const toldSteps = ({ accounts, letters }: Size): Step[] => {
  const paid = paidOf(letters);
  return [
    step(
      'event',
      'at, kind, actor_kind, actor_id, subject_kind, subject_id, request_id, details',
      `select at + no * interval '1 hour', (array['order.paid', 'letter.posted'])[no], (array['user', 'system'])[no],
        case when no = 1 then scale.person(n) end, (array['order', 'letter'])[no],
        case when no = 1 then scale.id('order', n) else scale.id('letter', n) end, scale.id('request', n), '{"cents": 5900}'
        from ${claims(letters)} cross join lateral (select scale.at(n) as at) t cross join lateral generate_series(1, 2) no`,
    ),
    // A sign-in of each account, and one more for each session; two of five sign out again.
    step(
      'event',
      'at, kind, actor_kind, actor_id, subject_kind, subject_id, request_id, details',
      `select at + (no - 1) * interval '1 hour', (array['account.signed-in', 'account.signed-out'])[no], 'user', id, 'account', id,
        scale.id('sign-in', n), '{}' from (
          select n, scale.id('account', n) as id, scale.now() - interval '2 hours' - scale.dice(n, 23) * interval '${YEARS} years' as at
          from ${claims(accounts)}
          union all
          select n, scale.id('account', n), scale.now() - scale.dice(n, 21) * interval '50 days' from ${claims(accounts)}
          where scale.dice(n, 22) < 0.15) t
        cross join lateral generate_series(1, case when scale.dice(n, 24) < 0.4 then 2 else 1 end) no order by 1`,
    ),
    step(
      'alert',
      'id, account_id, title, message, link, dedupe_key, created_at, dismissed_at',
      `select scale.id('alert', n), scale.id('account', scale.account(n)), 'Your letter was delivered', 'Order R-1: it was delivered on 3 March.', '/demand-letters',
        'delivered:' || n, at, case when scale.dice(n, 15) < 0.8 then at + ${days(1)} end from ${paid} and n % 10 = 0`,
    ),
    step(
      'mail',
      'id, template, sealed, dedupe_key, status, attempts, created_at, sent_at',
      `select scale.id('mail', n * 10 + no), 'letter-delivered', null, no || ':' || n, 'sent', 1, at, at
        from ${claims(letters, Math.max(1, Math.floor(letters * (1 - 90 / (YEARS * 365)))))} cross join lateral (select scale.at(n) as at) t cross join lateral generate_series(1, 3) no`,
    ),
  ];
};

/** One statement for each table; they need no order among each other while foreign keys are not checked. */
export const stepsOf = (size: Size): Step[] =>
  [peopleSteps, orderSteps, letterSteps, toldSteps].flatMap((steps) => steps(size));

/** Jobs that are done, of the fourteen days for which the queue keeps them: about eight for each letter. */
export const jobsOf = ({ letters }: Size): string => `
insert into claims_jobs.job (name, data, state, created_on, started_on, completed_on, start_after, deletion_seconds, policy)
select (array['order.advance', 'mailing.send', 'mailing.track', 'carrier.event', 'stripe.event', 'papers.make', 'letter.end-window', 'letter.tell-ready'])[no],
  jsonb_build_object('data', jsonb_build_object('orderId', scale.id('order', n))), 'completed', at, at, at, at, ${14 * 86_400}, 'standard'
from generate_series(${Math.max(1, Math.floor(letters * (1 - 14 / (YEARS * 365))))}::bigint, ${letters}::bigint) n
cross join lateral (select scale.at(n) as at) t cross join lateral generate_series(1, 8) no`;
