import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
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
      created_at timestamptz not null,
      unique (order_id, kind)
    )`.execute(db);
  await sql`create index court_document_user on claims.court_document (user_id, created_at desc)`.execute(db);
}
