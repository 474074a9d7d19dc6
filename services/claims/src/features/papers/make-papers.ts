import { createHash } from 'node:crypto';
import { dayAtPlace, formatTrackingNumber } from '@redress/domain';
import { incidentPlace } from '@redress/domain';
import { letterGaps } from '@redress/domain/letter';
import type { SentLetter } from '@redress/domain/papers';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import type { PdfPool } from '../../platform/pdf/pdf-pool.ts';
import type { Platform } from '../../platform/platform.ts';
import { afterLetterOf } from '../../shared/cases/after-letter.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import { findSignature, sessionOf } from '../../shared/form-sessions/form-session.repository.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { findSnapshot, findVersion } from '../../shared/letters/letter.repository.ts';
import { standingAfter } from '../../shared/mailings/mailing-history.ts';
import { findScans } from '../../shared/mailings/mailing.repository.ts';
import { notify } from '../../shared/orders/customer.ts';
import { findOrder, type OrderRow } from '../../shared/orders/order.repository.ts';
import type { CourtDocumentTable } from '../../shared/papers/court-document-table.ts';
import { paperBlocks } from '../../shared/papers/paper-blocks.ts';
import { findState } from '../../shared/reference/tax.ts';
import { daysOf, documentDay } from '../../shared/letters/letter-days.ts';

/** What stays when a paper is written again: it is the same document to whoever has its id. */
type KeptColumn = 'id' | 'order_id' | 'form_session_id' | 'user_id' | 'kind' | 'created_at';

export interface MakePapersDeps {
  platform: Platform;
  pdf: PdfPool;
  threads: LetterThreads;
}

/** Writes and draws the court papers of a paid order; what has not changed is left as it is. */
export function createPaperMaker({ platform, pdf, threads }: MakePapersDeps) {
  const { db, blobs, now, newId, text } = platform;

  async function sentLetter(order: OrderRow): Promise<SentLetter | undefined> {
    const letter = await db.selectFrom('letter').selectAll().where('order_id', '=', order.id).executeTakeFirst();
    const version = letter && (await findVersion(db, letter.id, letter.posted_version ?? letter.version));
    const snapshot = version && (await findSnapshot(db, version.snapshot_id));
    if (!letter || !version || !snapshot) return undefined;
    const mailing = await db
      .selectFrom('mailing')
      .selectAll()
      .where('letter_id', '=', letter.id)
      .where('recipient_no', '=', 0)
      .where('state', '<>', 'rejected')
      .executeTakeFirst();
    const scans = mailing ? ((await findScans(db, [mailing.id])).get(mailing.id) ?? []) : [];
    const { ended } = standingAfter(scans);
    return {
      ...(await daysOf(db, version, snapshot)),
      ...(letter.posted_at ? { mailedOn: documentDay(snapshot.answers, letter.posted_at) } : {}),
      ...(mailing?.tracking_number ? { trackingNumber: formatTrackingNumber(mailing.tracking_number) } : {}),
      ...(mailing?.delivered_at ? { deliveredOn: dayAtPlace(mailing.delivered_at.getTime(), mailing.recipient) } : {}),
      ...(ended && mailing
        ? { outcome: { state: ended.state, day: dayAtPlace(ended.scan.at.getTime(), mailing.recipient) } }
        : {}),
    };
  }

  return async (orderId: string): Promise<void> => {
    const order = await findOrder(db, orderId);
    if (!order || order.status !== 'paid' || !order.package_id) return;
    const row = await db
      .selectFrom('form_session')
      .selectAll()
      .where('id', '=', order.form_session_id)
      .executeTakeFirst();
    if (!row) return;
    const data = sessionOf(row).formData;
    if (letterGaps(data).length > 0) throw new Error(`Order ${order.id} has lost answers its papers need.`);
    const unsafe = unsafeShortTexts(data);
    if (unsafe.length > 0) throw new Error(`Order ${order.id} has lines no paper prints: ${unsafe.join(', ')}.`);
    const letter = await sentLetter(order);
    // The day the order was paid, the letter posted, its way ended or something was reported: the same facts give the same files.
    const after = afterLetterOf(await readKnown(db, sessionOf(row)));
    const letterNews = letter?.outcome?.day ?? letter?.deliveredOn ?? letter?.mailedOn;
    const newsOn = [letterNews ?? '', after?.reportedOn ?? ''].toSorted().at(-1);
    const madeAt = newsOn ? new Date(`${newsOn}T18:00:00Z`) : (order.paid_at ?? now());
    const papers = await threads.run('papers', {
      packageId: order.package_id,
      input: {
        data,
        state: findState(incidentPlace(data).state),
        madeOn: documentDay(data, madeAt),
        ...(letter ? { letter } : {}),
        ...(after ? { after } : {}),
      },
      rulings: await findRulings(db, [order.form_session_id], data),
    });
    if (papers.length === 0) return;
    const signature = await findSignature(db, order.form_session_id);
    const kept = new Map(
      (
        await db
          .selectFrom('court_document')
          .select(['kind', 'content_hash', 'version'])
          .where('order_id', '=', order.id)
          .execute()
      ).map((row) => [row.kind, row]),
    );
    const drawn: { kind: string; content: Omit<CourtDocumentTable, KeptColumn> }[] = [];
    for (const [position, paper] of papers.entries()) {
      const contentHash = createHash('sha256')
        // Without the foot: a paper in which nothing but the day would change is the same paper.
        .update(JSON.stringify([paper.title, paper.blocks, signature?.hash ?? null]))
        .digest('hex');
      const before = kept.get(paper.id);
      if (before?.content_hash === contentHash) continue;
      const version = (before?.version ?? 0) + 1;
      const rendered = await pdf.render({
        kind: 'blocks',
        info: {
          title: paper.title,
          madeAt: madeAt.toISOString(),
          lang: 'en-US',
          footer: `${paper.footer} · ${text('papers.version', { version })}`,
        },
        blocks: paperBlocks(paper, signature?.png ?? null),
      });
      const key = await blobs.put(Buffer.from(rendered.bytes), 'application/pdf');
      drawn.push({
        kind: paper.id,
        content: {
          position,
          title: paper.title,
          file_name: paper.fileName,
          blob_key: key,
          pages: rendered.pages,
          content_hash: contentHash,
          version,
          made_at: now(),
        },
      });
    }
    await db.transaction().execute(async (trx) => {
      // All at once: a list that shows some of them is taken for the whole.
      for (const { kind, content } of drawn) {
        await trx
          .insertInto('court_document')
          .values({
            id: newId(),
            order_id: order.id,
            form_session_id: order.form_session_id,
            user_id: order.user_id,
            kind,
            created_at: now(),
            ...content,
          })
          .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(content))
          .execute();
      }
      await notify(trx, platform, {
        kind: 'papers-ready',
        userId: order.user_id,
        about: order.id,
        link: '/court-documents',
        values: { order: order.order_number, count: papers.length, package: order.package_title ?? '' },
      });
    });
  };
}
