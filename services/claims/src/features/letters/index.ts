import {
  answerWait,
  AppError,
  askForLook,
  checkAccess,
  checkExistingDemand,
  checkLetterText,
  generateDemandLetter,
  generateSecurePdf,
  letterPage,
  getUserDemands,
  letterParts,
  letterVersions,
  readGeneratedLetter,
  refundLetter,
  saveClientData,
  saveDemandLetter,
  updateDemandLetter,
} from '@redress/contracts';
import { defendantOf, dollarsToCents } from '@redress/domain';
import { publicCitation } from '@redress/domain/jurisdictions';
import * as z from 'zod/mini';
import { isAmong } from '../../platform/database.ts';
import { EXPORT_PAGE, inPages, isAfter, mapRows, placeOf } from '../../platform/export-rows.ts';
import type { Feature } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { defineJob, jobAbout } from '../../platform/jobs/job.ts';
import { pictureOf } from '../../platform/pdf/page-picture.ts';
import { readableName } from '../../platform/whole-rows.ts';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { daysOf, partsOf } from '../../shared/letters/letter-days.ts';
import type { Services } from '../../shared/feature-services.ts';
import { letterPdf } from '../../shared/letters/letter-pdf.ts';
import {
  findLetterOfSession,
  findVersion,
  ownedLetter,
  type LetterRow,
} from '../../shared/letters/letter.repository.ts';
import { findUnposted } from '../../shared/orders/leaving.ts';
import { findOrder } from '../../shared/orders/order.repository.ts';
import { linesNotFollowed } from '../../shared/letters/composed-text.ts';
import { warningsAbout } from './composing.ts';
import { findDemands, listDemands } from './demand-list.ts';
import { eraseLetters, forgetFiles } from './erase.ts';
import { loadLetter } from './demand-view.ts';
import { ensureLetter, LETTER_FAILED, noteAdvance, notifyReady } from './draft-letter.ts';
import { createHeldBack } from './held-back.ts';
import { createLetterService } from './letter.service.ts';
import { createLetterUpdate } from './update-letter.ts';

const SEARCH_LIMIT = 10;
const VERSIONS_LISTED = 50;

/** Composing, editing, approving and showing the letter; its posting is handed to the mail feature. */
export function createLettersFeature(services: Services): Feature {
  const { db, text, pdf, threads } = services;
  const letters = createLetterService(services);
  const update = createLetterUpdate(services);
  const heldBack = createHeldBack(services);

  async function letterOfSession(userId: string, formSessionId: string): Promise<LetterRow | null> {
    const session = await ownedSession(db, formSessionId, userId);
    return findLetterOfSession(db, session.id);
  }

  async function readablePdf(letter: LetterRow, version?: number): Promise<Buffer> {
    const row = await findVersion(db, letter.id, version ?? letter.posted_version ?? letter.version);
    if (!row) throw new AppError('NOT_FOUND');
    // An unpaid copy is marked as one, so that it is not taken for the letter that was mailed.
    const watermark = letter.state === 'copy' ? { watermark: text('letters.copyMark') } : {};
    return (await letterPdf(services, row, watermark)).bytes;
  }

  return {
    name: 'letters',
    routes: [
      route(saveClientData, async ({ user, body }) => ({
        client_id: await letters.saveClientData(user.id, body.form_session_id),
        message: text('letters.dataSaved'),
      })),
      route(generateDemandLetter, ({ user, body }) => letters.generate(user.id, body.form_session_id)),
      route(readGeneratedLetter, async ({ user, query }) => ({
        ...(await letters.generate(user.id, query.form_session_id)),
        message: text('letters.generated'),
      })),
      route(saveDemandLetter, async ({ user, body }) => {
        const { demand, message } = await letters.save(user.id, body);
        return { demand_id: demand.demand_id ?? '', message, demand };
      }),
      route(updateDemandLetter, async ({ user, body }) => {
        const updated = await update(user.id, body);
        return {
          message: text(updated.isCopy ? 'letters.copied' : 'letters.updated'),
          data: { demand_letter: updated.text, demand_id: updated.letterId, posted_copy: updated.isCopy },
        };
      }),
      route(askForLook, async ({ user, body }) => {
        const letter = await heldBack.ask(user.id, body);
        return {
          message: text(body.withdraw ? 'letters.lookWithdrawn' : 'letters.lookAsked'),
          demand: await letters.demandOf(letter),
        };
      }),
      route(answerWait, async ({ user, body }) => {
        const letter = await heldBack.answer(user.id, body);
        return { message: text('letters.answerKept'), demand: await letters.demandOf(letter) };
      }),
      route(refundLetter, async ({ user, body }) => {
        const { form_session_id, refund_amount: shown } = body;
        await heldBack.refund(user.id, form_session_id, shown === undefined ? undefined : dollarsToCents(shown));
        return { message: text('letters.refundOrdered') };
      }),
      route(checkAccess, async ({ user, query }) => {
        const formSessionId = await letters.access(user?.id ?? null, query.form_session_id);
        return { hasAccess: formSessionId !== null, form_session_id: formSessionId };
      }),
      route(checkExistingDemand, async ({ user, query }) => {
        const demand = await letters.existing(user.id, query.form_session_id);
        return { ...demand, has_existing_demand: demand !== null };
      }),
      route(letterParts, async ({ user, query }) => {
        const letter = await letterOfSession(user.id, query.form_session_id);
        if (!letter) throw new AppError('LETTER_MISSING');
        const { version } = await loadLetter(db, letter);
        return {
          parts: partsOf(version).map(({ id, kind, text: words, joins, from }) => ({
            id,
            kind,
            text: words,
            joins,
            from: {
              kind: from.kind,
              ref: from.ref,
              // Versions composed before sources were official texts carry none: theirs are not for people.
              ...(from.citation ? publicCitation(from.citation) : {}),
            },
          })),
        };
      }),
      route(letterVersions, async ({ user, query }) => {
        const letter = await ownedLetter(db, query.demand_id, user.id);
        const rows = await db
          .selectFrom('letter_version')
          .select(['version', 'created_at', 'origin', 'text'])
          .where('letter_id', '=', letter.id)
          .where(({ eb, or }) =>
            or([
              eb('version', '>', letter.version - VERSIONS_LISTED),
              eb('version', 'in', [letter.approved_version ?? 0, letter.posted_version ?? 0]),
            ]),
          )
          .orderBy('version', 'desc')
          .execute();
        return {
          versions: rows.map(({ version, created_at, origin, text: words }) => ({
            version,
            created_at: created_at.toISOString(),
            origin,
            approved: version === letter.approved_version,
            posted: version === letter.posted_version,
            text: words,
          })),
        };
      }),
      route(checkLetterText, async ({ user, body }) => {
        const letter = await letterOfSession(user.id, body.form_session_id);
        if (!letter) return { warnings: [] };
        const { snapshot, version } = await loadLetter(db, letter);
        return {
          warnings: await warningsAbout(body.demand_letter, {
            snapshot,
            payBy: daysOf(version).payBy,
            notFollowed: await linesNotFollowed(db, version, body.demand_letter),
            text,
            threads,
          }),
        };
      }),
      route(getUserDemands, ({ user, query }) => listDemands(services, user.id, query), { rows: 'data' }),
      route(generateSecurePdf, async ({ user, body }) => {
        const letter = await ownedLetter(db, body.demand_id, user.id);
        const bytes = await readablePdf(letter, body.version);
        return file({
          bytes,
          contentType: 'application/pdf',
          fileName: `demand-letter-${letter.id}.pdf`,
          inline: body.action === 'view',
        });
      }),
      route(letterPage, async ({ user, query }) => {
        const letter = await ownedLetter(db, query.demand_id, user.id);
        return pictureOf(await pdf.page(await readablePdf(letter), query.page));
      }),
    ],
    jobs: [
      jobAbout(JOBS.advanceOrder, 'orderId', async (orderId, { signal, isLastAttempt }) => {
        const order = await findOrder(db, orderId);
        if (order?.status !== 'paid') return;
        try {
          await ensureLetter(services, order, signal);
        } catch (error) {
          // The screen shows it from now on; the sweep retries, and operators see it.
          if (isLastAttempt) await noteAdvance(services, order, LETTER_FAILED);
          throw error;
        }
      }),
      jobAbout(JOBS.notifyReady, 'letterId', (id) => notifyReady(services, id)),
      defineJob({
        name: JOBS.forgetFiles,
        schema: z.object({ keys: z.array(z.string()) }),
        handle: ({ keys }) => forgetFiles(services, keys),
      }),
      jobAbout(JOBS.repost, 'letterId', letters.repost),
      jobAbout(JOBS.eraseLetters, 'userId', (userId) =>
        db.transaction().execute((trx) => eraseLetters(trx, services, userId)),
      ),
      defineJob({
        name: JOBS.endWindow,
        schema: z.object({ letterId: z.string(), approvalId: z.string() }),
        handle: ({ letterId, approvalId }) => letters.endWindow(letterId, approvalId),
      }),
    ],
    async search(userId, words) {
      const only = await findDemands(db, userId, { words, limit: SEARCH_LIMIT });
      const { data } = await listDemands(services, userId, {}, only);
      return data.map(({ id, recipient, status_sentence }) => ({
        kind: 'letter' as const,
        id,
        title: text('letters.to', { name: recipient }),
        detail: status_sentence,
        url: '/demand-letters',
      }));
    },
    async exportData(userId) {
      const versions = inPages((after) =>
        db
          .selectFrom('letter')
          // A letter without a version is a row as well: a page that is not full is the last one.
          .leftJoin('letter_version', 'letter_version.letter_id', 'letter.id')
          .leftJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
          .where(
            isAmong(
              'letter.id',
              db
                .selectFrom('letter')
                .select('letter.id')
                .where('letter.user_id', '=', userId)
                .where(isAfter('letter', after))
                .orderBy('letter.created_at')
                .orderBy('letter.id')
                .limit(EXPORT_PAGE),
            ),
          )
          .select(placeOf('letter'))
          .select([
            'letter.id',
            'letter.state',
            'letter_version.version',
            'letter_version.origin',
            'letter_version.text',
            'letter_version.created_at',
            'claim_snapshot.answers',
          ])
          .orderBy('letter.created_at')
          .orderBy('letter.id')
          .orderBy('letter_version.version')
          .execute(),
      );
      const looks = await db
        .selectFrom('sentence_look')
        .select(['sentence', 'state', 'asked_at', 'decided_at'])
        .where('user_id', '=', userId)
        .orderBy('asked_at')
        .execute();
      return {
        letters: mapRows(versions, ({ answers, place_id: _, placed_at: __, ...row }) => ({
          ...row,
          to: readableName(() => defendantOf(answers ?? {}).name),
        })),
        sentencesLookedAt: looks,
      };
    },
    async leave(trx, userId, unposted) {
      if (unposted === 'refund') return;
      for (const { letterId } of await findUnposted(trx, userId)) {
        if (!unposted) throw new AppError('LETTER_NOT_POSTED');
        if (!letterId) throw new AppError('LETTER_MISSING');
        await letters.postAtOnce(trx, letterId);
      }
    },
    eraseUser: (trx, userId) => eraseLetters(trx, services, userId),
  };
}
