import type { Database } from '@redress/database';

const BATCH = 5_000;

/** Where the product's tables name stored files. A test of services/claims finds a column that is not here. */
export const FILE_COLUMNS = [
  ['claims.claim_snapshot', 'signature_key'],
  ['claims.letter_version', 'pdf_key'],
  ['claims.mailing', 'pdf_key'],
  ['claims.court_document', 'blob_key'],
  ['claims.payment', 'receipt_key'],
] as const;

/** Files of every build that retention has not taken; source maps a build is whole without. */
const BUILD_FILES = `
  select distinct 'sha384/' || encode(decode(substr(file.value ->> 'integrity', 8), 'base64'), 'hex') as key
  from releases.build b, jsonb_each(b.payload::jsonb -> 'files') file
  where file.key not like '%.map' and not exists (
    select 1 from releases.collected_build c
    where c.name = b.name and c.build_id = b.build_id and c.restored_at is null)`;

/** Every key of a stored file that the database names, in batches. */
export async function* namedFiles({ pool }: Database): AsyncGenerator<string[]> {
  const queries = [
    ...FILE_COLUMNS.map(
      ([table, column]) => `select distinct ${column} as key from ${table} where ${column} is not null`,
    ),
    BUILD_FILES,
  ];
  const client = await pool.connect();
  try {
    await client.query('begin transaction read only');
    for (const query of queries) {
      await client.query(`declare named no scroll cursor for ${query}`);
      for (;;) {
        const { rows } = await client.query<{ key: string }>(`fetch ${BATCH} from named`);
        if (rows.length === 0) break;
        yield rows.map(({ key }) => key);
      }
      await client.query('close named');
    }
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
