/** What a table has under a key. By itself an object answers `constructor`, a word people write, with what it inherits. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
