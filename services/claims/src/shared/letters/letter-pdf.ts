import { AppError, type ClaimFormData } from '@redress/contracts';
import { claimantOf, defendantOf } from '@redress/domain';
import type { LetterPart } from '@redress/domain/letter';
import { printedParts } from '@redress/domain/letter-layout';
import type { Services } from '../feature-services.ts';
import { partsOf } from './letter-days.ts';
import { findSnapshot, letterHash, type VersionRow } from './letter.repository.ts';

/** Who writes to whom, at the foot of each page: of a business its own name. */
export const letterFooter = (answers: ClaimFormData): string =>
  `${claimantOf(answers).name} to ${defendantOf(answers).name}`;

/**
 * The file of one version: rendered once and kept by its hash, the same bytes whoever renders it.
 * @param row - as it stands in the table; its hash is checked against its words and signature before anything is drawn
 * @throws {AppError} PDF_FAILED
 */
export async function letterPdf(
  { db, blobs, pdf }: Pick<Services, 'db' | 'blobs' | 'pdf'>,
  row: VersionRow,
  {
    watermark,
    address,
  }: { watermark?: string; address?: (parts: readonly LetterPart[]) => readonly LetterPart[] } = {},
) {
  const snapshot = await findSnapshot(db, row.snapshot_id);
  const isPlain = !watermark && !address;
  if (row.pdf_key && isPlain) {
    const kept = await blobs.get(row.pdf_key);
    if (kept) return { bytes: kept, key: row.pdf_key };
  }
  if (!snapshot || letterHash(row.text, snapshot) !== row.text_hash) {
    throw new AppError('PDF_FAILED', { details: { reason: 'version does not match its hash' } });
  }
  const signature = snapshot.signature_key ? await blobs.get(snapshot.signature_key) : null;
  if (snapshot.signature_key && !signature) {
    throw new AppError('PDF_FAILED', { details: { reason: 'signature is missing' } });
  }
  const parts = partsOf(row);
  const rendered = await pdf.render({
    kind: 'letter',
    info: {
      title: 'Demand letter',
      madeAt: row.created_at.toISOString(),
      footer: letterFooter(snapshot.answers),
      ...(watermark ? { watermark } : {}),
    },
    parts: printedParts(address ? address(parts) : parts),
    signerName: row.signer_name,
    signature,
  });
  const bytes = Buffer.from(rendered.bytes);
  if (watermark) return { bytes, key: '' };
  const key = await blobs.put(bytes, 'application/pdf');
  if (!isPlain) return { bytes, key };
  await db
    .updateTable('letter_version')
    .set({ pdf_key: key, pdf_pages: rendered.pages })
    .where('letter_id', '=', row.letter_id)
    .where('version', '=', row.version)
    .execute();
  return { bytes, key };
}
