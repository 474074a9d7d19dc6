import { AppError, type BodyOf, type casePaper } from '@redress/contracts';
import { casePapersOf, incidentPlace } from '@redress/domain';
import { writeCasePaper } from '@redress/domain/papers';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import type { Services } from '../../shared/feature-services.ts';
import { paperBlocks } from '../../shared/papers/paper-blocks.ts';
import { findState } from '../../shared/reference/tax.ts';
import { readKnown } from '../../shared/cases/known-case.ts';

/**
 * A paper about the money of a case, of its ledger as it stands now. None is kept: the ledger is, and says the same again.
 * @throws {AppError} NOT_FOUND; DOCUMENT_NOT_READY when it does not hold for the case
 */
export async function drawCasePaper(
  { db, now, pdf }: Services,
  userId: string,
  { form_session_id, paper: kind }: BodyOf<typeof casePaper>,
): Promise<{ bytes: Buffer; fileName: string }> {
  const session = await ownedSession(db, form_session_id, userId);
  const { claim, answers, reports } = await readKnown(db, session);
  if (!casePapersOf(claim).includes(kind)) throw new AppError('DOCUMENT_NOT_READY', { details: { paper: kind } });
  const madeOn = documentDay(answers, now());
  const paper = writeCasePaper(kind, {
    data: answers,
    claim,
    version: reports.length,
    madeOn,
    state: findState(incidentPlace(answers).state),
  });
  const info = { title: paper.title, madeAt: `${madeOn}T18:00:00.000Z`, footer: paper.footer };
  return { bytes: await pdf.draw(info, paperBlocks(paper, null)), fileName: `${kind}-${reports.length}.pdf` };
}
