import { dayAtPlace, formatTrackingNumber, incidentPlace } from '@redress/domain';
import type { PaperInput, SentLetter } from '@redress/domain/papers';
import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { afterLetterOf } from '../../shared/cases/after-letter.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { daysOf, documentDay } from '../../shared/letters/letter-days.ts';
import { findSnapshot, findVersion } from '../../shared/letters/letter.repository.ts';
import { standingAfter } from '../../shared/mailings/mailing-history.ts';
import { findScans } from '../../shared/mailings/mailing.repository.ts';
import type { OrderRow } from '../../shared/orders/order.repository.ts';
import { findState } from '../../shared/reference/tax.ts';

async function sentLetter(db: Db, order: OrderRow): Promise<SentLetter | undefined> {
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
    ...daysOf(version),
    ...(letter.posted_at ? { mailedOn: documentDay(snapshot.answers, letter.posted_at) } : {}),
    ...(mailing?.tracking_number ? { trackingNumber: formatTrackingNumber(mailing.tracking_number) } : {}),
    ...(mailing?.delivered_at ? { deliveredOn: dayAtPlace(mailing.delivered_at.getTime(), mailing.recipient) } : {}),
    ...(ended && mailing
      ? { outcome: { state: ended.state, day: dayAtPlace(ended.scan.at.getTime(), mailing.recipient) } }
      : {}),
  };
}

/** What the papers of an order are written from, and the moment of its last news: the same facts give the same papers. */
export async function paperInputOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { order, session }: { order: OrderRow; session: StoredSession },
): Promise<{ input: Omit<PaperInput, 'rulings'>; madeAt: Date }> {
  const data = session.formData;
  const letter = await sentLetter(db, order);
  const known = await readKnown(db, session);
  const after = afterLetterOf(known);
  const { court } = known.claim;
  // The day the order was paid, the letter posted, its way ended or something was reported.
  const letterNews = letter?.outcome?.day ?? letter?.deliveredOn ?? letter?.mailedOn;
  const newsOn = [letterNews ?? '', after?.reportedOn ?? ''].toSorted().at(-1);
  const madeAt = newsOn ? new Date(`${newsOn}T18:00:00Z`) : (order.paid_at ?? now());
  return {
    madeAt,
    input: {
      data,
      state: findState(incidentPlace(data).state),
      madeOn: documentDay(data, madeAt),
      ...(letter ? { letter } : {}),
      ...(after ? { after } : {}),
      ...(court ? { court } : {}),
    },
  };
}
