/**
 * The law as it was read: one row, one fact, one text. `data/law/<ST>.json` holds the rows with the sentence each was
 * read from; `data/law.json` is what programs carry of them, written by `npm run law -- build`.
 */
import law from '../../data/law.json' with { type: 'json' };
import type { LimitKind } from '../categories/index.ts';
import { daysBetween, type CalendarDay } from '../dates/calendar-day.ts';
import type { Citation, Fact } from './fact.ts';

export interface LawRow {
  /** `TX.limit.goods`. */
  readonly id: string;
  readonly cell: string;
  readonly kind: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** The state's own page of the text. */
  readonly url: string;
  /** The page that was read, where that is a copy. */
  readonly copy?: string;
  readonly read: string;
  readonly textOf?: string;
  readonly note?: string;
}

// `npm run law -- check` holds the file to this shape; TypeScript reads a union of every row from it.
const ROWS = law as unknown as Readonly<Record<string, readonly LawRow[]>>;

/** @returns in the order of the data; empty where the place has not been read */
export const lawRows = (code: string, cell: string, kind?: string): readonly LawRow[] =>
  (ROWS[code] ?? []).filter((row) => row.cell === cell && (kind === undefined || row.kind === kind));

/** A text is read again within half a year: courts change fees and days by the year. */
export const STALE_AFTER_DAYS = 180;

/** Rows whose text nobody read for longer than that, by place; places without one are left out. */
export const staleRows = (today: CalendarDay): readonly { readonly code: string; readonly rows: readonly LawRow[] }[] =>
  Object.entries(ROWS)
    .map(([code, rows]) => ({ code, rows: rows.filter(({ read }) => daysBetween(read, today) > STALE_AFTER_DAYS) }))
    .filter(({ rows }) => rows.length > 0);

export const rowCitation = ({ title, url, copy, read, textOf }: LawRow): Citation => ({
  title,
  url,
  readOn: read,
  textOf: textOf ?? null,
  ...(copy ? { copy } : {}),
});

/** A row as a fact. @param pick - `null` where the row holds no such value */
export function rowFact<T>(row: LawRow | undefined, pick: (value: LawRow['value']) => T | null): Fact<T> | null {
  const value = row ? pick(row.value) : null;
  if (!row || value === null) return null;
  return { value, citation: rowCitation(row), note: row.note ?? null, disagreements: [] };
}

/** From which day a limit counts, by its text. `accrual`: the text says only that the claim must have arisen. */
export type RuleStart =
  'happened' | 'due' | 'lastPayment' | 'discovery' | 'delivery' | 'moveOut' | 'certificate' | 'accrual';

/** What can change the day a limit ends. Mentioned, never computed. */
export const PERHAPS = ['discovery', 'minor', 'acknowledgment', 'part-payment'] as const;
export type Perhaps = (typeof PERHAPS)[number];

/** How long one kind of claim may be brought, by one confirmed row. */
export interface LimitRule {
  readonly id: string;
  readonly kind: LimitKind;
  readonly period: { readonly count: number; readonly unit: 'years' | 'months' | 'days' };
  readonly from: RuleStart;
  /** It holds for facts from this day on. */
  readonly appliesFrom: CalendarDay | null;
  /** It holds for facts before this day. */
  readonly appliesBefore: CalendarDay | null;
  readonly perhaps: readonly Perhaps[];
  /** It holds for land and buildings alone. */
  readonly isLand?: boolean;
  readonly citation: Citation;
  readonly note: string | null;
}

const UNITS = ['years', 'months', 'days'] as const;

/** @throws {RangeError} when a row of limits holds no period; `npm run law -- check` finds it first */
export function limitRuleOf(row: LawRow): LimitRule {
  const unit = UNITS.find((name) => typeof row.value[name] === 'number');
  if (!unit) throw new RangeError(`${row.id} holds no period`);
  const value = row.value as {
    from: RuleStart;
    appliesFrom?: string;
    appliesBefore?: string;
    perhaps?: Perhaps[];
  } & Record<string, number>;
  return {
    id: row.id,
    kind: row.kind as LimitKind,
    period: { count: value[unit] ?? 0, unit },
    from: value.from,
    appliesFrom: value.appliesFrom ?? null,
    appliesBefore: value.appliesBefore ?? null,
    perhaps: value.perhaps ?? [],
    isLand: row.value['land'] === true,
    citation: rowCitation(row),
    note: row.note ?? null,
  };
}
