import {
  AppError,
  courtDocumentPage,
  courtDocumentSet,
  downloadCourtDocument,
  getCourtDocuments,
  feeFiguresPaper,
  getFeeFigures,
  hearingDocument,
  keepFeeFigures,
} from '@redress/contracts';
import { sql } from 'kysely';
import { allRows } from '../../platform/export-rows.ts';
import type { Feature } from '../../platform/feature.ts';
import { file, redirectTo, route } from '../../platform/http/route.ts';
import { jobAbout } from '../../platform/jobs/job.ts';
import { pictureOf } from '../../platform/pdf/page-picture.ts';
import type { Services } from '../../shared/feature-services.ts';
import { JOBS } from '../../shared/job-names.ts';
import { openPapers } from '../../shared/papers/opened-papers.ts';
import { createFeeFigures } from './fee-figures.ts';
import { hearingPage } from './hearing-page.ts';
import { listPapers } from './list-papers.ts';
import { createPaperMaker } from './make-papers.ts';

const SEARCH_LIMIT = 10;

/** Court papers of the higher packages: made after payment, written again with every later turn of the letter. */
export function createPapersFeature(services: Services): Feature {
  const { db, blobs, now, text, pdf } = services;
  const makePapers = createPaperMaker(services);
  const fee = createFeeFigures(services);

  /** @throws {AppError} NOT_FOUND when it is not theirs; DOCUMENT_NOT_READY */
  async function fileOf(userId: string, id: string): Promise<{ fileName: string; bytes: Buffer }> {
    const row = await db
      .selectFrom('court_document')
      .select(['file_name', 'blob_key', 'order_id'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    const bytes = await blobs.get(row.blob_key);
    if (!bytes) throw new AppError('DOCUMENT_NOT_READY');
    await openPapers(db, { orderId: row.order_id, userId, at: now() });
    return { fileName: row.file_name, bytes };
  }

  return {
    name: 'papers',
    routes: [
      route(
        getCourtDocuments,
        async ({ user, body, csrfToken }) => ({
          message: text('papers.listed'),
          ...(await listPapers(services, user.id, { page: body.page, pageSize: body.page_size })),
          csrf_token: csrfToken(),
        }),
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
      route(hearingDocument, async ({ user, query: { form_session_id: id }, headers }) =>
        // To open the page is to open the papers: who is led here by another site presses in the case itself.
        headers['sec-fetch-site'] === 'cross-site' ? redirectTo(`/case/${id}`) : hearingPage(services, user.id, id),
      ),
      route(getFeeFigures, ({ user, query }) => fee.read(user.id, query.form_session_id)),
      route(keepFeeFigures, ({ user, body }) => fee.keep(user.id, body)),
      route(feeFiguresPaper, async ({ user, body }) =>
        file({ ...(await fee.draw(user.id, body.form_session_id)), contentType: 'application/pdf' }),
      ),
      route(courtDocumentPage, async ({ user, query }) => {
        const { bytes } = await fileOf(user.id, query.file_id);
        return pictureOf(await pdf.page(bytes, query.page));
      }),
    ],
    jobs: [
      // One more than draw at once, so that a thread never waits for the database.
      jobAbout(JOBS.makePapers, 'orderId', makePapers, { concurrency: pdf.size + 1 }),
    ],
    async search(userId, words) {
      let query = db
        .selectFrom('court_document')
        .select(['id', 'title', 'file_name'])
        .where('user_id', '=', userId)
        .where('replaced_at', 'is', null);
      for (const word of words) query = query.where(sql<boolean>`position(${word} in lower(title)) > 0`);
      const rows = await query.orderBy('created_at', 'desc').orderBy('position').limit(SEARCH_LIMIT).execute();
      return rows.map(({ id, title, file_name }) => ({
        kind: 'document' as const,
        id,
        title,
        detail: file_name,
        url: '/court-documents',
      }));
    },
    exportData: async (userId) => ({
      courtDocuments: allRows(
        'court_document',
        db
          .selectFrom('court_document')
          .select(['title', 'file_name', 'version', 'made_at', 'replaced_at'])
          .where('user_id', '=', userId),
      ),
      feeFigures: await fee.all(userId),
    }),
  };
}
