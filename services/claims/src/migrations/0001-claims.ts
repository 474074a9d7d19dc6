import { sql, type Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** What every area uses: the audit, mails, counters, the installation. */
async function platform(db: Db): Promise<void> {
  await sql`
    create table claims.event (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      kind text not null,
      actor_kind text not null check (actor_kind in ('user', 'visitor', 'operator', 'system')),
      actor_id text,
      subject_kind text not null,
      subject_id text not null,
      request_id text,
      details jsonb not null default '{}'
    )`.execute(db);
  await sql`create index event_subject on claims.event (subject_kind, subject_id, id)`.execute(db);
  await sql`create index event_actor on claims.event (actor_id, id)`.execute(db);

  await sql`
    create table claims.mail (
      id char(24) primary key,
      template text not null,
      sealed bytea,
      dedupe_key text not null unique,
      status text not null check (status in ('waiting', 'sent', 'failed', 'held')),
      last_error text,
      attempts int not null default 0,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index mail_status on claims.mail (status, created_at) where status <> 'sent'`.execute(db);

  // Counters of some minutes: losing them in a crash costs nothing, writing them to the log would.
  await sql`
    create unlogged table claims.rate_limit (
      key text primary key,
      count int not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_limit_ends_at on claims.rate_limit (ends_at)`.execute(db);

  // What every process on this database has in common; at most one row.
  await sql`
    create table claims.installation (
      only_one boolean primary key default true check (only_one),
      secret_digest text not null
    )`.execute(db);
}

/** Accounts, and ways in by password and code. */
async function accounts(db: Db): Promise<void> {
  await sql`
    create table claims.account (
      id char(24) primary key,
      email text not null unique,
      -- null: the account has only ever been entered through a provider
      password_hash text,
      email_verified_at timestamptz,
      pending_email text,
      first_name text not null default '',
      last_name text not null default '',
      phone_number text not null default '',
      -- the zone the person's browser last named: mails say times on that clock (R35)
      time_zone text,
      -- kinds of reminders that its owner wants no more
      reminders_off text[] not null default '{}',
      -- of an account that was made in a preview: until when it is kept
      sample_until timestamptz,
      -- of the person that the site made for a preview: digest of the preview's secret
      sample_of char(64) unique,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index account_sample on claims.account (sample_until) where sample_until is not null`.execute(db);
  await sql`create index account_unverified on claims.account (created_at) where email_verified_at is null`.execute(db);
  await sql`
    create table claims.user_session (
      id char(24) primary key,
      user_id char(24) not null references claims.account (id) on delete cascade,
      token_hash char(64) not null unique,
      visitor_id char(64),
      label text not null,
      time_zone text,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index user_session_user on claims.user_session (user_id)`.execute(db);
  await sql`create index user_session_ends_at on claims.user_session (ends_at)`.execute(db);

  // One code under way for each purpose, address and browser. A code of another browser is not there to be guessed at.
  await sql`
    create table claims.code (
      id char(24) primary key,
      purpose text not null,
      address_key text not null,
      visitor_id char(64) not null,
      code_hash text not null,
      sealed bytea not null,
      tries int not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      unique (purpose, address_key, visitor_id)
    )`.execute(db);
  await sql`create index code_visitor on claims.code (visitor_id, purpose)`.execute(db);
  await sql`create index code_expires_at on claims.code (expires_at)`.execute(db);

  await sql`
    create table claims.trusted_browser (
      account_id char(24) not null references claims.account (id) on delete cascade,
      visitor_id char(64) not null,
      last_sign_in_at timestamptz not null,
      primary key (account_id, visitor_id)
    )`.execute(db);
  await sql`create index trusted_browser_last_sign_in on claims.trusted_browser (last_sign_in_at)`.execute(db);
}

/** Ways in by a provider, what an account is told, and groups of accounts. */
async function aroundAccounts(db: Db): Promise<void> {
  await sql`
    create table claims.identity (
      issuer text not null,
      subject text not null,
      account_id char(24) not null references claims.account (id) on delete cascade,
      created_at timestamptz not null,
      primary key (issuer, subject)
    )`.execute(db);
  await sql`create index identity_account on claims.identity (account_id)`.execute(db);

  await sql`
    create table claims.oidc_attempt (
      state_key text primary key,
      visitor_id char(64) not null,
      sealed bytea not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index oidc_attempt_expires_at on claims.oidc_attempt (expires_at)`.execute(db);

  // A sign-in by provider that waits for the proof that the account of its address is the same person's.
  await sql`
    create table claims.pending_link (
      visitor_id char(64) primary key,
      sealed bytea not null,
      expires_at timestamptz not null
    )`.execute(db);

  await sql`
    create table claims.alert (
      id char(24) primary key,
      account_id char(24) not null references claims.account (id) on delete cascade,
      title text not null,
      message text not null,
      link text,
      dedupe_key text not null,
      created_at timestamptz not null,
      dismissed_at timestamptz,
      unique (account_id, dedupe_key)
    )`.execute(db);
  await sql`create index alert_open on claims.alert (account_id, created_at desc) where dismissed_at is null`.execute(
    db,
  );

  // Groups of accounts, which builds roll out to (decision 0224).
  await sql`
    create table claims.account_group (
      account_id char(24) not null references claims.account (id) on delete cascade,
      name text not null,
      created_at timestamptz not null,
      primary key (account_id, name)
    )`.execute(db);
  await sql`create index account_group_name on claims.account_group (name, account_id)`.execute(db);
}

/** Claims under way. */
async function drafts(db: Db): Promise<void> {
  await sql`
    create table claims.form_session (
      id char(24) primary key,
      -- of a person, or of a browser until somebody signs in there; never of both
      user_id char(24) references claims.account (id) on delete cascade,
      visitor_id char(64),
      form_data jsonb not null default '{}',
      -- what the search looks in: names and labels, lower-case
      search_text text not null default '',
      -- what the carrier says of the addresses it goes to, and of which
      address_check jsonb,
      revision int not null default 0,
      -- ids of the last saves, newest last: one that arrives twice counts once
      save_ids text[] not null default '{}',
      furthest_step text not null default '1',
      package_id text,
      package_title text,
      original_session_id char(24),
      -- of a follow-up: the letter that was mailed before, the digest of where it goes, and the place where that is another
      follows_letter_id char(24),
      sent_to char(64),
      readdressed_to jsonb,
      saved_at timestamptz,
      paid_at timestamptz,
      completed_at timestamptz,
      deleted_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (user_id is null or visitor_id is null)
    )`.execute(db);
  await sql`create index form_session_visitor on claims.form_session (visitor_id) where visitor_id is not null`.execute(
    db,
  );
  await sql`create index form_session_deleted on claims.form_session (deleted_at) where deleted_at is not null`.execute(
    db,
  );
  // One edit under way for each original, whatever two tabs ask for at once.
  await sql`
    create unique index form_session_open_edit on claims.form_session (original_session_id)
      where original_session_id is not null and follows_letter_id is null and completed_at is null
        and deleted_at is null`.execute(db);
  await sql`
    create index form_session_follow_up on claims.form_session (original_session_id)
      where follows_letter_id is not null and deleted_at is null`.execute(db);

  // Apart from the answers: two hundred times their size, and never changed by typing.
  await sql`
    create table claims.form_signature (
      form_session_id char(24) primary key references claims.form_session (id) on delete cascade,
      png bytea not null,
      png_hash char(64) not null,
      -- digest of the data URL as the browser sent it, and of ours: neither is decoded again when it comes back
      source_hash char(64) not null,
      data_url_hash char(64) not null,
      signed_at timestamptz not null
    )`.execute(db);

  // Which draft a browser is working on.
  await sql`
    create table claims.current_draft (
      visitor_id char(64) primary key,
      form_session_id char(24) not null references claims.form_session (id) on delete cascade,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index current_draft_session on claims.current_draft (form_session_id)`.execute(db);
}

/** Packages and coupons. */
async function prices(db: Db): Promise<void> {
  await sql`
    create table claims.package (
      id text primary key,
      -- follow-up: sold for one letter that was mailed, never listed with the packages
      kind text not null check (kind in ('package', 'follow-up')),
      title text not null,
      description text not null,
      price_cents int not null check (price_cents >= 0),
      original_price_cents int check (original_price_cents >= 0),
      papers text not null check (papers in ('none', 'claim', 'trial')),
      -- part of the price for court papers
      papers_cents int not null default 0 check (papers_cents between 0 and price_cents),
      -- how often it is sold: for one case, and for one address in a year; null: as often as somebody wants
      limits jsonb,
      frequency text not null,
      features jsonb not null,
      popular boolean not null,
      position int not null,
      on_sale boolean not null default true,
      updated_at timestamptz not null,
      -- what the program does not know it cannot deliver: letters and papers of it would stay pending for ever
      check (not on_sale or (id, kind, papers) in (
        ('demand-letter', 'package', 'none'), ('small-claims', 'package', 'claim'), ('full-trial', 'package', 'trial'),
        ('second-letter', 'follow-up', 'none'), ('first-class-twin', 'follow-up', 'none'),
        ('new-address', 'follow-up', 'none')))
    )`.execute(db);

  await sql`
    create table claims.coupon (
      code text primary key check (code = upper(code)),
      type text not null check (type in ('fixed', 'percentage')),
      -- fixed: whole cents; percentage: hundredths of a percent
      amount int not null check (amount >= 0),
      description text not null default '',
      starts_at timestamptz,
      ends_at timestamptz,
      max_uses int check (max_uses > 0),
      uses int not null default 0,
      max_uses_per_person int check (max_uses_per_person > 0),
      active boolean not null default true,
      created_at timestamptz not null,
      check (type = 'fixed' or amount <= 10000),
      check (max_uses is null or uses <= max_uses)
    )`.execute(db);

  // One row a use: the order's id is unique, so a payment told twice redeems once.
  await sql`
    create table claims.coupon_redemption (
      order_key text primary key,
      code text not null references claims.coupon (code),
      user_id char(24) not null,
      redeemed_at timestamptz not null
    )`.execute(db);
  await sql`create index coupon_redemption_user on claims.coupon_redemption (code, user_id)`.execute(db);

  // A use that somebody is about to pay with: nobody else gets it before `ends_at`, and before the payment is closed.
  await sql`
    create table claims.coupon_hold (
      order_key text primary key,
      code text not null references claims.coupon (code),
      user_id char(24) not null,
      held_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index coupon_hold_code on claims.coupon_hold (code)`.execute(db);
  await sql`create index coupon_hold_end on claims.coupon_hold (ends_at)`.execute(db);
}

/** Orders and what was quoted. */
async function orders(db: Db): Promise<void> {
  // One order for each claim. It outlives the account: what was paid is kept as tax law asks.
  await sql`
    create table claims.claim_order (
      id char(24) primary key,
      order_number text not null unique,
      form_session_id char(24) not null unique,
      user_id char(24) not null,
      status text not null check (status in ('open', 'paid', 'refunded')),
      package_id text,
      package_title text,
      total_cents int,
      email text not null,
      terms_version text not null,
      created_at timestamptz not null,
      paid_at timestamptz,
      -- the last time somebody or something worked on it: what the sweep looks at
      advanced_at timestamptz,
      problem text,
      -- of an account of a preview: nothing of it is charged or posted, also after the account is gone
      is_sample boolean not null default false,
      -- what is still to be done about an order whose account is deleted: nothing paid for goes silently
      left_as text check (left_as in ('closing', 'posting', 'posted', 'refunding')),
      left_at timestamptz
    )`.execute(db);
  await sql`create index claim_order_left on claims.claim_order (left_at) where left_as is not null`.execute(db);
  await sql`create index claim_order_paid on claims.claim_order (paid_at) where status = 'paid'`.execute(db);

  // Never changed: what was shown to the buyer at the time.
  await sql`
    create table claims.order_quote (
      id char(24) primary key,
      order_id char(24) not null references claims.claim_order (id),
      package_id text not null,
      package_title text not null,
      package_cents int not null,
      discount_cents int not null,
      papers_cents int not null default 0,
      coupon_code text,
      recipients jsonb not null default '[]',
      recipients_cents int not null,
      tax_rate double precision not null,
      tax_cents int not null,
      total_cents int not null check (total_cents = package_cents - discount_cents + recipients_cents + tax_cents),
      state_code text not null,
      state_name text not null,
      email text not null,
      terms_version text not null,
      billing jsonb not null default '{}',
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index order_quote_order on claims.order_quote (order_id)`.execute(db);
}

/** Payments, and what providers told. */
async function payments(db: Db): Promise<void> {
  await sql`
    create table claims.payment (
      id char(24) primary key,
      order_id char(24) not null references claims.claim_order (id),
      user_id char(24) not null,
      -- what the intent was opened with: the same words under the same key, however often it is tried
      opening_quote_id char(24) not null references claims.order_quote (id),
      quote_id char(24) not null references claims.order_quote (id),
      -- the quote the provider has been told of
      synced_quote_id char(24) references claims.order_quote (id),
      intent_id text unique,
      -- Stripe repeats a 500 for a day to everybody who asks under the same idempotency key: keys are numbered
      opening_no int not null default 0,
      opening_at timestamptz not null,
      client_secret text,
      status text not null check (status in ('open', 'processing', 'succeeded', 'canceled')),
      charge_id text,
      amount_cents int not null,
      refunded_cents int not null default 0,
      -- what is to go back in all, since when, and the number of the key it is asked for under (see opening_no)
      refund_due_cents int not null default 0,
      refund_asked_at timestamptz,
      refund_no int not null default 0,
      disputed boolean not null default false,
      card_brand text,
      card_last4 text,
      decline_code text,
      receipt_key char(64),
      created_at timestamptz not null,
      succeeded_at timestamptz,
      updated_at timestamptz not null
    )`.execute(db);
  // One payment under way or done for each claim: two tabs, two devices, two cards cannot pay twice.
  await sql`create unique index payment_one_per_order on claims.payment (order_id) where status <> 'canceled'`.execute(
    db,
  );
  await sql`create index payment_user on claims.payment (user_id, created_at desc)`.execute(db);
  await sql`create index payment_unfinished on claims.payment (updated_at) where status in ('open', 'processing')`.execute(
    db,
  );

  // Raw, as it came. Emptied after the time set by the sweep.
  await sql`
    create table claims.provider_event (
      id char(24) primary key,
      provider text not null,
      event_id text not null,
      type text not null,
      subject_id text,
      payload bytea,
      received_at timestamptz not null,
      processed_at timestamptz,
      outcome text,
      unique (provider, event_id)
    )`.execute(db);
  await sql`create index provider_event_open on claims.provider_event (received_at) where processed_at is null`.execute(
    db,
  );
}

/** Letters, their versions, and decisions about their sentences. */
async function letters(db: Db): Promise<void> {
  // The answers as they stood when a letter was made from them, and what was declared with the signature.
  await sql`
    create table claims.claim_snapshot (
      id char(24) primary key,
      form_session_id char(24) not null,
      answers jsonb not null,
      answers_hash char(64) not null,
      signature_key char(64),
      signed_at timestamptz,
      declaration text not null,
      -- of a second letter: what it says of the first
      earlier jsonb,
      created_at timestamptz not null,
      unique (form_session_id, answers_hash)
    )`.execute(db);

  await sql`
    create table claims.letter (
      id char(24) primary key,
      form_session_id char(24) not null unique,
      user_id char(24) not null,
      order_id char(24) references claims.claim_order (id),
      -- for an update made after posting: the letter it began as
      original_letter_id char(24) references claims.letter (id),
      state text not null check (state in ('draft', 'approved', 'posting', 'posted', 'copy', 'problem')),
      version int not null,
      approved_version int,
      approved_hash char(64),
      approved_at timestamptz,
      -- new with every approval: a job of an approval that was taken back does nothing
      approval_id char(24),
      window_ends_at timestamptz,
      posting_since timestamptz,
      posted_at timestamptz,
      posted_version int,
      -- when its case is looked at for a reminder; null: never
      remind_at timestamptz,
      -- of a case's own letter, once posted: the first day on which something is due, and what; since when it is closed
      due_on date,
      due_kind text,
      closed_at timestamptz,
      problem text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (state not in ('approved', 'posting', 'posted') or approved_hash is not null)
    )`.execute(db);
  await sql`create index letter_window on claims.letter (window_ends_at) where state = 'approved'`.execute(db);
  await sql`create index letter_posting on claims.letter (posting_since) where state = 'posting'`.execute(db);

  // Rows are added, never changed; only the file made from a row is noted in it.
  await sql`
    create table claims.letter_version (
      letter_id char(24) not null references claims.letter (id) on delete cascade,
      version int not null,
      origin text not null check (origin in ('composed', 'edited', 'restored', 'updated', 'redated')),
      text text not null,
      text_hash char(64) not null,
      parts jsonb not null,
      signer_name text not null,
      snapshot_id char(24) not null references claims.claim_snapshot (id),
      drafting jsonb,
      letter_day date not null,
      pay_by date not null,
      pdf_key char(64),
      pdf_pages int,
      created_at timestamptz not null,
      primary key (letter_id, version)
    )`.execute(db);

  // What a claimant decided about a sentence of their letter (ruling 34, class B): the last word counts, and is on record.
  await sql`
    create table claims.sentence_choice (
      form_session_id char(24) not null,
      sentence_key text not null,
      user_id char(24) not null,
      choice text not null check (choice in ('keep', 'cut')),
      chosen_at timestamptz not null,
      primary key (form_session_id, sentence_key)
    )`.execute(db);

  // A sentence stopped as a threat (class A) that the claimant calls a fact: an operator looks at it and says which.
  await sql`
    create table claims.sentence_look (
      id char(24) primary key,
      form_session_id char(24) not null,
      user_id char(24) not null,
      sentence text not null,
      sentence_hash char(64) not null,
      state text not null check (state in ('asked', 'withdrawn', 'fact', 'threat')),
      asked_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      reason text,
      unique (form_session_id, sentence_hash)
    )`.execute(db);
  await sql`create index sentence_look_asked on claims.sentence_look (asked_at) where state = 'asked'`.execute(db);
}

/** Mailings and court papers. */
async function mailings(db: Db): Promise<void> {
  await sql`
    create table claims.mailing (
      id char(24) primary key,
      letter_id char(24) not null references claims.letter (id),
      order_id char(24) not null references claims.claim_order (id),
      user_id char(24) not null,
      -- 0 is the other side; the others are the extra recipients in the order they were bought
      recipient_no int not null,
      recipient jsonb not null,
      version int not null,
      text_hash char(64) not null,
      pdf_key char(64),
      state text not null check (state in ('waiting', 'mailed', 'in_transit', 'attempted', 'awaiting_pickup', 'delivered',
        'refused', 'unclaimed', 'returned', 'undeliverable', 'rejected')),
      -- who was given it or may have been, and its id there
      carrier text,
      carrier_id text,
      tracking_number text,
      expected_delivery date,
      first_tried_at timestamptz,
      accepted_at timestamptz,
      delivered_at timestamptz,
      problem text,
      last_polled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (carrier_id, carrier)
    )`.execute(db);
  // One letter for each recipient of an order, whatever is repeated (R19); one the carrier would not take may be sent anew.
  await sql`create unique index mailing_once on claims.mailing (letter_id, recipient_no) where state <> 'rejected'`.execute(
    db,
  );
  await sql`create index mailing_moving on claims.mailing (last_polled_at nulls first) where carrier_id is not null and state not in ('delivered', 'returned', 'rejected')`.execute(
    db,
  );

  await sql`
    create table claims.mailing_event (
      id char(24) primary key,
      mailing_id char(24) not null references claims.mailing (id),
      -- made of what it says: told twice is kept once
      event_key text not null,
      stage text not null,
      detail text,
      place text,
      at timestamptz not null,
      received_at timestamptz not null,
      unique (mailing_id, event_key)
    )`.execute(db);
  await sql`create index mailing_event_time on claims.mailing_event (mailing_id, at)`.execute(db);
  // The mailings of a letter, and for each recipient the newest: the unique index leaves out those that were refused.
  await sql`create index mailing_letter on claims.mailing (letter_id, recipient_no, created_at desc)`.execute(db);

  await sql`
    create table claims.court_document (
      id char(24) primary key,
      order_id char(24) not null references claims.claim_order (id),
      form_session_id char(24) not null,
      user_id char(24) not null,
      kind text not null,
      position int not null,
      title text not null,
      file_name text not null,
      blob_key char(64) not null,
      pages int not null,
      content_hash char(64) not null,
      -- drawn again when the letter's way turns: which version a person holds, and since when
      version int not null default 1,
      made_at timestamptz not null,
      created_at timestamptz not null,
      -- when a later version took its place: it stays readable as it was printed
      replaced_at timestamptz
    )`.execute(db);
  await sql`create unique index court_document_newest on claims.court_document (order_id, kind)
    where replaced_at is null`.execute(db);
  await sql`create index court_document_user on claims.court_document (user_id, created_at desc)`.execute(db);
}

/** The schema of the first release: each area after those whose tables it refers to. */
export async function up(db: Db): Promise<void> {
  for (const area of [platform, accounts, aroundAccounts, drafts, prices, orders, payments, letters, mailings])
    await area(db);
}
