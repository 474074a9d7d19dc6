import { alignParts, isWrittenIn, type LetterPart } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import type { PrintedPart } from '../../platform/pdf/letter-layout.ts';
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
    .executeTakeFirst();
  return alignParts(earlier?.parts ?? [], row.text);
}

const OWN_LOOK = new Set(['heading', 'subject', 'table', 'list', 'closing', 'signature'] as const);
type OwnLook = typeof OWN_LOOK extends Set<infer Kind> ? Kind : never;
const hasOwnLook = (kind: string): kind is OwnLook => (OWN_LOOK as ReadonlySet<string>).has(kind);

const ATTACHMENTS = new Set(['attachment-heading', 'attachment-sum-heading']);
const lookOf = ({ id, kind }: LetterPart): PrintedPart['kind'] =>
  ATTACHMENTS.has(id) ? 'attachment' : hasOwnLook(kind) ? kind : 'text';

/** The parts as the renderer takes them. */
export const printedParts = (parts: readonly LetterPart[]): PrintedPart[] =>
  parts.map((part) => ({
    kind: isWrittenIn(part) ? 'free' : lookOf(part),
    text: part.text,
    joins: part.joins,
  }));
