import type { ColumnType } from 'kysely';
import type { Trx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';

export interface AlertTable {
  id: string;
  account_id: string;
  title: string;
  message: string;
  link: string | null;
  dedupe_key: string;
  created_at: Date;
  dismissed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module '../platform/tables.ts' {
  interface Tables {
    alert: AlertTable;
  }
}

export interface AlertOrder {
  userId: string;
  title: string;
  message: string;
  /** A page of ours, from `/`. */
  link: string | null;
  /** One alert per person and key, also after it was dismissed: `letter-posted:{letterId}`. */
  dedupeKey: string;
}

/** Tells a person something in the alert panel; in the transaction of what it is about. */
export async function raiseAlert(
  trx: Trx,
  { newId, now }: Pick<Platform, 'newId' | 'now'>,
  { userId, title, message, link, dedupeKey }: AlertOrder,
): Promise<void> {
  await trx
    .insertInto('alert')
    .values({ id: newId(), account_id: userId, title, message, link, dedupe_key: dedupeKey, created_at: now() })
    .onConflict((conflict) => conflict.columns(['account_id', 'dedupe_key']).doNothing())
    .execute();
}

/** Takes an alert away that is not true any more; in the transaction that made it so. */
export async function retireAlert(
  trx: Trx,
  { now }: Pick<Platform, 'now'>,
  { userId, dedupeKey }: Pick<AlertOrder, 'userId' | 'dedupeKey'>,
): Promise<void> {
  await trx
    .updateTable('alert')
    .set({ dismissed_at: now() })
    .where('account_id', '=', userId)
    .where('dedupe_key', '=', dedupeKey)
    .where('dismissed_at', 'is', null)
    .execute();
}
