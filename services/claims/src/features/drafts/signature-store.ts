import { createHash } from 'node:crypto';
import type { Db, Trx } from '../../platform/database.ts';
import { signatureDataUrl } from '../../shared/form-sessions/form-session.repository.ts';

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** What a save means for the signature. */
export type SignatureChange =
  { kind: 'keep' } | { kind: 'remove' } | { kind: 'replace'; sourceHash: string; png: Buffer };

/** Decodes the picture of one save, once however often the save is tried. */
export type ReadPicture = () => Promise<Buffer>;

export interface SignatureView {
  change: SignatureChange;
  /** Whether there is one after the save; `null` where the save does not speak of it and nobody has looked. */
  hasSignature: boolean | null;
}

/**
 * Looks at the signature of a save. One that is stored already, as it was sent or as we gave it back, is not decoded
 * again: pages of before send it with every autosave.
 * @param sent - the wire's field: absent, null or empty, or a data URL
 * @throws {AppError} what `readPicture` throws
 */
export async function viewSignature(
  db: Db,
  formSessionId: string,
  sent: string | null | undefined,
  readPicture: ReadPicture,
): Promise<SignatureView> {
  if (sent === undefined) return { change: { kind: 'keep' }, hasSignature: null };
  const stored = await db
    .selectFrom('form_signature')
    .select(['source_hash', 'data_url_hash'])
    .where('form_session_id', '=', formSessionId)
    .executeTakeFirst();
  if (!sent) return { change: { kind: stored ? 'remove' : 'keep' }, hasSignature: false };
  const sourceHash = digest(sent);
  if (stored && (stored.source_hash === sourceHash || stored.data_url_hash === sourceHash)) {
    return { change: { kind: 'keep' }, hasSignature: true };
  }
  return { change: { kind: 'replace', sourceHash, png: await readPicture() }, hasSignature: true };
}

export async function hasStoredSignature(db: Db | Trx, formSessionId: string): Promise<boolean> {
  const stored = await db
    .selectFrom('form_signature')
    .select('form_session_id')
    .where('form_session_id', '=', formSessionId)
    .executeTakeFirst();
  return stored !== undefined;
}

export async function writeSignature(
  trx: Trx,
  formSessionId: string,
  change: SignatureChange,
  at: Date,
): Promise<void> {
  if (change.kind === 'keep') return;
  if (change.kind === 'remove') {
    await trx.deleteFrom('form_signature').where('form_session_id', '=', formSessionId).execute();
    return;
  }
  const { png, sourceHash } = change;
  const row = {
    png,
    png_hash: digest(png),
    source_hash: sourceHash,
    data_url_hash: digest(signatureDataUrl(png)),
    signed_at: at,
  };
  await trx
    .insertInto('form_signature')
    .values({ form_session_id: formSessionId, ...row })
    .onConflict((conflict) => conflict.column('form_session_id').doUpdateSet(row))
    .execute();
}
