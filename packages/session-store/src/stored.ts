/**
 * The only module of the site that touches the browser's storage (decision 0310). Storage may be denied or full, hold
 * what another build wrote, or be emptied in another tab at any moment. So nothing here throws, what cannot be read is
 * `null`, and what storage refuses is kept as long as the document.
 */

/** What storage refused to take. `tab`: gone with the tab. `browser`: shared by all tabs of the site, and there when they are closed. */
const refused = { tab: new Map<string, string>(), browser: new Map<string, string>() };
export type StorageArea = keyof typeof refused;

/** @throws {DOMException} when the browser denies it */
const storageOf = (area: StorageArea): Storage => (area === 'tab' ? sessionStorage : localStorage);

const attempt = <Result>(work: () => Result, otherwise: Result): Result => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

export const readText = (area: StorageArea, key: string): string | null =>
  refused[area].get(key) ?? attempt(() => storageOf(area).getItem(key), null);

/**
 * @param text - `null` removes
 * @returns false when storage refused it: then it lasts as long as the document
 */
export function writeText(area: StorageArea, key: string, text: string | null): boolean {
  refused[area].delete(key);
  const isKept = attempt(() => {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
    return true;
  }, text === null);
  if (!isKept && text !== null) refused[area].set(key, text);
  return isKept;
}

/** Every key that begins with `prefix`. */
export const keysIn = (area: StorageArea, prefix: string): string[] =>
  [...new Set([...refused[area].keys(), ...attempt(() => Object.keys(storageOf(area)), [])])].filter((key) =>
    key.startsWith(prefix),
  );

/** For tests: another document. */
export const forgetRefused = (): void => Object.values(refused).forEach((area) => area.clear());

/** One named value of the browser's storage, or one for each id. */
export interface Stored<Value> {
  /** @returns `null` when there is nothing, or nothing that this build can read */
  read(id?: string): Value | null;
  /**
   * @param value - `null` forgets it
   * @returns false when storage refused it: then it lasts as long as the document
   */
  write(value: Value | null, id?: string): boolean;
  /** Ids of all entries, also of those that this build cannot read. */
  ids(): string[];
}

/**
 * @param key - the whole key, or its beginning where there is one entry for each id
 * @param parse - checks what was found, its version too: after a rollback it may be a newer build's, and stays for it.
 *   Returns `null` for what this build does not understand. The versions stand in `remote.config.ts`.
 */
export const stored = <Value>(
  area: StorageArea,
  key: string,
  parse: (kept: unknown) => Value | null,
): Stored<Value> => ({
  read: (id = '') => attempt(() => parse(JSON.parse(readText(area, key + id) ?? 'null')), null),
  write: (value, id = '') => writeText(area, key + id, value === null ? null : JSON.stringify(value)),
  ids: () => keysIn(area, key).map((name) => name.slice(key.length)),
});
