/** The days of a case that its claimant is reminded of, and when. No clock of its own; sums and stories are not in it. */
import { addDays, dayInZone, type CalendarDay } from '../dates/calendar-day.ts';
import { zoneOfPlace, type ZonedPlace } from '../dates/zones.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import type { CaseState, ClaimCase } from './case-file-state.ts';
import { lastAnswer, openPayments, planOf } from './instalments.ts';
import { hasSaidSince } from './next-step.ts';

/** The last safe day to file, the days of a plan, the day to pay by: of two on one day the first named is told. */
export const REMINDER_KINDS = ['file_by', 'plan', 'pay_by'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export interface CaseDeadline {
  readonly kind: ReminderKind;
  readonly day: CalendarDay;
}

/** `off`: days from the deadline, one of -7, -1 and 1. */
export interface Reminder extends CaseDeadline {
  readonly off: number;
}

/** Each is told from its day on, and later only while it is true and of use: one that was missed is not told beside the next. */
const TOLD = [
  { off: -7, to: -2 },
  { off: -1, to: 0 },
  { off: 1, to: 7 },
] as const;

/** Hours between which people are told something, where they live. */
const MORNING = 8;
const EVENING = 20;
const HOUR_MS = 3_600_000;

/** States in which the other side has been asked, as far as is known. */
const ASKED: readonly CaseState[] = [
  'mailed', 'in_transit', 'attempted', 'awaiting_pickup', 'delivered', 'refused', 'unclaimed',
]; // prettier-ignore

/**
 * Days on which something is due in an open case; none of a closed one.
 * @param facts.answerBy - the day to pay by in the mailed letter; null where it names none
 * @param facts.fileBy - the last safe day to file; null unless it is confirmed (R45)
 * @param facts.place - where it happened
 */
export function caseDeadlines(
  claim: Pick<ClaimCase, 'state' | 'closed' | 'claimedCents' | 'ledger' | 'answers'>,
  { answerBy, fileBy, place }: { answerBy: CalendarDay | null; fileBy: CalendarDay | null; place: ZonedPlace },
): CaseDeadline[] {
  const { state, closed, ledger } = claim;
  if (closed !== null) return [];
  const isSaid = (day: CalendarDay) => hasSaidSince(ledger, day, place);
  const plan = planOf(claim);
  const asked = plan
    ? openPayments(claim).map(({ day }) => ({ kind: 'plan' as const, day }))
    : answerBy === null || !ASKED.includes(state) || lastAnswer(claim)?.kind === 'not_them'
      ? []
      : [{ kind: 'pay_by' as const, day: answerBy }];
  return [
    ...(fileBy === null ? [] : [{ kind: 'file_by' as const, day: fileBy }]),
    // A plan that both signed takes the place of the day in the letter.
    ...asked.filter(({ day }) => !isSaid(day)),
  ];
}

/** Zones whose clocks decide for a person: where no state is known, those of both coasts. The first one names the day. */
export const zonesOfPerson = (place: ZonedPlace): readonly string[] =>
  matchState(place.state) ? [zoneOfPlace(place)] : ['America/New_York', 'America/Los_Angeles'];

const hourIn = (at: number, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));

const isQuiet = (at: number, zones: readonly string[]): boolean =>
  zones.some((zone) => hourIn(at, zone) < MORNING || hourIn(at, zone) >= EVENING);

export interface ReminderFacts {
  readonly deadlines: readonly CaseDeadline[];
  /** What was told of this case before, and when. */
  readonly sent: readonly (Reminder & { readonly at: number })[];
  /** Kinds that the person has switched off. */
  readonly switchedOff: readonly ReminderKind[];
  readonly zones: readonly string[];
  /** Now, milliseconds since 1970. */
  readonly at: number;
}

const isSame = (a: Reminder, b: Reminder): boolean => a.kind === b.kind && a.day === b.day && a.off === b.off;
const dayOf = ({ zones }: Pick<ReminderFacts, 'zones'>, at: number): CalendarDay => dayInZone(at, zones[0]);
const isToldOn = (today: CalendarDay, { day, off }: Reminder): boolean =>
  TOLD.some((row) => row.off === off && addDays(day, off) <= today && today <= addDays(day, row.to));

/** The one reminder to give now; null by night, after another of the same day, or where there is none. */
export function reminderDue(facts: ReminderFacts): Reminder | null {
  const { deadlines, sent, switchedOff, zones, at } = facts;
  const today = dayOf(facts, at);
  if (isQuiet(at, zones) || sent.some((one) => dayOf(facts, one.at) === today)) return null;
  const due = deadlines
    .filter(({ kind }) => !switchedOff.includes(kind))
    .flatMap((deadline) => TOLD.map(({ off }) => ({ ...deadline, off })))
    .filter((one) => isToldOn(today, one) && !sent.some((told) => isSame(told, one)))
    .toSorted((a, b) => REMINDER_KINDS.indexOf(a.kind) - REMINDER_KINDS.indexOf(b.kind));
  return due[0] ?? null;
}

/**
 * What becomes of a reminder that was made before and goes out now: `over` when its reason has ended, its kind was switched
 * off or a later one took its place; `quiet` while it is night.
 */
export function standingOfReminder(reminder: Reminder, facts: ReminderFacts): 'due' | 'quiet' | 'over' {
  const others = facts.sent.filter((one) => !isSame(one, reminder));
  const made = facts.sent.find((one) => isSame(one, reminder))?.at ?? facts.at;
  const isTrue =
    !facts.switchedOff.includes(reminder.kind) &&
    facts.deadlines.some(({ kind, day }) => kind === reminder.kind && day === reminder.day) &&
    isToldOn(dayOf(facts, facts.at), reminder) &&
    !others.some(({ at }) => at >= made);
  return !isTrue ? 'over' : isQuiet(facts.at, facts.zones) ? 'quiet' : 'due';
}

/** When something can be due again, milliseconds since 1970: the next morning of a day near a deadline; null: never. */
export function nextLookAt({ deadlines, zones, at }: Pick<ReminderFacts, 'deadlines' | 'zones' | 'at'>): number | null {
  const today = dayOf({ zones }, at);
  const starts = deadlines
    .filter(({ day }) => addDays(day, TOLD[2].to) >= today)
    .map(({ day }) => addDays(day, TOLD[0].off));
  const [first] = starts.toSorted();
  if (first === undefined) return null;
  // Before midnight of that day in the zones of the United States; all of them are whole hours from UTC.
  let next = Math.max(Date.parse(`${first}T00:00:00Z`), Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS);
  const isMorning = (ms: number) =>
    !isQuiet(ms, zones) && dayOf({ zones }, ms) >= first && (isQuiet(at, zones) || dayOf({ zones }, ms) > today);
  while (!isMorning(next)) next += HOUR_MS;
  return next;
}
