import {
  AppError,
  courtDocumentPage,
  courtDocumentSet,
  downloadCourtDocument,
  getCourtDocuments,
} from '@redress/contracts';
import { formatDay, hasCourtPapers } from '@redress/domain';
import * as z from 'zod/mini';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { pictureOf } from '../../platform/pdf/page-picture.ts';
import type { PdfPool } from '../../platform/pdf/pdf-pool.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { JOBS } from '../../shared/job-names.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { caseStateOf } from '../../shared/letters/letter-case.ts';
import { createPaperMaker } from './make-papers.ts';

export interface PapersDeps {
  platform: Platform;
  pdf: PdfPool;
  threads: LetterThreads;
}

/** Court papers of the higher packages: made after payment, written again with every later turn of the letter. */
export function createPapersFeature({ platform, pdf, threads }: PapersDeps): Feature {
  const { db, blobs, text } = platform;
  const makePapers = createPaperMaker({ platform, pdf, threads });

  const documentsOf = (userId: string) =>
    db
      .selectFrom('court_document')
      .select(['id', 'order_id', 'title', 'file_name', 'kind', 'version', 'made_at'])
      .where('user_id', '=', userId)
      .orderBy('position')
      .execute();

  /** @throws {AppError} NOT_FOUND when it is not theirs; DOCUMENT_NOT_READY */
  async function fileOf(userId: string, id: string): Promise<{ fileName: string; bytes: Buffer }> {
    const row = await db
      .selectFrom('court_document')
      .select(['file_name', 'blob_key'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    const bytes = await blobs.get(row.blob_key);
    if (!bytes) throw new AppError('DOCUMENT_NOT_READY');
    return { fileName: row.file_name, bytes };
  }

  return {
    name: 'papers',
    routes: [
      route(
        getCourtDocuments,
        async ({ user, csrfToken }) => {
          const orders = await db
            .selectFrom('claim_order')
            .leftJoin('letter', 'letter.order_id', 'claim_order.id')
            .innerJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
            .select([
              'claim_order.id',
              'claim_order.order_number',
              'claim_order.package_id',
              'claim_order.package_title',
              'claim_order.form_session_id',
              'claim_order.paid_at',
              'claim_order.created_at',
              'letter.id as letter_id',
              'letter.state as letter_state',
              'form_session.form_data',
            ])
            .where('claim_order.user_id', '=', user.id)
            .where('claim_order.status', '=', 'paid')
            .orderBy('claim_order.paid_at', 'desc')
            .execute();
          const documents = await documentsOf(user.id);
          return {
            message: text('papers.listed'),
            demands: orders
              .filter((order) => hasCourtPapers({ id: order.package_id, title: order.package_title }))
              .map((order) => {
                const own = documents.filter(({ order_id }) => order_id === order.id);
                const dayOf = (at: Date) => formatDay(documentDay(order.form_data, at));
                const boughtAt = order.paid_at ?? order.created_at;
                const state = caseStateOf(order.letter_state ? { state: order.letter_state } : null, null);
                return {
                  demand_id: order.letter_id ?? order.form_session_id,
                  demand_identifier: `${order.package_title ?? ''} ${order.order_number}`.trim(),
                  created_at: boughtAt.toISOString(),
                  formatted_date: dayOf(boughtAt),
                  // Words of ours where the specification has none (section 4, court demand status).
                  demand_status: own.length === 0 ? 'pending' : state === 'paid' ? 'pending' : 'approved',
                  court_documents_count: own.length,
                  court_documents: own.map(({ id, title, file_name, kind, version, made_at }) => ({
                    id,
                    title,
                    file_name,
                    kind,
                    version,
                    made_at: made_at.toISOString(),
                    formatted_date: dayOf(made_at),
                  })),
                  pending: own.length === 0,
                };
              }),
            csrf_token: csrfToken(),
          };
        },
        { rows: 'demands' },
      ),
      route(downloadCourtDocument, async ({ user, body }) => {
        return file({
          ...(await fileOf(user.id, body.file_id)),
          contentType: 'application/pdf',
          inline: !body.download,
        });
      }),
      route(courtDocumentSet, async ({ user, body }) => {
        const papers: Uint8Array[] = [];
        for (const id of body.file_ids) papers.push((await fileOf(user.id, id)).bytes);
        const joined = await pdf.join(papers, body.for_print);
        return file({
          bytes: Buffer.from(joined),
          contentType: 'application/pdf',
          fileName: body.for_print ? 'court-papers-to-print.pdf' : 'court-papers.pdf',
          inline: body.for_print,
        });
      }),
      route(courtDocumentPage, async ({ user, query }) => {
        const { bytes } = await fileOf(user.id, query.file_id);
        return pictureOf(await pdf.page(bytes, query.page));
      }),
    ],
    jobs: [
      defineJob({
        name: JOBS.makePapers,
        schema: z.object({ orderId: z.string() }),
        // One more than draw at once, so that a thread never waits for the database.
        concurrency: pdf.size + 1,
        handle: ({ orderId }) => makePapers(orderId),
      }),
    ],
    async search(userId, words) {
      return (await documentsOf(userId))
        .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
        .slice(0, 10)
        .map(({ id, title, file_name }) => ({
          kind: 'document' as const,
          id,
          title,
          detail: file_name,
          url: '/court-documents',
        }));
    },
    async exportData(userId) {
      return { courtDocuments: (await documentsOf(userId)).map(({ title, file_name }) => ({ title, file_name })) };
    },
  };
}
