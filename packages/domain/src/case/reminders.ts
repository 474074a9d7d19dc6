/** The days of a case that its claimant is reminded of, and when. No clock of its own; sums and stories are not in it. */
import { addDays, dayInZone, hourInZone, type CalendarDay } from '../dates/calendar-day.ts';
import { zoneOfPlace, type ZonedPlace } from '../dates/zones.ts';
import { matchState } from '../jurisdictions/match-state.ts';
import type { CaseState, ClaimCase } from './case-file-state.ts';
import type { CourtDayKind } from './court-dates.ts';
import { lastAnswer, openPayments, planOf } from './instalments.ts';
import { judgedSum, ledgerSums } from './ledger.ts';
import { hasSaidSince } from './next-step.ts';

/** Days in court, the last safe day to file, the days of a plan, the day to pay by: of two on one day the first named is told. */
export const REMINDER_KINDS = ['court', 'file_by', 'plan', 'pay_by'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export interface CaseDeadline {
  readonly kind: ReminderKind;
  readonly day: CalendarDay;
  /** Kind of day of a `court` reminder. */
  readonly what?: CourtDayKind;
}

/** `off`: days from the deadline, one of -7, -1 and 1; of a day from which something may be done 0. */
export interface Reminder extends CaseDeadline {
  readonly off: number;
}

/** Each is told from its day on, and later only while it is true and of use: one that was missed is not told beside the next. */
const TOLD = [
  { off: -7, to: -2 },
  { off: -1, to: 0 },
  { off: 1, to: 7 },
] as const;
/** Reminder of a day from which something may be done: nothing is due before it. */
const TOLD_FROM = [{ off: 0, to: 7 }] as const;
const toldOf = ({ what }: CaseDeadline) => (what === 'collect_from' ? TOLD_FROM : TOLD);
/** Whether a reminder is about this day: days of one kind can fall together. */
export const isAbout = ({ kind, day, off }: Reminder, deadline: CaseDeadline): boolean =>
  deadline.kind === kind && deadline.day === day && toldOf(deadline).some((row) => row.off === off);

/** Hours between which people are told something, where they live. */
const MORNING = 8;
const EVENING = 20;
const HOUR_MS = 3_600_000;

/** States in which the other side has been asked, as far as is known. */
const ASKED: readonly CaseState[] = [
  'mailed',
  'in_transit',
  'attempted',
  'awaiting_pickup',
  'delivered',
  'refused',
  'unclaimed',
];

interface DeadlineFacts {
  readonly answerBy: CalendarDay | null;
  readonly fileBy: CalendarDay | null;
  readonly place: ZonedPlace;
  readonly court?: readonly { readonly kind: CourtDayKind; readonly day: CalendarDay | null }[];
}

/**
 * Days on which something is due in an open case; of a closed one none, or those in court where it went on.
 * @param facts.answerBy - the day to pay by in the mailed letter; null where it names none
 * @param facts.fileBy - the last safe day to file; null unless it is confirmed (R45)
 * @param facts.place - where it happened
 * @param facts.court - days in court, by the rules that were read
 */
export function caseDeadlines(
  claim: Pick<ClaimCase, 'state' | 'closed' | 'claimedCents' | 'ledger' | 'answers' | 'court'>,
  { answerBy, fileBy, place, court = [] }: DeadlineFacts,
): CaseDeadline[] {
  const { state, closed, ledger } = claim;
  const inCourt = court.flatMap(({ kind: what, day }) =>
    day === null || (what === 'collect_from' && (!judgedSum(claim) || ledgerSums(claim).balanceCents === 0))
      ? []
      : [{ kind: 'court' as const, day, what }],
  );
  if (closed !== null) return closed === 'court' ? inCourt : [];
  const isSaid = (day: CalendarDay) => hasSaidSince(ledger, day, place);
  const plan = planOf(claim);
  const asked = plan
    ? openPayments(claim).map(({ day }) => ({ kind: 'plan' as const, day }))
    : answerBy === null || !ASKED.includes(state) || lastAnswer(claim)?.kind === 'not_them'
      ? []
      : [{ kind: 'pay_by' as const, day: answerBy }];
  return [
    ...inCourt,
    // A case that has a day in court was filed.
    ...(fileBy === null || court.length > 0 ? [] : [{ kind: 'file_by' as const, day: fileBy }]),
    // A plan that both signed takes the place of the day in the letter.
    ...asked.filter(({ day }) => !isSaid(day)),
  ];
}

/** Zones whose clocks decide for a person: where no state is known, those of both coasts. The first one names the day. */
export const zonesOfPerson = (place: ZonedPlace): readonly string[] =>
  matchState(place.state) ? [zoneOfPlace(place)] : ['America/New_York', 'America/Los_Angeles'];

const isQuiet = (at: number, zones: readonly string[]): boolean =>
  zones.some((zone) => hourInZone(at, zone) < MORNING || hourInZone(at, zone) >= EVENING);

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
  [...TOLD, ...TOLD_FROM].some((row) => row.off === off && addDays(day, off) <= today && today <= addDays(day, row.to));

/** The one reminder to give now; null by night, after another of the same day, or where there is none. */
export function reminderDue(facts: ReminderFacts): Reminder | null {
  const { deadlines, sent, switchedOff, zones, at } = facts;
  const today = dayOf(facts, at);
  if (isQuiet(at, zones) || sent.some((one) => dayOf(facts, one.at) === today)) return null;
  const due = deadlines
    .filter(({ kind }) => !switchedOff.includes(kind))
    .flatMap((deadline) => toldOf(deadline).map(({ off }) => ({ ...deadline, off })))
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
    facts.deadlines.some((deadline) => isAbout(reminder, deadline)) &&
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
