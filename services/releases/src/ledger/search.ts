import type { LedgerEntry, LedgerRow } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import type { InputOf } from '../release-operations.ts';
import type { Db } from '../store/schema.ts';
import { ledgerHead } from './ledger.ts';

export type LedgerQuestion = InputOf<'ledger'>;

/** Read at once; a question that few entries answer is asked of so many after another. */
const BATCH = 500;
/** Of the first batch most are shown: what the database finds by words mostly answers. */
const FIRST_BATCH = 2;
/** So many newest entries are read one by one for words; beyond these only entries that hold the words are. */
const NEAR = 1_000;

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

/** A part of the ledger, newest first. */
interface Stretch {
  before?: number | undefined;
  from?: number;
  /** Led by the words of the question and put in order then, not in order and looked through for the words. */
  isByWords?: boolean;
}

/**
 * Entries that answer, newest first. The database leaves out what cannot answer by the text of the entries, which are kept as
 * they were hashed; what is left is read and decided here. How many entries hold a word is not known before: what many hold
 * is found among the newest, and of what few of these hold the index of words names few.
 */
export async function searchLedger(db: Db, question: LedgerQuestion): Promise<LedgerRow[]> {
  const { limit, before, who, what, remote, text, from, until } = question;
  const words = [who, what, remote, text].filter((sought) => sought !== undefined && sought !== '');
  const isAll = words.length === 0 && !from && !until;
  const found: LedgerRow[] = [];
  for (const stretch of words.length === 0 ? [{ before }] : await stretchesOf(db, before)) {
    let batch = isAll ? limit : Math.min(BATCH, limit * FIRST_BATCH);
    for (let below = stretch.before; ;) {
      const rows = await readBatch(db, question, { ...stretch, before: below }, batch);
      for (const { hash, entry: kept } of rows) {
        const entry = JSON.parse(kept) as LedgerEntry;
        if (answers(entry, question)) found.push({ ...entry, hash });
        if (found.length === limit) return found;
      }
      if (rows.length < batch) break;
      below = rows.at(-1)?.seq;
      batch = BATCH;
    }
  }
  return found;
}

async function stretchesOf(db: Db, before: number | undefined): Promise<Stretch[]> {
  const near = (before ?? ((await ledgerHead(db))?.seq ?? 0) + 1) - NEAR;
  const newest = { before, from: near };
  return near > 1 ? [newest, { before: near, isByWords: true }] : [newest];
}

function readBatch(db: Db, { who, what, remote, text, from, until }: LedgerQuestion, stretch: Stretch, limit: number) {
  // No index answers the sum, so the one of the words is used.
  const seq = stretch.isByWords ? sql<number>`seq + 0` : sql<number>`seq`;
  return db
    .selectFrom('releases.ledger')
    .selectAll()
    .$if(stretch.before !== undefined, (query) => query.where(seq, '<', stretch.before as number))
    .$if(stretch.from !== undefined, (query) => query.where(seq, '>=', stretch.from as number))
    .$if(Boolean(from), (query) => query.where(AT, '>=', instant(from)))
    .$if(Boolean(until), (query) => query.where(AT, '<', instant(until)))
    .where(({ and, eb }) =>
      and([who, what, remote, text].flatMap((sought) => (sought ? [eb('entry', 'ilike', asLike(sought))] : []))),
    )
    .orderBy(seq, 'desc')
    .limit(limit)
    .execute();
}

/** As entries write it, so that texts compare as instants do. */
const instant = (text: string | undefined): string => new Date(text ?? 0).toISOString();
