import { createHash } from 'node:crypto';
import { AppError } from '@redress/contracts';
import type { Db, Trx } from '../../platform/database.ts';
import { flattenSignature } from '../../platform/pdf/signature.ts';
import { signatureDataUrl } from '../../shared/form-sessions/form-session.repository.ts';

const MAX_PNG_BYTES = 200 * 1024;
const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** What a save means for the signature. */
export type SignatureChange =
  { kind: 'keep' } | { kind: 'remove' } | { kind: 'replace'; sourceHash: string; png: Buffer };

export interface SignatureView {
  change: SignatureChange;
  /** Whether there is one after the save. */
  hasSignature: boolean;
}

/**
 * Looks at the signature of a save. One that is stored already, as it was sent or as we gave it back, is not decoded
 * again: it comes with every autosave.
 * @param sent - the wire's field: absent, null or empty, or a data URL
 * @throws {AppError} SIGNATURE_INVALID
 */
export async function viewSignature(
  db: Db,
  formSessionId: string,
  sent: string | null | undefined,
): Promise<SignatureView> {
  if (sent === undefined) return { change: { kind: 'keep' }, hasSignature: false };
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
  const png = flattenSignature(sent);
  // Ours may come out larger than what was sent, and must still fit where the wire puts it.
  if (png.length > MAX_PNG_BYTES) throw new AppError('SIGNATURE_INVALID', { details: { reason: 'too large' } });
  return { change: { kind: 'replace', sourceHash, png }, hasSignature: true };
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
