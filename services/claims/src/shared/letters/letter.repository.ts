import { createHash } from 'node:crypto';
import { AppError } from '@redress/contracts';
import type { LetterDays, LetterPart } from '@redress/domain/letter';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { lockCaseOf } from '../form-sessions/form-session.repository.ts';
import type { ClaimSnapshotTable, LetterTable, LetterVersionTable } from './letter-tables.ts';

export type LetterRow = Selectable<LetterTable>;
export type VersionRow = Selectable<LetterVersionTable>;
export type SnapshotRow = Selectable<ClaimSnapshotTable>;

export interface LoadedLetter {
  letter: LetterRow;
  version: VersionRow;
  snapshot: SnapshotRow;
}

const sha256 = (...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
};

/** What is approved, rendered and mailed: the words, and the signature under them. */
export const letterHash = (text: string, snapshot: Pick<SnapshotRow, 'signature_key'>): string =>
  sha256(text, snapshot.signature_key ?? '');

export const answersHash = (answers: unknown, signatureKey: string | null): string =>
  sha256(JSON.stringify(answers), signatureKey ?? '');

export async function findLetter(db: Db | Trx, id: string): Promise<LetterRow | null> {
  return (await db.selectFrom('letter').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** A letter, for its owner alone. @throws {AppError} NOT_FOUND */
export async function ownedLetter(db: Db, id: string, userId: string): Promise<LetterRow> {
  const row = await db
    .selectFrom('letter')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function findLetterOfSession(db: Db | Trx, formSessionId: string): Promise<LetterRow | null> {
  const row = await db.selectFrom('letter').selectAll().where('form_session_id', '=', formSessionId).executeTakeFirst();
  return row ?? null;
}

/**
 * For changes that read before they write. Every transaction locks a case before the claims of its further letters, a
 * claim before its letter and a letter before its order and its mailings; two that lock in two orders would wait for
 * each other.
 */
export async function lockLetter(trx: Trx, id: string): Promise<LetterRow | null> {
  const known = await trx.selectFrom('letter').select('form_session_id').where('id', '=', id).executeTakeFirst();
  if (!known) return null;
  await lockCaseOf(trx, known.form_session_id);
  await trx.selectFrom('form_session').select('id').where('id', '=', known.form_session_id).forNoKeyUpdate().execute();
  return (await trx.selectFrom('letter').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function findVersion(db: Db | Trx, letterId: string, version: number): Promise<VersionRow | null> {
  const row = await db
    .selectFrom('letter_version')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

export async function findSnapshot(db: Db | Trx, id: string): Promise<SnapshotRow | null> {
  return (await db.selectFrom('claim_snapshot').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface NewVersion {
  origin: VersionRow['origin'];
  text: string;
  parts: readonly LetterPart[];
  days: LetterDays;
  signerName: string;
  snapshot: SnapshotRow;
  drafting?: { model: string; promptHash: string } | null;
  at: Date;
}

/** Adds the next version of a letter that the caller has locked or just made. @returns its hash */
export async function addVersion(trx: Trx, letterId: string, version: number, added: NewVersion): Promise<string> {
  const hash = letterHash(added.text, added.snapshot);
  await trx
    .insertInto('letter_version')
    .values({
      letter_id: letterId,
      version,
      origin: added.origin,
      text: added.text,
      text_hash: hash,
      parts: JSON.stringify(added.parts),
      letter_day: added.days.letterDay,
      pay_by: added.days.payBy,
      signer_name: added.signerName,
      snapshot_id: added.snapshot.id,
      drafting: added.drafting ? JSON.stringify(added.drafting) : null,
      created_at: added.at,
    })
    .execute();
  return hash;
}
