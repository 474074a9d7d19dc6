import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { Scan } from '../../providers/ports/carrier.ts';
import type { MailingTable } from './mailing-tables.ts';

export interface TrackedMailing {
  readonly mailing: Selectable<MailingTable>;
  /** Oldest first. */
  readonly scans: readonly Scan[];
}

/** The mailings of a letter by recipient, each with its history. */
export async function findMailings(db: Db | Trx, letterId: string): Promise<TrackedMailing[]> {
  const mailings = await db
    .selectFrom('mailing')
    .selectAll()
    .where('letter_id', '=', letterId)
    .orderBy('recipient_no')
    .orderBy('created_at')
    .execute();
  const scans = await findScans(
    db,
    mailings.map(({ id }) => id),
  );
  return mailings.map((mailing) => ({ mailing, scans: scans.get(mailing.id) ?? [] }));
}

/** @returns the scans of each mailing that has some, oldest first */
export async function findScans(db: Db | Trx, mailingIds: readonly string[]): Promise<Map<string, Scan[]>> {
  if (mailingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('mailing_event')
    .select(['mailing_id', 'stage', 'detail', 'place', 'at'])
    .where('mailing_id', 'in', mailingIds)
    .orderBy('at')
    .execute();
  return Map.groupBy(rows, ({ mailing_id }) => mailing_id);
}
