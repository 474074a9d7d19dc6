import { AppError, type ClaimFormData, type Recipient } from '@redress/contracts';
import { incidentPlace } from '@redress/domain';
import { letterGaps, type EarlierLetter } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSignature } from '../form-sessions/form-session.repository.ts';
import { findState } from '../reference/tax.ts';
import { answersHash, type SnapshotRow } from './letter.repository.ts';

export interface SnapshotSource {
  formSessionId: string;
  formData: ClaimFormData;
  /** Those that were paid for, not those in the form. */
  recipients: readonly Recipient[];
  /** Of a second letter. */
  earlier?: EarlierLetter | null;
}

/**
 * Freezes the answers a letter is made from, with the signature and the line it was given under. The same answers
 * again give the same snapshot.
 * @throws {AppError} CLAIM_INCOMPLETE
 */
export async function freezeAnswers(
  trx: Trx,
  { blobs, newId, now, text }: Pick<Platform, 'blobs' | 'newId' | 'now' | 'text'>,
  { formSessionId, formData, recipients, earlier = null }: SnapshotSource,
): Promise<SnapshotRow> {
  const signature = await findSignature(trx, formSessionId);
  const missing: string[] = [...letterGaps(formData), ...(signature ? [] : ['signature'])];
  if (missing.length > 0) throw new AppError('CLAIM_INCOMPLETE', { details: { reason: missing.join(',') } });
  // A blob without a row is harmless; a row without its blob would be a letter without its signature.
  const signatureKey = signature ? await blobs.put(signature.png, 'image/png') : null;
  const answers: ClaimFormData = { ...formData, signature: undefined, recipients: [...recipients] };
  const hash = answersHash(earlier ? [answers, earlier] : answers, signatureKey);
  const state = findState(incidentPlace(formData).state);
  await trx
    .insertInto('claim_snapshot')
    .values({
      id: newId(),
      form_session_id: formSessionId,
      answers: JSON.stringify(answers),
      answers_hash: hash,
      signature_key: signatureKey,
      signed_at: signature?.signedAt ?? null,
      earlier: earlier && JSON.stringify(earlier),
      declaration: text('letters.declaration', { state: state?.name ?? '' }),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.columns(['form_session_id', 'answers_hash']).doNothing())
    .execute();
  return trx
    .selectFrom('claim_snapshot')
    .selectAll()
    .where('form_session_id', '=', formSessionId)
    .where('answers_hash', '=', hash)
    .executeTakeFirstOrThrow();
}
