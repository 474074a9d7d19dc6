import {
  AppError,
  type BodyOf,
  type CaseFile,
  type CaseRow,
  type reportPayment,
  type switchCaseCalendar,
} from '@redress/contracts';
import {
  amountCents,
  casePapersOf,
  centsToDollars,
  type ClaimantReport,
  type ClaimCase,
  CLOSE_REASONS,
  dayAtPlace,
  dayInZone,
  explainScan,
  hasCourtPapers,
  incidentPlace,
  isFiled,
  isTooFarOff,
  lastAnswer,
  ledgerSums,
  nextStepOf,
  offerOf,
  paperSetOf,
  parseCalendarDay,
  planOf,
  type PlanTerms,
  reduceCase,
  REMINDER_KINDS,
  type ReminderKind,
  STOPS_LETTERS,
  type ZonedPlace,
  zoneOfPlace,
} from '@redress/domain';
import { isConfirmed } from '@redress/domain/jurisdictions';
import { feeForm } from '@redress/domain/papers';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';
import { findTimeZone } from '../../shared/accounts.ts';
import { ownedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findLivePayment, findOrderOfSession } from '../../shared/orders/order.repository.ts';
import { keepDue } from './case-due.ts';
import { calendarAddress, switchCalendar } from './case-calendar.ts';
import { isAnswer, type CaseReportRow } from '../../shared/cases/case-report-table.ts';
import { readLatest } from '../../shared/cases/further-letter.ts';
import { readKnown, type Known } from '../../shared/cases/known-case.ts';
import { forgetReminders } from './case-reminders.ts';
import { judgmentFile } from './judgment-file.ts';
import { courtDaysOf } from './look-at-case.ts';
import { findState } from '../../shared/reference/tax.ts';
import { keptFigures } from '../../shared/papers/fee-figures-table.ts';
import { lockAllOf } from '../../shared/orders/leaving.ts';
import { findCase } from './list-cases.ts';
import { stopLetters, stopsLetters, wouldStop } from './stop-letters.ts';
import { furtherLettersOf, lockCase } from './further-letter.ts';

type ReportBody = BodyOf<typeof reportPayment>;

/** @returns null where an amount is none */
function termsOf(terms: ReportBody['terms'], dayOf: (typed: string) => string): PlanTerms | null {
  const eachCents = amountCents(terms?.each);
  const nowCents = terms && (terms.now === 0 ? 0 : amountCents(terms.now));
  if (!terms || !eachCents || nowCents == null) return null;
  const { every, from, now_day } = terms;
  return { nowCents, nowDay: now_day === null ? null : dayOf(now_day), eachCents, every, from: dayOf(from) };
}

/** Which report a person sent, as the domain reads it. @throws {AppError} VALIDATION_FAILED with what is missing */
function eventFor(body: ReportBody, at: Date, today: string): ClaimantReport {
  const refuse = (field: keyof ReportBody, key: string) =>
    new AppError('VALIDATION_FAILED', { fields: { [field]: `validation.${key}` } });
  const { kind, report_id: id, replaces = null, reason } = body;
  const ms = at.getTime();
  if (kind === 'open') return { type: 'case.opened', at: ms };
  if (kind === 'close') {
    if (!reason) throw refuse('reason', 'field.required');
    return { type: 'case.closed', at: ms, reason };
  }
  if (kind === 'withdraw') {
    if (!replaces) throw refuse('replaces', 'field.required');
    return { type: 'report.withdrawn', at: ms, replaces };
  }
  const dayOf = (field: 'day' | 'terms' | 'court', typed: string | undefined, latest: string | null = today) => {
    const day = parseCalendarDay(typed);
    if (day === null) throw refuse(field, 'date.format');
    if (latest !== null && day > latest) throw refuse(field, 'date.future');
    return day;
  };
  if (kind === 'court') {
    if (!body.court) throw refuse('court', 'field.required');
    const { case_number: caseNumber, hearing_day, served_day, judgment_day, awarded } = body.court;
    const known = (typed: string | null, latest: string | null = today) =>
      typed === null ? null : dayOf('court', typed, latest);
    const dates = {
      hearingDay: known(hearing_day, null),
      servedDay: known(served_day),
      judgmentDay: known(judgment_day),
    };
    if (Object.values(dates).some((day) => day && isTooFarOff(day, today))) throw refuse('court', 'date.format');
    const awardedCents = awarded == null ? null : amountCents(awarded);
    if (awarded != null && !awardedCents) throw refuse('court', 'amount.format');
    return { type: 'court.reported', at: ms, court: { caseNumber, ...dates, awardedCents } };
  }
  if (isAnswer(kind)) {
    const day = kind === 'signed' ? dayOf('day', body.day) : null;
    const terms = kind === 'offer' ? termsOf(body.terms, (typed) => dayOf('terms', typed, null)) : null;
    if (kind === 'offer' && !terms) throw refuse('terms', 'amount.format');
    return {
      type: 'answer.reported',
      at: ms,
      id,
      kind,
      terms,
      day,
      words: kind === 'dispute' ? (body.words ?? '') : '',
    };
  }
  const cents = kind === 'part' ? amountCents(body.amount) : 0;
  if (!cents && kind === 'part') throw refuse('amount', 'amount.format');
  const day = kind === 'none' ? null : dayOf('day', body.day);
  return { type: 'money.reported', at: ms, id, kind, cents: cents ?? 0, day, replaces };
}

/** What is kept of a report. */
function rowOf(event: ClaimantReport) {
  const terms = event.type === 'answer.reported' ? event.terms : null;
  const court = event.type === 'court.reported' ? event.court : null;
  const isPart = event.type === 'money.reported' && event.kind === 'part';
  return {
    cents: isPart ? event.cents : (terms?.eachCents ?? court?.awardedCents ?? null),
    day: terms?.from ?? court?.hearingDay ?? ('day' in event ? event.day : null),
    now_cents: terms?.nowCents ?? null,
    now_day: terms?.nowDay ?? null,
    every: terms?.every ?? null,
    words: event.type === 'answer.reported' ? event.words || null : null,
    case_number: court?.caseNumber || null,
    served_day: court?.servedDay ?? null,
    judgment_day: court?.judgmentDay ?? null,
    replaces: 'replaces' in event ? event.replaces : null,
    reason: event.type === 'case.closed' ? event.reason : null,
  };
}

const isSame = (row: CaseReportRow, kind: ReportBody['kind'], event: ClaimantReport) =>
  row.kind === kind &&
  Object.entries(rowOf(event)).every(([name, value]) => row[name as keyof CaseReportRow] === value);

/** Today on the calendar that the claimant reads, as far as a browser has named its zone. */
const ownDay = async (db: Platform['db'], userId: string, at: number, place: ZonedPlace): Promise<string> =>
  dayInZone(at, (await findTimeZone(db, userId)) ?? zoneOfPlace(place));

/** One case: what is known of it. */
export async function readCase(platform: Platform, userId: string, formSessionId: string): Promise<CaseFile> {
  const { db, now } = platform;
  const session = await ownedSession(db, formSessionId, userId);
  // A further letter stands in the case of the first.
  if (session.followsLetterId && session.originalSessionId)
    return readCase(platform, userId, session.originalSessionId);
  const row = await findCase(platform, userId, formSessionId);
  if (!row) throw new AppError('NOT_FOUND');
  const known = await readKnown(db, session);
  const { letter, mailing, reports, claim } = known;
  const order = await findOrderOfSession(db, session.id, userId);
  const payment = order && (await findLivePayment(db, order.id));
  const papers = await db
    .selectFrom('court_document')
    .select(['id', 'title', 'version', 'made_at'])
    .where('form_session_id', '=', session.id)
    .where('user_id', '=', userId)
    .where('replaced_at', 'is', null)
    .orderBy('position')
    .execute();
  const at = now().getTime();
  const place = incidentPlace(session.formData);
  const sums = ledgerSums(claim);
  const latest = await readLatest(db, session);
  const furtherLetters = await furtherLettersOf(platform, userId, latest);
  return {
    ...row,
    answer_by: latest.answerBy ?? row.answer_by,
    demand_id: letter?.id ?? null,
    has_proof: mailing?.mailing.accepted_at != null,
    next: nextOf(claim, { latest, row, furtherLetters, at, place }),
    timeline: timelineOf(known, row.paid_at),
    papers: papers.map(({ made_at, ...paper }) => ({ ...paper, made_at: made_at.toISOString() })),
    sums: {
      claimed: centsToDollars(sums.owedCents),
      received: centsToDollars(sums.receivedCents),
      balance: centsToDollars(sums.balanceCents),
      over: centsToDollars(sums.overCents),
    },
    ledger: claim.ledger.map(({ cents, at: reportedAt, ...report }) => ({
      ...report,
      amount: centsToDollars(cents),
      reported_at: new Date(reportedAt).toISOString(),
    })),
    answers: claim.answers.map(({ id, kind, at: reportedAt, words, terms, standing }) => ({
      id,
      kind,
      reported_at: new Date(reportedAt).toISOString(),
      words,
      terms: terms && {
        now: centsToDollars(terms.nowCents),
        now_day: terms.nowDay,
        each: centsToDollars(terms.eachCents),
        every: terms.every,
        from: terms.from,
      },
      standing,
    })),
    plan: planFile(claim),
    closed: claim.closed,
    has_hearing: order?.status === 'paid' && paperSetOf(order.package_id) === 'trial',
    has_fee_figures:
      order?.status === 'paid' &&
      hasCourtPapers(order.package_id) &&
      feeForm(session.formData) !== null &&
      (!isFiled(claim.court) || (await keptFigures(db, [session.id], now())).length > 0),
    court: courtFile(known),
    judgment: judgmentFile(known),
    to_print: [...casePapersOf(claim)],
    can_report: canReport(claim, at),
    close_reasons: CLOSE_REASONS.filter((reason) => canClose(claim, at, reason)),
    would_stop: await wouldStop(db, userId, known),
    calendar: await calendarAddress(db, platform, session.id),
    revision: reports.length,
    today: dayAtPlace(at, place),
    own_today: await ownDay(db, userId, at, place),
    further_letters: furtherLetters,
    cost:
      order && order.status !== 'open'
        ? {
            order_number: order.order_number,
            total: centsToDollars(order.total_cents ?? 0),
            refunded: centsToDollars(payment?.refunded_cents ?? 0),
          }
        : null,
  };
}

export async function switchCalendarOf(
  platform: Platform,
  userId: string,
  { form_session_id, on }: BodyOf<typeof switchCaseCalendar>,
): Promise<CaseFile> {
  await platform.db.transaction().execute(async (trx) => {
    const session = await lockCase(trx, userId, form_session_id);
    await switchCalendar(trx, platform, { id: session.id, isOn: on });
  });
  return readCase(platform, userId, form_session_id);
}

/** What its claimant says of the money. */
export async function reportCase(platform: Platform, userId: string, body: ReportBody): Promise<CaseFile> {
  const { db, now } = platform;
  await db.transaction().execute(async (trx) => {
    // What may stop letters of other cases: two such reports at once would wait for each other.
    if (body.kind === 'not_them' || STOPS_LETTERS.some((reason) => reason === body.reason))
      await lockAllOf(trx, userId);
    const session = await lockCase(trx, userId, body.form_session_id);
    const at = now();
    const place = incidentPlace(session.formData);
    const days = [dayAtPlace(at.getTime(), place), await ownDay(trx, userId, at.getTime(), place)];
    const event = eventFor(body, at, days.toSorted().at(-1) ?? '');
    const before = await readKnown(trx, session);
    const { claim, reports } = before;
    const known = reports.find(({ id }) => id === body.report_id);
    if (known && isSame(known, body.kind, event)) return;
    const result = reduceCase(claim, event);
    if (known || body.revision !== reports.length || !result.ok) {
      throw new AppError('CONFLICT', { details: { reason: result.ok ? 'revision' : result.reason } });
    }
    await trx
      .insertInto('case_report')
      .values({
        form_session_id: session.id,
        no: reports.length + 1,
        id: body.report_id,
        kind: body.kind,
        ...rowOf(event),
        closed_as: result.claim.closed,
        created_at: at,
      })
      .execute();
    if (stopsLetters(event)) await stopLetters(trx, platform, userId, before);
    await keepDue(trx, platform, await readKnown(trx, session));
    const ended = endedBy(body.kind, result.claim);
    await forgetReminders(trx, platform, { userId, formSessionId: session.id, ended });
    const order = await findOrderOfSession(trx, session.id, userId);
    if (order?.status === 'paid' && hasCourtPapers(order.package_id)) {
      const key = `reported:${session.id}:${reports.length + 1}`;
      await platform.jobs.enqueue(trx, JOBS.makePapers, { orderId: order.id }, { key });
    }
    await recordEvent(trx, {
      kind: `case.${body.kind}`,
      ...byPerson(userId, { kind: 'form-session', id: session.id }),
      details: { no: reports.length + 1 },
      at,
    });
  });
  return readCase(platform, userId, body.form_session_id);
}

/** Kinds of reminders that a report answers. */
function endedBy(kind: ReportBody['kind'], { closed }: ClaimCase): readonly ReminderKind[] {
  if (kind === 'court') return ['court', 'file_by'];
  if (closed === null) return ['plan', 'pay_by'];
  return closed === 'court' ? ['file_by', 'plan', 'pay_by'] : REMINDER_KINDS;
}

function courtFile(known: Known): CaseFile['court'] {
  const { court } = known.claim;
  const state = findState(incidentPlace(known.session.formData).state);
  return {
    case_number: court?.caseNumber ?? '',
    hearing_day: court?.hearingDay ?? null,
    served_day: court?.servedDay ?? null,
    judgment_day: court?.judgmentDay ?? null,
    awarded: toDollarsOrNull(court?.awardedCents),
    state: state?.code ?? '',
    name: state && isConfirmed(state.court) ? state.court.value : '',
    days: courtDaysOf(known).map(({ kind, day, says, citation }) => ({
      kind,
      day,
      says,
      rule: citation?.title ?? '',
      url: citation?.url ?? '',
    })),
  };
}

/** After these the letter that can be had is the step. */
const LEADS_TO_A_LETTER: readonly string[] = ['unpaid', 'refused', 'unclaimed', 'undeliverable', 'returned'];
/** A further letter that is not in the mail yet. */
const WAITING: readonly string[] = ['writing', 'to_read', 'held', 'looking', 'approved', 'posting', 'not_posted'];

/** The step goes by the letter that is on its way to be mailed, or else by the one that was mailed last. */
function nextOf(
  claim: ClaimCase,
  facts: {
    latest: Known;
    row: CaseRow;
    furtherLetters: CaseFile['further_letters'];
    at: number;
    place: ZonedPlace;
  },
): CaseFile['next'] {
  const { latest, row, furtherLetters, at, place } = facts;
  const waiting = furtherLetters.find(({ standing }) => WAITING.includes(standing));
  const mailed = furtherLetters.find((one) => one.form_session_id === latest.letter?.form_session_id);
  const about = waiting ?? mailed;
  const step = nextStepOf(claim, {
    standing: about?.standing ?? row.standing,
    answerBy: latest.answerBy ?? row.answer_by,
    at,
    place,
  });
  const offered = furtherLetters.find(({ standing }) => standing === 'offered');
  const letter = LEADS_TO_A_LETTER.includes(step.step) && offered ? offered : about;
  return { ...step, letter: letter?.package_id ?? null };
}

function planFile(claim: ClaimCase): CaseFile['plan'] {
  const signed = planOf(claim);
  const plan = signed ?? (lastAnswer(claim)?.kind === 'offer' ? offerOf(claim) : null);
  return (
    plan && {
      sum: centsToDollars(plan.sumCents),
      signed_on: signed?.signedOn ?? null,
      payments: plan.payments.map((payment) => ({
        day: payment.day,
        amount: centsToDollars(payment.cents),
        open: centsToDollars('openCents' in payment ? payment.openCents : payment.cents),
      })),
    }
  );
}

/** Whether the letter is or was in the mail: the table of transitions is asked, so that page and act agree. */
const canReport = (claim: ClaimCase, at: number): boolean => canClose(claim, at, 'other');
const canClose = (claim: ClaimCase, at: number, reason: (typeof CLOSE_REASONS)[number]): boolean =>
  reduceCase({ ...claim, closed: null }, { type: 'case.closed', at, reason }).ok;

const WHAT = { none: 'money_none', all: 'money_all', part: 'money_part', withdraw: 'withdrawn', close: 'closed', open: 'opened', court: 'court' }; // prettier-ignore

/** What has happened, the oldest first. */
function timelineOf({ session, letter, mailing, reports, claim }: Known, paidAt: string | null): CaseFile['timeline'] {
  const stop = (at: Date | string | null | undefined, what: string, text: string | null = null) =>
    at ? [{ at: new Date(at).toISOString(), what, text, amount: null as number | null }] : [];
  const reported = ({ id }: CaseReportRow) => claim.ledger.find((row) => row.id === id);
  return [
    ...stop(session.createdAt, 'begun'),
    ...stop(paidAt, 'paid'),
    ...stop(letter?.approved_at, 'approved'),
    ...stop(mailing?.mailing.accepted_at, 'handed_over'),
    ...(mailing?.scans ?? []).flatMap((scan) => stop(scan.at, 'carrier', explainScan(scan).sentence)),
    ...reports.flatMap((row) =>
      stop(row.created_at, isAnswer(row.kind) ? row.kind : WHAT[row.kind]).map((entry) => ({
        ...entry,
        amount: row.kind === 'none' ? null : toDollarsOrNull(reported(row)?.cents),
      })),
    ),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
}

const toDollarsOrNull = (cents: number | null | undefined) => (cents == null ? null : centsToDollars(cents));
