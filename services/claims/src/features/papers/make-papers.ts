import { createHash } from 'node:crypto';
import { letterGaps } from '@redress/domain/letter';
import { unsafeShortTexts } from '@redress/domain/short-texts';
import { sql } from 'kysely';
import { findSession, findSignature } from '../../shared/form-sessions/form-session.repository.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import { notify } from '../../shared/orders/customer.ts';
import { findOrder } from '../../shared/orders/order.repository.ts';
import type { CourtDocumentTable } from '../../shared/papers/court-document-table.ts';
import { paperBlocks } from '../../shared/papers/paper-blocks.ts';
import { paperInputOf } from './paper-input.ts';

/** What stays when a paper is written again: it is the same document to whoever has its id. */
type KeptColumn = 'id' | 'order_id' | 'form_session_id' | 'user_id' | 'kind' | 'created_at' | 'replaced_at';

/** Writes and draws the court papers of a paid order; what has not changed is left as it is. */
export function createPaperMaker(services: Services) {
  const { db, blobs, now, newId, text, pdf, threads } = services;

  return async (orderId: string): Promise<void> => {
    const order = await findOrder(db, orderId);
    if (!order || order.status !== 'paid' || !order.package_id) return;
    const session = await findSession(db, order.form_session_id);
    if (!session) return;
    const data = session.formData;
    if (letterGaps(data).length > 0) throw new Error(`Order ${order.id} has lost answers its papers need.`);
    const unsafe = unsafeShortTexts(data);
    if (unsafe.length > 0) throw new Error(`Order ${order.id} has lines no paper prints: ${unsafe.join(', ')}.`);
    const { input, madeAt } = await paperInputOf(services, { order, session });
    const rulings = await findRulings(db, [order.form_session_id], data);
    const papers = await threads.run('papers', { packageId: order.package_id, input, rulings });
    if (papers.length === 0) return;
    const signature = await findSignature(db, order.form_session_id);
    const kept = new Map(
      (
        await db
          .selectFrom('court_document')
          .select(['kind', 'content_hash', 'version'])
          .where('order_id', '=', order.id)
          .where('replaced_at', 'is', null)
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
        // The earlier version gets a new id: the newest keeps the one that people have. Two runs at once copy it once.
        await sql`
          insert into claims.court_document (id, order_id, form_session_id, user_id, kind, position, title, file_name,
            blob_key, pages, content_hash, version, made_at, created_at, replaced_at)
          select ${newId()}, order_id, form_session_id, user_id, kind, position, title, file_name,
            blob_key, pages, content_hash, version, made_at, created_at, ${now()}::timestamptz
          from claims.court_document
          where order_id = ${order.id} and kind = ${kind} and replaced_at is null and version < ${content.version}
          for update`.execute(trx);
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
          .onConflict((conflict) =>
            conflict.columns(['order_id', 'kind']).where('replaced_at', 'is', null).doUpdateSet(content),
          )
          .execute();
      }
      await notify(trx, services, {
        kind: 'papers-ready',
        userId: order.user_id,
        about: order.id,
        link: '/court-documents',
        values: { order: order.order_number, count: papers.length, package: order.package_title ?? '' },
      });
    });
  };
}
