import {
  AppError,
  isAppError,
  type BodyOf,
  type Demand,
  type saveDemandLetter,
  type ClaimFormData,
  type ErrorCode,
} from '@redress/contracts';
import { defendantOf, reduceCase, type CaseEvent } from '@redress/domain';
import { bound } from '@redress/server/bound';
import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { requireNeeded } from '../../shared/cases/further-letter.ts';
import {
  findLatestPaidSession,
  findOwnedSession,
  ownedSession,
  markSessionCompleted,
} from '../../shared/form-sessions/form-session.repository.ts';
import { JOBS } from '../../shared/job-names.ts';
import { composedTextOf } from '../../shared/letters/composed-text.ts';
import { daysOf, partsOf } from '../../shared/letters/letter-days.ts';
import { HELD, isGivenBack } from '../../shared/letters/letter-problem.ts';
import { assertLinesPrintable, assertPrintable, assertSavable, rulingsOf } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import { claimCaseOf } from '../../shared/letters/letter-case.ts';
import {
  addVersion,
  findLetterOfSession,
  lockLetter,
  type LetterRow,
  type LoadedLetter,
} from '../../shared/letters/letter.repository.ts';
import { findTimeZone } from '../../shared/accounts.ts';
import { notify, retractNotice } from '../../shared/orders/customer.ts';
import { findOrder, findOrderOfSession, type OrderRow } from '../../shared/orders/order.repository.ts';
import { paidOrder } from '../../shared/orders/refund.ts';
import { formatTime } from '../../shared/orders/times.ts';
import { windowEnd } from '../../shared/letters/change-window.ts';
import { loadLetter, toDemand } from './demand-view.ts';
import { ensureLetter, freezeOrder } from './draft-letter.ts';
import { askForKept, holdBack, recordChoices } from './held-back.ts';
import { beginPosting } from './posting.ts';
import { renewIfMoved } from './second-letter.ts';
import { mayGoOut, postingDay, redateIfStale, requireTimeToAnswer } from './redate.ts';
import { takeBackApproval, wasStopped } from '../../shared/letters/take-back.ts';
import { requireAnswers } from './waits.ts';

/** Sixty sheets are the most the carrier puts into one envelope. */
const MAX_LINES = 2_000;
const SAVES_PER_PERSON: Limit = { name: 'letter-save', max: 600, seconds: 3_600 };

/** Refusals of a posting by a job that its owner has to see to. */
const HOLDS: Partial<Record<ErrorCode, 'unsafe' | 'waits' | 'notNeeded'>> = {
  LETTER_UNSAFE: 'unsafe',
  LETTER_WAITS: 'waits',
  LETTER_NOT_NEEDED: 'notNeeded',
};

type SaveRequest = BodyOf<typeof saveDemandLetter>;

type PostedBy = 'letter.window_ended' | 'post.retried';

/** R6a: without a name the most recently paid claim is meant. */
async function sessionOf({ db }: Services, userId: string, formSessionId: string | undefined) {
  return formSessionId
    ? findOwnedSession(db, formSessionId, { userId, visitorId: null })
    : findLatestPaidSession(db, userId);
}

async function paidOrderOf({ db }: Services, userId: string, formSessionId: string): Promise<OrderRow> {
  await ownedSession(db, formSessionId, userId);
  const order = await findOrderOfSession(db, formSessionId, userId);
  if (!order || order.status === 'open') throw new AppError('NOT_PAID');
  return order;
}

const demandOf = async (context: Services, letter: LetterRow): Promise<Demand> =>
  toDemand(context, await loadLetter(context.db, letter));

const isInTheMail = ({ state }: LetterRow) => state === 'posting' || state === 'posted';

async function check(trx: Trx, loaded: LoadedLetter, event: CaseEvent): Promise<void> {
  const order = loaded.letter.order_id ? await findOrder(trx, loaded.letter.order_id) : null;
  const claim = claimCaseOf(loaded.letter, loaded.version.text_hash, order?.total_cents ?? 0);
  const result = reduceCase(claim, event);
  if (result.ok) return;
  // The window ended a moment ago and its job has not run yet: for the person it is in the mail.
  const isLate = result.reason === 'windowIsOpen' || (result.reason === 'isNextRevision' && claim.state === 'approved');
  throw new AppError(isLate ? 'LETTER_POSTED' : 'LETTER_NOT_APPROVED', { details: { reason: result.reason } });
}

/** Adds what was typed as the next version; the same words again add nothing. */
async function revise(context: Services, trx: Trx, loaded: LoadedLetter, request: SaveRequest): Promise<LoadedLetter> {
  const { threads, now } = context;
  const { letter, version, snapshot } = loaded;
  const typed = request.demand_letter?.replace(/\r\n?/g, '\n');
  if (typed === undefined || typed === version.text) return loaded;
  if (typed.trim() === '') throw new AppError('LETTER_EMPTY');
  if (typed.split('\n').length > MAX_LINES) {
    throw new AppError('VALIDATION_FAILED', { fields: { demand_letter: 'validation.text.tooLong' } });
  }
  if (isInTheMail(letter)) throw new AppError('LETTER_POSTED');
  if (request.base_version !== undefined && request.base_version !== letter.version) {
    throw new AppError('LETTER_CHANGED_ELSEWHERE', { other: await toDemand({ ...context, db: trx }, loaded) });
  }
  // In the change window what is saved is what will be posted.
  if (letter.state === 'approved') await assertMailable(context, trx, loaded, typed);
  else await assertSavable(threads, typed, await rulingsOf(trx, loaded));
  const at = now();
  const next = letter.version + 1;
  await check(trx, loaded, { type: 'letter.revised', at: at.getTime(), revision: next, hash: '' });
  const earlier = await trx
    .selectFrom('letter_version')
    .selectAll()
    .where('letter_id', '=', letter.id)
    .where('text', '=', typed)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const origin = earlier ? 'restored' : 'edited';
  const hash = await addVersion(trx, letter.id, next, {
    origin,
    text: typed,
    // What is put back names the law as it did then.
    parts: earlier ? partsOf(earlier) : await threads.run('align', { parts: partsOf(version), typed }),
    days: daysOf(earlier ?? version),
    signerName: version.signer_name,
    snapshot,
    at,
  });
  const updated = await trx
    .updateTable('letter')
    .set({
      version: next,
      updated_at: at,
      // What was held back was changed; a refund asked for stands.
      ...(letter.problem === HELD ? { problem: null } : {}),
      // In the change window the last saved revision is the approved one (R19).
      ...(letter.state === 'approved' ? { approved_version: next, approved_hash: hash } : {}),
    })
    .where('id', '=', letter.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(trx, {
    kind: 'letter.revised',
    ...byPerson(letter.user_id, { kind: 'letter', id: letter.id }),
    details: { version: next, hash, origin },
    at,
  });
  return loadLetter(trx, updated);
}

const assertMailable = async ({ threads }: Services, trx: Trx, loaded: LoadedLetter, text: string): Promise<void> => {
  const { version, snapshot } = loaded;
  assertLinesPrintable(snapshot.answers);
  const read = await threads.run('align', { parts: partsOf(version), typed: text });
  const composed = await composedTextOf(trx, version, read);
  await assertPrintable(threads, { text, composed }, await rulingsOf(trx, loaded));
};

/**
 * What a person decided stands, and what an operator has to see is asked, whether or not the act goes through: an act
 * that is refused because of the question must not take the question back.
 */
const keepChoices = (context: Services, letterId: string, request: SaveRequest): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const choices = request.sentence_choices ?? [];
    if (choices.length === 0 && request.action !== 'approve_and_send') return;
    const letter = await lockLetter(trx, letterId);
    if (!letter || isInTheMail(letter)) return;
    await recordChoices(trx, letter, choices, context.now());
    const loaded = await loadLetter(trx, letter);
    const text = request.demand_letter ?? loaded.version.text;
    await askForKept(trx, context, letter, text, await rulingsOf(trx, loaded));
  });

/** @param isSentNow - it is posted at once, so there is no change window to mention */
async function approve(context: Services, trx: Trx, loaded: LoadedLetter, isSentNow = false): Promise<void> {
  const { threads, now, newId, jobs, text, config } = context;
  const windowMs = config.changeWindowMinutes * 60_000;
  const { letter, version, snapshot } = loaded;
  if (letter.state === 'approved' || isInTheMail(letter)) return;
  requireTimeToAnswer(loaded, postingDay(loaded, windowEnd(context)));
  const order = await paidOrder(trx, letter.order_id);
  await requireNeeded(trx, loaded);
  await requireAnswers(trx, loaded, { text, threads });
  await assertMailable(context, trx, loaded, version.text);
  const at = now();
  await check(trx, loaded, { type: 'letter.approved', at: at.getTime(), revision: letter.version, windowMs });
  const approvalId = newId();
  const windowEndsAt = windowEnd(context);
  await trx
    .updateTable('letter')
    .set({
      state: 'approved',
      approved_version: version.version,
      approved_hash: version.text_hash,
      approved_at: at,
      approval_id: approvalId,
      window_ends_at: windowEndsAt,
      problem: null,
      updated_at: at,
    })
    .where('id', '=', letter.id)
    .execute();
  await markSessionCompleted(trx, { id: letter.form_session_id, at });
  await jobs.enqueue(
    trx,
    JOBS.endWindow,
    { letterId: letter.id, approvalId },
    { key: approvalId, startAfter: windowEndsAt },
  );
  await recordEvent(trx, {
    kind: 'letter.approved',
    ...byPerson(letter.user_id, { kind: 'letter', id: letter.id }),
    details: { version: version.version, hash: version.text_hash, windowMinutes: config.changeWindowMinutes },
    at,
  });
  await retractNotice(trx, context, { kind: 'letter-ready', userId: letter.user_id, about: letter.id });
  if (isSentNow) return;
  await notify(trx, context, {
    kind: 'letter-approved',
    userId: letter.user_id,
    about: approvalId,
    link: `/result?claim=${letter.form_session_id}`,
    values: {
      order: order.order_number,
      to: defendantOf(snapshot.answers).name,
      until: formatTime(windowEndsAt, snapshot.answers, await findTimeZone(trx, letter.user_id)),
      minutes: config.changeWindowMinutes,
    },
  });
}

async function stop(context: Services, trx: Trx, loaded: LoadedLetter): Promise<void> {
  const { letter } = loaded;
  if (isInTheMail(letter)) throw new AppError('LETTER_POSTED');
  if (letter.state !== 'approved') return;
  await check(trx, loaded, { type: 'letter.stopped', at: context.now().getTime() });
  await takeBackApproval(trx, context, letter, { kind: 'user', id: letter.user_id });
}

/** A letter approved or sent on a later day than its own is dated anew first (R35), a second one also when its facts moved. */
async function writtenBefore(context: Services, trx: Trx, loaded: LoadedLetter, action: SaveRequest['action']) {
  const { letter } = loaded;
  const isApproving = action === 'approve_and_send' && letter.state !== 'approved' && letter.state !== 'copy';
  const isSending = action === 'send_now' && letter.state === 'approved';
  if (isInTheMail(letter) || !(isApproving || isSending)) return null;
  const renewed = await renewIfMoved(trx, context, loaded);
  const redated = await redateIfStale(
    trx,
    context,
    renewed ?? loaded,
    postingDay(loaded, isApproving ? windowEnd(context) : context.now()),
  );
  const written = redated ?? renewed;
  return written && { letter: written.letter, what: renewed ? 'earlier' : 'day' };
}

/** For postings by a job: a letter that says what holds no more is written anew, and waits for its owner. */
async function isHeldAnew(context: Services, trx: Trx, letter: LetterRow): Promise<boolean> {
  const renewed = await renewIfMoved(trx, context, await loadLetter(trx, letter));
  if (renewed) await holdBack(trx, context, renewed, 'moved');
  return renewed !== null;
}

/** For postings by a job: what may not be printed is held back. */
async function postOrHold(context: Services, trx: Trx, letter: LetterRow, reason: PostedBy): Promise<void> {
  try {
    await beginPosting(trx, context, letter, reason);
  } catch (error) {
    const why = isAppError(error) && HOLDS[error.code];
    if (!why) throw error;
    await holdBack(trx, context, await loadLetter(trx, letter), why);
  }
}

async function sendNow(context: Services, trx: Trx, loaded: LoadedLetter): Promise<void> {
  if (isInTheMail(loaded.letter)) return;
  if (loaded.letter.state !== 'approved') throw new AppError('LETTER_NOT_APPROVED');
  requireTimeToAnswer(loaded, postingDay(loaded, context.now()));
  await beginPosting(trx, context, loaded.letter, 'letter.send_now');
}

function messageFor(
  { text }: Services,
  action: SaveRequest['action'],
  demand: Demand,
  answers: ClaimFormData,
  timeZone: string | null,
): string {
  if (action === 'save') return text('letters.saved');
  if (action === 'stop') return text('letters.stopped');
  if (demand.state === 'approved' && demand.window_ends_at) {
    return text('letters.approved', { until: formatTime(new Date(demand.window_ends_at), answers, timeZone) });
  }
  return text('letters.posting');
}

/** @returns the id of the frozen answers */
async function saveClientData(context: Services, userId: string, formSessionId: string): Promise<string> {
  return (await freezeOrder(context, await paidOrderOf(context, userId, formSessionId))).id;
}

/** Makes the letter, or answers the one there is: asked any number of times it is made once. */
async function generate(context: Services, userId: string, formSessionId: string | undefined): Promise<Demand> {
  const session = await sessionOf(context, userId, formSessionId);
  if (!session) throw new AppError(formSessionId ? 'NOT_FOUND' : 'NOT_PAID');
  // An update of a posted letter is a letter before it is paid (R19a).
  const known = await findLetterOfSession(context.db, session.id);
  if (known?.state === 'copy' && !session.paidAt) return demandOf(context, known);
  const order = await paidOrderOf(context, userId, session.id);
  return demandOf(context, await ensureLetter(context, order));
}

async function save(context: Services, userId: string, request: SaveRequest) {
  const { db } = context;
  const session = await ownedSession(db, request.form_session_id, userId);
  const known = await findLetterOfSession(db, session.id);
  if (!known) throw new AppError(session.paidAt ? 'LETTER_MISSING' : 'NOT_PAID');
  await context.limits.take(SAVES_PER_PERSON, userId);
  await keepChoices(context, known.id, request);
  const { letter, written } = await db.transaction().execute(async (trx) => {
    const locked = await lockLetter(trx, known.id);
    if (!locked) throw new AppError('LETTER_MISSING');
    const loaded = await revise(context, trx, await loadLetter(trx, locked), request);
    if (request.unless_stopped && (await wasStopped(trx, locked))) throw new AppError('LETTER_NOT_APPROVED');
    const anew = await writtenBefore(context, trx, loaded, request.action);
    if (anew) return { letter: anew.letter, written: anew.what };
    if (request.action === 'approve_and_send') await approve(context, trx, loaded);
    if (request.action === 'stop') await stop(context, trx, loaded);
    if (request.action === 'send_now') await sendNow(context, trx, loaded);
    return { letter: (await lockLetter(trx, known.id)) ?? locked, written: null };
  });
  const demand = await demandOf(context, letter);
  // The new version stands; nothing is approved or sent before its owner has seen what changed.
  if (written) throw new AppError('LETTER_REDATED', { other: demand, values: { what: written } });
  const { answers } = (await loadLetter(db, letter)).snapshot;
  return {
    demand,
    message: messageFor(context, request.action, demand, answers, await findTimeZone(db, letter.user_id)),
  };
}

/**
 * Approved as it stands, under the day it goes out, and sent: its owner deletes their account and wants it posted
 * first. They were told of the day with the choice, and are not there to be shown it.
 */
async function postAtOnce(context: Services, trx: Trx, letterId: string): Promise<void> {
  const letter = await lockLetter(trx, letterId);
  if (!letter) throw new AppError('LETTER_MISSING');
  const loaded = await loadLetter(trx, letter);
  const redated = await redateIfStale(trx, context, loaded, postingDay(loaded, context.now()));
  await approve(context, trx, redated ?? loaded, true);
  const approved = await lockLetter(trx, letterId);
  if (approved) await sendNow(context, trx, await loadLetter(trx, approved));
}

async function existing(context: Services, userId: string, formSessionId: string | undefined): Promise<Demand | null> {
  const session = await sessionOf(context, userId, formSessionId);
  if (!session) {
    if (formSessionId) throw new AppError('NOT_FOUND');
    return null;
  }
  const letter = await findLetterOfSession(context.db, session.id);
  return letter ? demandOf(context, letter) : null;
}

/** R21. */
async function access(context: Services, userId: string | null, formSessionId: string | undefined) {
  if (!userId) return null;
  const session = await sessionOf(context, userId, formSessionId);
  return session?.paidAt ? session.id : null;
}

/** The job at the end of the change window: posts the last saved revision, unless the approval was taken back. */
const endWindow = (context: Services, letterId: string, approvalId: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'approved' || letter.approval_id !== approvalId) return;
    const at = context.now().getTime();
    const leftMs = (letter.window_ends_at?.getTime() ?? at) - at;
    if (leftMs > 0) {
      // The clock of the database has started this job; that of this process may be behind, and decides when it is repeated.
      // Keys of jobs that have run are kept, and a second job under one is dropped: the repetition has a key of its own.
      const again = { key: `${approvalId}:${at}`, startAfter: { ms: leftMs } };
      return context.jobs.enqueue(trx, JOBS.endWindow, { letterId, approvalId }, again);
    }
    if (await isHeldAnew(context, trx, letter)) return;
    if (await mayGoOut(trx, context, await loadLetter(trx, letter)))
      await postOrHold(context, trx, letter, 'letter.window_ended');
  });

/** An operator sends again what the carrier would not take: the same words, under a new mailing. */
const repost = (context: Services, letterId: string) =>
  context.db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, letterId);
    if (letter?.state !== 'problem' || isGivenBack(letter.problem) || (await isHeldAnew(context, trx, letter))) return;
    if (!(await mayGoOut(trx, context, await loadLetter(trx, letter)))) return;
    await postOrHold(context, trx, letter, 'post.retried');
  });

export const createLetterService = (services: Services) =>
  bound(services, { demandOf, saveClientData, generate, save, postAtOnce, existing, access, endWindow, repost });
