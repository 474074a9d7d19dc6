import { Readable } from 'node:stream';
import { LEDGER_CASES, type ClaimFormData } from '@redress/contracts';
import {
  amountCents,
  countedReports,
  dayAtPlace,
  defendantOf,
  incidentPlace,
  judgedSum,
  ledgerSums,
  NEW_CASE,
  withReports,
  type ClaimCase,
  type MoneyKind,
  type MoneyReport,
} from '@redress/domain';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { csvPieces } from '../../platform/csv.ts';
import { EXPORT_PAGE, mapRows } from '../../platform/export-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { eventOf, findReportsOf, type CaseReportRow } from '../../shared/cases/case-report-table.ts';
import { readableName } from '../../platform/whole-rows.ts';

const FILES: Limit = { name: 'case-ledgers', max: 20, seconds: 3600 };

interface MailedCase {
  id: string;
  /** When it was written, with its microseconds. */
  placed_at: string;
  form_session_id: string;
  posted_at: Date | null;
  order_number: string | null;
  /** Answers of the letter that was mailed: the sum that it asks for. */
  answers: ClaimFormData;
}
type Kind = 'asked' | 'judgment' | MoneyKind;
type Line = readonly [caseNumber: string, otherSide: string, day: string, kind: Kind, amount: string, balance: string];

const money = (cents: number): string => (cents / 100).toFixed(2);

/** What a case asked for, each report that counts with the balance after it, and a judgment, whose sum takes the place of it. */
function linesOf({ form_session_id, posted_at, order_number, answers }: MailedCase, reports: CaseReportRow[]): Line[] {
  const place = incidentPlace(answers);
  const claimedCents = amountCents(answers.amount) ?? 0;
  const claim = withReports({ ...NEW_CASE, claimedCents }, reports.map(eventOf));
  const named = [order_number ?? form_session_id, readableName(() => defendantOf(answers).name)] as const;
  const dayOf = (at: number) => dayAtPlace(at, place);
  const judged = judgedSum(claim);
  const since = countedReports(claim);
  const before = claim.ledger.filter((report) => report.standing === 'counts' && !since.includes(report));
  const linesBy = (counted: readonly MoneyReport[], court: ClaimCase['court']) =>
    counted.map(({ kind, cents, day, at }, index): Line => {
      const { balanceCents } = ledgerSums({ claimedCents, ledger: counted.slice(0, index + 1), court });
      return [...named, day ?? dayOf(at), kind, money(cents), money(balanceCents)];
    });
  return [
    [...named, posted_at ? dayOf(posted_at.getTime()) : '', 'asked', money(claimedCents), money(claimedCents)],
    ...linesBy(before, null),
    ...(judged ? [[...named, judged.day, 'judgment', money(judged.cents), money(judged.cents)] as const] : []),
    ...linesBy(since, claim.court),
  ];
}

/** Rows behind a place, as the index of a person's letters has them. */
const isOlder = (after: MailedCase | null) =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(letter.created_at <= ${after.placed_at}::timestamptz
        and (letter.created_at < ${after.placed_at}::timestamptz or letter.id > ${after.id}))`;

/** The mailed cases of a person, the newest first, read page by page. A letter that follows one belongs to its case. */
async function* mailedCases(db: Db, userId: string): AsyncGenerator<MailedCase[]> {
  let after: MailedCase | null = null;
  for (let read = 0; read < LEDGER_CASES; read += EXPORT_PAGE) {
    const rows: MailedCase[] = await db
      .selectFrom('letter')
      .innerJoin('form_session', 'form_session.id', 'letter.form_session_id')
      .innerJoin('letter_version', (on) =>
        on
          .onRef('letter_version.letter_id', '=', 'letter.id')
          .onRef('letter_version.version', '=', 'letter.posted_version'),
      )
      .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
      .leftJoin('claim_order', 'claim_order.id', 'letter.order_id')
      .where('letter.user_id', '=', userId)
      .where('letter.state', '=', 'posted')
      .where('form_session.user_id', '=', userId)
      .where('form_session.deleted_at', 'is', null)
      .where('form_session.follows_letter_id', 'is', null)
      .where(isOlder(after))
      .select(['letter.id', 'letter.form_session_id', 'letter.posted_at', 'order_number', 'claim_snapshot.answers'])
      .select(sql<string>`letter.created_at::text`.as('placed_at'))
      .orderBy('letter.created_at', 'desc')
      .orderBy('letter.id')
      .limit(EXPORT_PAGE)
      .execute();
    yield rows;
    if (rows.length < EXPORT_PAGE) return;
    after = rows.at(-1) ?? null;
  }
}

async function* linesOfAll(db: Db, userId: string): AsyncGenerator<Line> {
  for await (const cases of mailedCases(db, userId)) {
    const ids = cases.map(({ form_session_id }) => form_session_id);
    const reports = await findReportsOf(db, ids);
    for (const one of cases) yield* linesOf(one, reports.get(one.form_session_id) ?? []);
  }
}

const COLUMNS = ['case', 'otherSide', 'day', 'kind', 'amount', 'balance'] as const;

/** The ledgers of all cases as one file for a spreadsheet, sent while it is read. */
export async function drawLedgers({ db, limits, text }: Platform, userId: string): Promise<Readable> {
  await limits.take(FILES, userId);
  const header = COLUMNS.map((name) => text(`ledgers.columns.${name}`));
  const lines = mapRows(linesOfAll(db, userId), ([number, name, day, kind, ...sums]) => [
    number,
    name,
    day,
    text(`ledgers.kinds.${kind}`),
    ...sums,
  ]);
  return Readable.from(csvPieces(header, lines), { objectMode: false });
}
