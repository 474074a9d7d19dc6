/**
 * Indexes of tables that grow with every letter. They are built beside running programs rather than by a migration, which
 * would hold up each writer of a table of millions for as long as it takes (decision 0234). A name stands for one
 * definition: another definition gets another name. What is only ever compared for being equal, by values as long as a
 * hash, has a hash index: a fifth of the size.
 */
export const INDEXES: Readonly<Record<string, string>> = {
  // A deletion looks for rows that refer to the row it removes.
  form_session_owner: 'form_session (user_id) where user_id is not null',
  // The lists of a person, how many there are of each kind, and where each claim stands, without a look at the rows: each
  // stands on a page of its own, and those of one person side by side in the index.
  form_session_list:
    'form_session (user_id, created_at desc, id) include (original_session_id, completed_at) where deleted_at is null',
  form_session_sent_to: 'form_session using hash (sent_to) where sent_to is not null',
  claim_order_list: 'claim_order (user_id, created_at desc) include (id, form_session_id, status, problem, left_as)',
  letter_list:
    'letter (user_id, created_at desc, id) include (form_session_id, state, problem, version, approved_version, posted_version, updated_at)',
  mailing_list: 'mailing (user_id, created_at) include (letter_id, recipient_no, state)',
  letter_waiting:
    "letter (user_id, updated_at desc) include (id, form_session_id, state, problem, version, approved_version, posted_version, created_at) where state <> 'posted'",
  // A search reads these instead of the rows, each of which stands on a page of its own.
  form_session_words: 'form_session (user_id, created_at desc) include (id, search_text) where deleted_at is null',
  claim_order_search:
    "claim_order (user_id, paid_at desc) include (id, order_number, package_title) where status <> 'open'",
  payment_sums: "payment (user_id) include (amount_cents, refunded_cents) where status = 'succeeded'",
  payment_refund_due: 'payment (refund_asked_at) where refund_due_cents > refunded_cents',
  claim_order_papers: "claim_order (user_id, paid_at desc, id) where status = 'paid' and package_id <> 'demand-letter'",
  // By the day they were begun: with the time of the last save, PostgreSQL would write each save into every index.
  form_session_abandoned: 'form_session (created_at) where user_id is null',
  // The cases of a person by what is due, and the closed ones.
  letter_due: "letter (user_id, due_on, id) include (form_session_id) where state = 'posted' and closed_at is null",
  letter_closed: 'letter (user_id, closed_at desc, id) include (form_session_id) where closed_at is not null',
  letter_remind: 'letter (remind_at) where remind_at is not null',
  letter_order: 'letter (order_id)',
  letter_original: 'letter (original_letter_id) where original_letter_id is not null',
  letter_version_snapshot: 'letter_version using hash (snapshot_id)',
  court_document_order: 'court_document (order_id)',
  mailing_order: 'mailing (order_id)',
  payment_order: 'payment (order_id)',
  payment_quote: 'payment using hash (quote_id)',
  payment_opening_quote: 'payment using hash (opening_quote_id)',
  payment_synced_quote: 'payment using hash (synced_quote_id) where synced_quote_id is not null',
  // A file is removed when no row names it any more.
  letter_version_file: 'letter_version using hash (pdf_key) where pdf_key is not null',
  claim_snapshot_signature: 'claim_snapshot using hash (signature_key) where signature_key is not null',
  court_document_file: 'court_document using hash (blob_key)',
  payment_receipt: 'payment using hash (receipt_key) where receipt_key is not null',
  // What is overdue: a few rows of each table.
  claim_order_unmade: "claim_order (paid_at) where status = 'paid' and (advanced_at is null or problem is not null)",
  claim_order_problem: 'claim_order (created_at) where problem is not null',
  claim_order_leaving: "claim_order (left_at) where left_as in ('closing', 'posting', 'refunding')",
  letter_problem: "letter (updated_at) where state = 'problem'",
  mailing_waiting: "mailing (created_at) where state = 'waiting'",
  mailing_copy_refused: "mailing (updated_at) where state = 'rejected' and recipient_no > 0",
  // Rows are added in the order of time and stay where they are: a thousandth of the size of a tree.
  claim_order_time: 'claim_order using brin (created_at) with (pages_per_range = 16)',
  form_session_time: 'form_session using brin (created_at) with (pages_per_range = 16)',
  letter_time: 'letter using brin (created_at) with (pages_per_range = 16)',
  event_time: 'event using brin (at) with (pages_per_range = 16)',
  // Who was signed in, account by account.
  event_sign_in:
    "event (subject_id, id) include (at, kind) where subject_kind = 'account' and kind in ('account.signed-in', 'account.verified')",
  event_payment_unknown: "event (subject_id) where kind in ('payment.unknown', 'payment.unknown-refunded')",
  // Provider's news by what they are about, and those that still hold what was sent.
  provider_event_subject: 'provider_event using hash (subject_id) where subject_id is not null',
  provider_event_kept: 'provider_event (received_at) where payload is not null',
  // What housekeeping removes.
  mail_time: 'mail (created_at)',
  alert_dismissed: 'alert (dismissed_at) where dismissed_at is not null',
};
