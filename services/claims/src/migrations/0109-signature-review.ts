import { sql, type Kysely } from 'kysely';

/**
 * Pictures stored until now were decoded by a library that could fill them with foreign memory (decision 0308). Each is
 * `unproven`, and neither shown, printed nor posted, until a job has looked at its dots. The default stays, so that a
 * process of the release before, still running, stores pictures that are looked at as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['form_signature', 'state'],
    ['claim_snapshot', 'signature_state'],
  ] as const) {
    await sql`
      alter table ${sql.table(`claims.${table}`)} add column ${sql.ref(column)} text not null default 'unproven'
        check (${sql.ref(column)} in ('unproven', 'proven', 'dropped'))`.execute(db);
  }
  await sql`update claims.claim_snapshot set signature_state = 'proven' where signature_key is null`.execute(db);
  await sql`create index form_signature_unproven on claims.form_signature (form_session_id) where state = 'unproven'`.execute(
    db,
  );
  await sql`create index claim_snapshot_unproven on claims.claim_snapshot (signature_key) where signature_state = 'unproven'`.execute(
    db,
  );
}
