import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What is still to be done about an order whose account is deleted, or was: nothing paid for goes silently.
  await sql`
    alter table claims.claim_order
      add column left_as text check (left_as in ('closing', 'posting', 'posted', 'refunding')),
      add column left_at timestamptz`.execute(db);
  await sql`create index claim_order_left on claims.claim_order (left_at) where left_as is not null`.execute(db);
  // Accounts deleted before: their letters are gone, but the audit knows which of them were posted.
  await sql`
    update claims.claim_order o set left_as = 'posted', left_at = coalesce(paid_at, created_at)
    where o.status = 'paid'
      and not exists (select from claims.account where id = o.user_id)
      and exists (
        select from claims.event approved
        join claims.event posted on posted.subject_id = approved.subject_id and posted.kind = 'letter.posted'
        where approved.kind = 'letter.approved' and approved.actor_id = o.user_id)`.execute(db);
  // They left names behind, in places that had no rule.
  await sql`
    update claims.order_quote q set recipients = '[]', billing = '{}', email = ''
    from claims.claim_order o
    where o.id = q.order_id and not exists (select from claims.account where id = o.user_id)`.execute(db);
  await sql`
    update claims.claim_order o set email = ''
    where not exists (select from claims.account where id = o.user_id)`.execute(db);
  await sql`
    update claims.provider_event e set payload = null
    where payload is not null and provider = 'stripe' and exists (
      select from claims.payment p where p.intent_id = e.subject_id
        and not exists (select from claims.account where id = p.user_id))`.execute(db);
  await sql`
    delete from claims.claim_snapshot s
    where not exists (select from claims.letter_version where snapshot_id = s.id)
      and not exists (select from claims.form_session where id = s.form_session_id)`.execute(db);
  // Failed tries of mails repeated the addresses they were for. The queue's tables are its own, and may not be there yet.
  await sql`
    do $$ begin
      if to_regclass('claims_jobs.job') is not null then
        update claims_jobs.job set output = null where output is not null;
      end if;
    end $$`.execute(db);
}
