/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time with its zone: its reader has another clock on the wall, and the console says local times. */
export const when = (instant: string | null) => (instant ? `${instant.slice(0, 19).replace('T', ' ')} UTC` : '');

const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Any value of an answer on one line. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:/.test(value) ? when(value) : value;
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value !== 'object') return String(value);
  if ('buildId' in value && 'name' in value) return `${cellOf(value.name)}@${cellOf(value.buildId)}`;
  return Object.entries(value)
    .filter(([, part]) => cellOf(part) !== '')
    .map(([name, part]) => `${wordsOf(name)} ${cellOf(part)}`)
    .join(' ');
}

function listOf(rows: readonly object[], columns?: string): string {
  const cells = rows.map((row) => Object.entries(row).map(([name, value]) => [name, cellOf(value)] as const));
  const names = columns?.split(' ') ?? [
    ...new Set(cells.flatMap((row) => row.filter(([, cell]) => cell !== '').map(([name]) => name))),
  ];
  const byName = cells.map((row) => Object.fromEntries(row));
  return table([names.map(wordsOf), ...byName.map((row) => names.map((name) => row[name] ?? ''))]);
}

/**
 * What a call answers, for people: a list as a table, anything else as lines.
 * @param how.columns - of a list; all that hold something unless said
 * @param how.empty - what an empty list is called
 */
export function printAnswer(
  answer: unknown,
  { columns, empty = 'There is none.' }: { columns?: string | undefined; empty?: string | undefined } = {},
): string {
  if (Array.isArray(answer)) return answer.length === 0 ? empty : listOf(answer as object[], columns);
  if (typeof answer !== 'object' || answer === null) return cellOf(answer);
  return Object.entries(answer)
    .map(([name, value]) => {
      const isTable = Array.isArray(value) && typeof value[0] === 'object';
      return isTable
        ? `${wordsOf(name)}:\n${listOf(value as object[])}`
        : `${wordsOf(name)}: ${cellOf(value) || 'none'}`;
    })
    .join('\n');
}
