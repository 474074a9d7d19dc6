import { AppError } from '@redress/contracts';
import { defendantOf, formatDay, type CalendarDay } from '@redress/domain';
import { joinParts, letterDayIn, redateParts } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import { bySystem, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';
import { daysOf, documentDay, letterDaysFor, partsOf, tooSoon } from '../../shared/letters/letter-days.ts';
import {
  addVersion,
  findSnapshot,
  type LoadedLetter,
  type NewVersion,
} from '../../shared/letters/letter.repository.ts';
import type { Services } from '../../shared/feature-services.ts';
import { findComposed } from '../../shared/letters/composed-text.ts';
import { notify } from '../../shared/orders/customer.ts';
import { findOrder } from '../../shared/orders/order.repository.ts';
import { loadLetter } from './demand-view.ts';
import { lawNow } from './law-change.ts';
import { takeBackApproval } from '../../shared/letters/take-back.ts';

/** The day a letter would be handed to the printer at that moment, in its own zone. */
export const postingDay = ({ snapshot }: LoadedLetter, at: Date): CalendarDay => documentDay(snapshot.answers, at);

type Changed = Pick<NewVersion, 'origin' | 'parts' | 'days'>;

/** Adds the next version, not approved, to be shown before anything is sent. Caller has locked the letter. */
export async function writeAnew(
  trx: Trx,
  platform: Pick<Platform, 'now' | 'jobs'>,
  { letter, version, snapshot }: LoadedLetter,
  { kind, details, ...changed }: Changed & { kind: string; details: Record<string, string> },
): Promise<LoadedLetter> {
  const at = platform.now();
  const next = letter.version + 1;
  const hash = await addVersion(trx, letter.id, next, {
    ...changed,
    text: joinParts(changed.parts),
    signerName: version.signer_name,
    snapshot,
    at,
  });
  if (letter.state !== 'draft') await takeBackApproval(trx, platform, letter, { kind: 'system', id: null });
  const updated = await trx
    .updateTable('letter')
    .set({ version: next, updated_at: at })
    .where('id', '=', letter.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(trx, {
    kind,
    ...bySystem({ kind: 'letter', id: letter.id }),
    details: { version: next, hash, ...details },
    at,
  });
  // The papers name the letter's day and its date to pay by.
  if (letter.order_id)
    await platform.jobs.enqueue(trx, JOBS.makePapers, { orderId: letter.order_id }, { key: `redated:${hash}` });
  return loadLetter(trx, updated);
}

/**
 * Dates a letter anew when it would go out on a later day than its own (R35).
 * @returns the new version, or `null` when the letter carries that day or a later one
 */
export async function redateIfStale(
  trx: Trx,
  platform: Pick<Platform, 'now' | 'jobs'>,
  loaded: LoadedLetter,
  day: CalendarDay,
): Promise<LoadedLetter | null> {
  const { version, snapshot } = loaded;
  const written = daysOf(version);
  const before = partsOf(version);
  const letterDay = letterDayIn(before, written);
  if (letterDay >= day) return null;
  const days = letterDaysFor(snapshot.answers, day);
  return writeAnew(trx, platform, loaded, {
    origin: 'redated',
    parts: redateParts(before, written, days),
    days,
    kind: 'letter.redated',
    details: { from: letterDay, to: day },
  });
}

/**
 * Puts the law right that a letter names, as its claimant saw it: first in what our rules wrote, which is all that is
 * believed as theirs, then in what the claimant made of it. Caller has locked the letter.
 * @param seen - the sentences they accept; nothing is changed where the law has changed once more
 */
export async function acceptLaw(trx: Trx, services: Services, loaded: LoadedLetter, seen: string): Promise<void> {
  const change = loaded.letter.state === 'copy' ? null : await lawNow(trx, services.threads, loaded);
  if (change?.after !== seen) return;
  const { parts, days } = change;
  const event = { kind: 'letter.law-accepted', details: {}, days };
  const composed = await findComposed(trx, loaded.version);
  const snapshot = composed && (await findSnapshot(trx, composed.snapshot_id));
  const own = snapshot && (await lawNow(trx, services.threads, { ...loaded, version: composed, snapshot }));
  const ownParts = own && redateParts(own.parts, own.days, days);
  const written = ownParts
    ? await writeAnew(trx, services, loaded, { ...event, origin: 'updated', parts: ownParts })
    : loaded;
  if (written.version.text !== joinParts(parts))
    await writeAnew(trx, services, written, { ...event, origin: 'edited', parts });
}

/** @throws {AppError} LETTER_PAY_BY_TOO_SOON with the earliest date */
export function requireTimeToAnswer({ version }: LoadedLetter, day: CalendarDay): void {
  const earliest = tooSoon(version, day);
  if (earliest) throw new AppError('LETTER_PAY_BY_TOO_SOON', { other: { earliest: formatDay(earliest) } });
}

/**
 * For postings by a job (the end of the window, a repost): dates the letter anew or holds it, and says so. What is
 * held is a draft again; its owner reads it and approves it.
 * @returns whether it may go out as it is
 */
export async function mayGoOut(trx: Trx, platform: Platform, loaded: LoadedLetter): Promise<boolean> {
  const day = postingDay(loaded, platform.now());
  const redated = await redateIfStale(trx, platform, loaded, day);
  const earliest = redated ? null : tooSoon(loaded.version, day);
  if (!redated && !earliest) return true;
  if (!redated) await takeBackApproval(trx, platform, loaded.letter, { kind: 'system', id: null });
  const { letter, snapshot } = redated ?? loaded;
  const order = letter.order_id ? await findOrder(trx, letter.order_id) : null;
  await notify(trx, platform, {
    kind: redated ? 'letter-redated' : 'letter-held',
    userId: letter.user_id,
    about: `${letter.id}:${letter.version}`,
    link: `/result?claim=${letter.form_session_id}`,
    values: {
      order: order?.order_number ?? '',
      to: defendantOf(snapshot.answers).name,
      day: formatDay(earliest ?? day),
    },
  });
  return false;
}
