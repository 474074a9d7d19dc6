import { AppError, type BodyOf, type CaseFile, type reportPayment, type switchCaseCalendar } from '@redress/contracts';
import {
  amountCents,
  casePapersOf,
  dayAtPlace,
  hasCourtPapers,
  explainScan,
  incidentPlace,
  lastAnswer,
  ledgerSums,
  offerOf,
  planOf,
  type PlanTerms,
  nextStepOf,
  parseCalendarDay,
  reduceCase,
  type ClaimantReport,
  type ClaimCase,
} from '@redress/domain';
import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { JOBS } from '../../shared/job-names.ts';
import { findOwnedSession, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { toDollars } from '../../shared/orders/money.ts';
import { findLivePayment, findOrderOfSession } from '../../shared/orders/order.repository.ts';
import { calendarAddress, switchCalendar } from './case-calendar.ts';
import { isAnswer, type CaseReportRow } from '../../shared/cases/case-report-table.ts';
import { readKnown, type Known } from '../../shared/cases/known-case.ts';
import { forgetReminders } from './case-reminders.ts';
import { findCase } from './list-cases.ts';
import { secondLetterOf } from './second-letter.ts';

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
  const dayOf = (field: 'day' | 'terms', typed: string | undefined, latest: string | null = today) => {
    const day = parseCalendarDay(typed);
    if (day === null) throw refuse(field, 'date.format');
    if (latest !== null && day > latest) throw refuse(field, 'date.future');
    return day;
  };
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
  return {
    cents: event.type === 'money.reported' && event.kind === 'part' ? event.cents : (terms?.eachCents ?? null),
    day: terms?.from ?? ('day' in event ? event.day : null),
    now_cents: terms?.nowCents ?? null,
    now_day: terms?.nowDay ?? null,
    every: terms?.every ?? null,
    words: event.type === 'answer.reported' ? event.words || null : null,
    replaces: 'replaces' in event ? event.replaces : null,
    reason: event.type === 'case.closed' ? event.reason : null,
  };
}

const isSame = (row: CaseReportRow, kind: ReportBody['kind'], event: ClaimantReport) =>
  row.kind === kind &&
  Object.entries(rowOf(event)).every(([name, value]) => row[name as keyof CaseReportRow] === value);

/** One case: what is known of it, and what its claimant says of the money. */
export function createCaseFiles(platform: Platform): {
  read: (userId: string, formSessionId: string) => Promise<CaseFile>;
  report: (userId: string, body: ReportBody) => Promise<CaseFile>;
  switchCalendar: (userId: string, body: BodyOf<typeof switchCaseCalendar>) => Promise<CaseFile>;
} {
  const { db, now } = platform;

  async function read(userId: string, formSessionId: string): Promise<CaseFile> {
    const row = await findCase(platform, userId, formSessionId);
    const session = row && (await findOwnedSession(db, formSessionId, { userId, visitorId: null }));
    if (!session) throw new AppError('NOT_FOUND');
    const known = await readKnown(db, session);
    const { letter, mailing, reports, claim } = known;
    const order = await findOrderOfSession(db, session.id, userId);
    const payment = order && (await findLivePayment(db, order.id));
    const papers = await db
      .selectFrom('court_document')
      .select(['id', 'title', 'version', 'made_at'])
      .where('form_session_id', '=', session.id)
      .where('user_id', '=', userId)
      .orderBy('position')
      .execute();
    const at = now().getTime();
    const place = incidentPlace(session.formData);
    const sums = ledgerSums(claim);
    return {
      ...row,
      demand_id: letter?.id ?? null,
      has_proof: mailing?.mailing.accepted_at != null,
      next: nextStepOf(claim, { standing: row.standing, answerBy: row.answer_by, at, place }),
      timeline: timelineOf(known, row.paid_at),
      papers: papers.map(({ made_at, ...paper }) => ({ ...paper, made_at: made_at.toISOString() })),
      sums: {
        claimed: toDollars(sums.claimedCents),
        received: toDollars(sums.receivedCents),
        balance: toDollars(sums.balanceCents),
        over: toDollars(sums.overCents),
      },
      ledger: claim.ledger.map(({ id, kind, cents, day, at: reportedAt, standing }) => ({
        id,
        kind,
        amount: toDollars(cents),
        day,
        reported_at: new Date(reportedAt).toISOString(),
        standing,
      })),
      answers: claim.answers.map(({ id, kind, at: reportedAt, words, terms, standing }) => ({
        id,
        kind,
        reported_at: new Date(reportedAt).toISOString(),
        words,
        terms: terms && {
          now: toDollars(terms.nowCents),
          now_day: terms.nowDay,
          each: toDollars(terms.eachCents),
          every: terms.every,
          from: terms.from,
        },
        standing,
      })),
      plan: planFile(claim),
      closed: claim.closed,
      to_print: [...casePapersOf(claim)],
      can_report: canReport(claim, at),
      calendar: await calendarAddress(db, platform, session.id),
      revision: reports.length,
      today: dayAtPlace(at, place),
      second_letter: await secondLetterOf(platform, userId, known),
      cost:
        order && order.status !== 'open'
          ? {
              order_number: order.order_number,
              total: toDollars(order.total_cents ?? 0),
              refunded: toDollars(payment?.refunded_cents ?? 0),
            }
          : null,
    };
  }

  /** A second letter is no case of its own: what came of it is said in the case of the first. */
  async function lockCase(trx: Trx, userId: string, formSessionId: string): Promise<StoredSession> {
    const session = await lockOwnedSession(trx, formSessionId, { userId, visitorId: null });
    if (!session || session.followsLetterId) throw new AppError('NOT_FOUND');
    return session;
  }

  return {
    read,
    async switchCalendar(userId, { form_session_id, on }) {
      await db.transaction().execute(async (trx) => {
        const session = await lockCase(trx, userId, form_session_id);
        await switchCalendar(trx, platform, { id: session.id, isOn: on });
      });
      return read(userId, form_session_id);
    },
    async report(userId, body) {
      await db.transaction().execute(async (trx) => {
        const session = await lockCase(trx, userId, body.form_session_id);
        const at = now();
        const event = eventFor(body, at, dayAtPlace(at.getTime(), incidentPlace(session.formData)));
        const { claim, reports } = await readKnown(trx, session);
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
        const isClosed = result.claim.closed !== null;
        await forgetReminders(trx, platform, { userId, formSessionId: session.id, isClosed });
        const order = await findOrderOfSession(trx, session.id, userId);
        if (order?.status === 'paid' && hasCourtPapers({ id: order.package_id, title: order.package_title })) {
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
      return read(userId, body.form_session_id);
    },
  };
}

function planFile(claim: ClaimCase): CaseFile['plan'] {
  const signed = planOf(claim);
  const plan = signed ?? (lastAnswer(claim)?.kind === 'offer' ? offerOf(claim) : null);
  return (
    plan && {
      sum: toDollars(plan.sumCents),
      signed_on: signed?.signedOn ?? null,
      payments: plan.payments.map((payment) => ({
        day: payment.day,
        amount: toDollars(payment.cents),
        open: toDollars('openCents' in payment ? payment.openCents : payment.cents),
      })),
    }
  );
}

/** Whether the letter is or was in the mail: the table of transitions is asked, so that page and act agree. */
const canReport = (claim: ClaimCase, at: number): boolean =>
  reduceCase({ ...claim, closed: null }, { type: 'case.closed', at, reason: 'other' }).ok;

const WHAT = { none: 'money_none', all: 'money_all', part: 'money_part', withdraw: 'withdrawn', close: 'closed', open: 'opened' }; // prettier-ignore

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

const toDollarsOrNull = (cents: number | undefined) => (cents === undefined ? null : toDollars(cents));
