/**
 * Every table of the schema `claims`. A feature adds its own beside its code:
 * `declare module '../../platform/tables.ts' { interface Tables { letter: LetterTable } }`.
 */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

export interface Tables {
  event: EventTable;
  mail: EmailTable;
  rate_limit: RateLimitTable;
}

/** One row a change of state: who did what to what, when, in which request. Never a name, address or claim text. */
export interface EventTable {
  id: Generated<number>;
  at: Date;
  kind: string;
  actor_kind: 'user' | 'visitor' | 'operator' | 'system';
  actor_id: string | null;
  subject_kind: string;
  subject_id: string;
  request_id: string | null;
  details: JSONColumnType<Record<string, unknown>>;
}

/** Outbox: a mail exists from the moment its cause is committed. */
export interface EmailTable {
  id: string;
  template: string;
  /** Sealed: address and values, which may hold a code. Emptied once the mail is out. */
  sealed: Buffer | null;
  dedupe_key: string;
  status: 'waiting' | 'sent' | 'failed' | 'held';
  /** SMTP answer or error code of the last try. */
  last_error: string | null;
  attempts: ColumnType<number, number | undefined, number>;
  created_at: Date;
  sent_at: Date | null;
}

export interface RateLimitTable {
  key: string;
  count: number;
  ends_at: Date;
}
