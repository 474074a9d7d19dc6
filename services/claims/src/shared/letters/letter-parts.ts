import { alignParts, type LetterPart } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import type { VersionRow } from './letter.repository.ts';

/**
 * The parts of a version. Versions edited before parts were kept beside every text have none: theirs are aligned from
 * the newest version before them that has.
 */
export async function partsOf(db: Db | Trx, row: VersionRow): Promise<readonly LetterPart[]> {
  if (row.parts) return alignParts(row.parts, row.text);
  const earlier = await db
    .selectFrom('letter_version')
    .select('parts')
    .where('letter_id', '=', row.letter_id)
    .where('version', '<', row.version)
    .where('parts', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return alignParts(earlier?.parts ?? [], row.text);
}
