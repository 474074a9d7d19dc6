import { sql, type SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Everything kept about a person, written while it is read: of a business with 20,000 letters that is hundreds of
 * megabytes. Read page by page, it costs the memory of one page; a browser that reads slowly holds no connection.
 */

/** Rows read at once. */
export const EXPORT_PAGE = 200;
const PIECE_CHARACTERS = 32_768;

/** Where a page ended. The time is a text: a JavaScript Date would cut its microseconds and read rows again. */
export interface Place {
  place_id: string;
  placed_at: string;
}
type Placed = 'form_session' | 'letter' | 'claim_order' | 'payment' | 'court_document' | 'alert' | 'case_report';

/** What a page selects so that the next one knows where it begins. */
export const placeOf = (table: Placed) =>
  [
    sql<string>`${sql.ref(`${table}.id`)}`.as('place_id'),
    sql<string>`${sql.ref(`${table}.created_at`)}::text`.as('placed_at'),
  ] as const;

/** Rows after a place, in the order of `created_at` and `id`. Written so that an index by time finds the first of them. */
export function isAfter(table: Placed, place: Place | null) {
  if (place === null) return sql<boolean>`true`;
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  return sql<boolean>`(${at} >= ${place.placed_at}::timestamptz and (${at} > ${place.placed_at}::timestamptz or ${id} > ${place.place_id}))`;
}

/** @param read - at most {@link EXPORT_PAGE} rows after a place, in their order */
export async function* inPages<Row extends Place>(
  read: (after: Place | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | null = null; ;) {
    const rows: readonly Row[] = await read(after);
    yield* rows;
    if (rows.length < EXPORT_PAGE) return;
    after = rows.at(-1) ?? null;
  }
}

/** All rows that a query finds of a table, the oldest first. */
export async function* allRows<Table extends keyof Tables, Row>(
  table: Placed,
  query: SelectQueryBuilder<Tables, Table, Row>,
): AsyncGenerator<Row> {
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const read = (after: Place | null) =>
    query.select(placeOf(table)).where(isAfter(table, after)).orderBy(at).orderBy(id).limit(EXPORT_PAGE).execute();
  for await (const { place_id: _, placed_at: __, ...row } of inPages(read)) yield row as Row;
}

/** Each row as it is told. */
export async function* mapRows<Row, Out>(rows: AsyncIterable<Row>, tell: (row: Row) => Out): AsyncGenerator<Out> {
  for await (const row of rows) yield tell(row);
}

const isRows = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * One JSON document of the fields of all these records, in pieces. A field whose value is an iterable of rows becomes a
 * list of them, one on each line.
 */
export async function* jsonPieces(records: AsyncIterable<Record<string, unknown>>): AsyncGenerator<Buffer> {
  let piece = '{';
  let isFirst = true;
  const take = () => {
    const bytes = Buffer.from(piece, 'utf8');
    piece = '';
    return bytes;
  };
  for await (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      piece += `${isFirst ? '' : ','}\n  ${JSON.stringify(name)}: `;
      isFirst = false;
      if (!isRows(value)) {
        piece += JSON.stringify(value);
        continue;
      }
      piece += '[';
      let count = 0;
      for await (const row of value) {
        piece += `${count > 0 ? ',' : ''}\n    ${JSON.stringify(row)}`;
        count += 1;
        if (piece.length >= PIECE_CHARACTERS) yield take();
      }
      piece += count > 0 ? '\n  ]' : ']';
    }
  }
  piece += '\n}\n';
  yield take();
}
