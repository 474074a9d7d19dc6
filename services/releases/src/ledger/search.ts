import type { LedgerEntry, LedgerRow } from '@redress/contracts/release-api';
import { sql, type Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';

export interface LedgerQuestion {
  limit: number;
  /** Entries before this number: the next page. */
  before?: number | undefined;
  /** A part of the token, of the handle or of the person's name. */
  who?: string | undefined;
  what?: string | undefined;
  /** A remote, a channel, a token, a person: whatever an act was about. */
  remote?: string | undefined;
  /** Words anywhere in the entry. */
  text?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Read at once; a question that few entries answer is asked of so many after another. */
const BATCH = 500;

const has = (text: string, sought: string) => text.toLowerCase().includes(sought.toLowerCase());
const isAbout = ({ subject, detail }: LedgerEntry, name: string) =>
  subject.split(' ').includes(name) || JSON.stringify(detail).includes(JSON.stringify(name));

function answers(entry: LedgerEntry, { who, what, remote, text, from, until }: LedgerQuestion): boolean {
  const at = new Date(entry.at).getTime();
  return (
    (!who || has(entry.actor, who) || has(entry.person ?? '', who)) &&
    (!what || has(entry.action, what)) &&
    (!remote || isAbout(entry, remote)) &&
    (!text || has([entry.subject, entry.action, entry.reason, JSON.stringify(entry.detail)].join(' '), text)) &&
    (!from || at >= new Date(from).getTime()) &&
    (!until || at < new Date(until).getTime())
  );
}

/** As it stands in the text of an entry, with what `like` reads as its own signs taken literally. */
const asLike = (sought: string) =>
  `%${JSON.stringify(sought)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`;
/** The entry's own instant: the first of its text. */
const AT = sql<string>`substring(entry from '"at":"([^"]*)"')`;

/**
 * Entries that answer, newest first. The database leaves out what cannot answer by the text of the entries, which are kept as
 * they were hashed; what is left is read and decided here.
 */
export async function searchLedger(db: Kysely<ReleaseTables>, question: LedgerQuestion): Promise<LedgerRow[]> {
  const { limit, who, what, remote, text, from, until } = question;
  const found: LedgerRow[] = [];
  const isAll = [who, what, remote, text, from, until].every((value) => !value);
  const batch = isAll ? limit : BATCH;
  for (let before = question.before; ;) {
    const rows = await db
      .selectFrom('releases.ledger')
      .selectAll()
      .$if(before !== undefined, (query) => query.where('seq', '<', before as number))
      .$if(Boolean(from), (query) => query.where(AT, '>=', instant(from)))
      .$if(Boolean(until), (query) => query.where(AT, '<', instant(until)))
      .where(({ and, eb }) =>
        and([who, what, remote, text].flatMap((sought) => (sought ? [eb('entry', 'ilike', asLike(sought))] : []))),
      )
      .orderBy('seq', 'desc')
      .limit(batch)
      .execute();
    for (const { hash, entry: kept } of rows) {
      const entry = JSON.parse(kept) as LedgerEntry;
      if (answers(entry, question)) found.push({ ...entry, hash });
      if (found.length === limit) return found;
    }
    if (rows.length < batch) return found;
    before = rows.at(-1)?.seq;
  }
}

/** As entries write it, so that texts compare as instants do. */
const instant = (text: string | undefined): string => new Date(text ?? 0).toISOString();
