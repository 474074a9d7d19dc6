/**
 * Files for spreadsheets by RFC 4180, with the mark by which they are read as UTF-8. A line `sep=,` before it would split them
 * in places that list with semicolons, but Excel then leaves the mark unread, and other programs take the line for a row.
 */

const BYTE_ORDER_MARK = '\uFEFF';
const PIECE_CHARACTERS = 32_768;
/** What a spreadsheet takes for the beginning of a formula, also behind spaces, and as wide as an ideograph. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Text that was typed stays text: an apostrophe before what would be calculated. */
const field = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Lines of a file in pieces, written while the rows are read. A number is written as it is. */
export async function* csvPieces(
  header: readonly string[],
  rows: AsyncIterable<readonly (string | number)[]>,
): AsyncGenerator<Buffer> {
  const line = (fields: readonly (string | number)[]) => `${fields.map(field).join(',')}\r\n`;
  let piece = BYTE_ORDER_MARK + line(header);
  for await (const row of rows) {
    piece += line(row);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece, 'utf8');
    piece = '';
  }
  yield Buffer.from(piece, 'utf8');
}
