import { AppError } from '@redress/contracts';
import type { SnapshotRow } from './letter.repository.ts';

/**
 * What goes out is signed with a picture that is known to be the claimant's (decision 0308).
 * @throws {AppError} DOCUMENT_NOT_READY until the picture is checked; CLAIM_INCOMPLETE when it was dropped
 */
export function assertSigned({ signature_state }: Pick<SnapshotRow, 'signature_state'>): void {
  if (signature_state === 'unproven') throw new AppError('DOCUMENT_NOT_READY', { details: { reason: 'signature' } });
  if (signature_state === 'dropped') throw new AppError('CLAIM_INCOMPLETE', { details: { reason: 'signature' } });
}
