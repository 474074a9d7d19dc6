import fc from 'fast-check';
import { NEW_CASE, reduceCase } from './reduce-case.ts';
import type { ClaimCase, ClaimantReport } from './case-file-state.ts';
import {
  caseDeadlines,
  nextLookAt,
  REMINDER_KINDS,
  reminderDue,
  standingOfReminder,
  zonesOfPerson,
  type Reminder,
  type ReminderFacts,
  type ReminderKind,
} from './reminders.ts';

const TEXAS = zonesOfPerson({ state: 'TX' });
const HOUR = 3_600_000;
const noon = (day: string) => Date.parse(`${day}T18:00:00Z`);
const facts = (changes: Partial<ReminderFacts> = {}): ReminderFacts => ({
  deadlines: [{ kind: 'pay_by', day: '2026-03-14' }],
  sent: [],
  switchedOff: [],
  zones: TEXAS,
  at: noon('2026-03-13'),
  ...changes,
});
const offOn = (day: string, changes: Partial<ReminderFacts> = {}) =>
  reminderDue(facts({ at: noon(day), ...changes }))?.off ?? null;

it('is given a week before, the day before and the day after, and late only while it is true', () => {
  const days = ['06', '07', '12', '13', '14', '15', '21', '22'];
  expect(days.map((day) => offOn(`2026-03-${day}`))).toEqual([null, -7, -7, -1, -1, 1, 1, null]);
});

it('counts the days of a plan over February 29', () => {
  const plan = { deadlines: [{ kind: 'plan' as const, day: '2028-02-29' }] };
  expect(['02-22', '02-28', '02-29', '03-01'].map((day) => offOn(`2028-${day}`, plan))).toEqual([-7, -1, -1, 1]);
});

it('is one, not three, after three days without a worker, and the most urgent of those of one day', () => {
  const sent = [{ kind: 'pay_by' as const, day: '2026-03-14', off: -7, at: noon('2026-03-07') }];
  const late = facts({ at: noon('2026-03-16'), sent });
  const due = reminderDue(late);
  expect(due).toMatchObject({ kind: 'pay_by', off: 1 });
  expect(reminderDue({ ...late, at: late.at + HOUR, sent: [...sent, { ...due!, at: late.at }] })).toBeNull();
  const both = facts({ deadlines: [...late.deadlines, { kind: 'file_by', day: '2026-03-14' }] });
  expect(reminderDue(both)?.kind).toBe('file_by');
  const first = { ...reminderDue(both)!, at: both.at };
  expect(reminderDue({ ...both, at: both.at + 24 * HOUR, sent: [first] })?.kind).toBe('pay_by');
});

it('tells days in court in the place of the day to file, and of a case that goes on in court those alone', () => {
  const claim: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 };
  const court = [
    { kind: 'hearing' as const, day: '2026-05-04' },
    { kind: 'serve_by' as const, day: null },
  ];
  const dates = { answerBy: '2026-03-14', fileBy: '2026-09-01', place: { state: 'TX' }, court };
  const hearing = { kind: 'court', day: '2026-05-04', what: 'hearing' };
  expect(caseDeadlines(claim, dates)).toEqual([hearing, { kind: 'pay_by', day: '2026-03-14' }]);
  expect(caseDeadlines({ ...claim, closed: 'court' }, dates)).toEqual([hearing]);
  expect(caseDeadlines({ ...claim, closed: 'paid' }, dates)).toEqual([]);
});

it('tells the first day to collect once, from that day on, and not after the sum of the judgment came', () => {
  const court = [{ kind: 'collect_from' as const, day: '2026-06-01' }];
  const judged = { caseNumber: '', hearingDay: null, servedDay: null, judgmentDay: '2026-05-01', awardedCents: 90_000 };
  const open: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050, court: judged };
  const dates = { answerBy: null, fileBy: null, place: { state: 'TX' }, court };
  const deadlines = caseDeadlines(open, dates);
  expect(['05-25', '05-31', '06-01', '06-08', '06-09'].map((day) => offOn(`2026-${day}`, { deadlines }))).toEqual([null, null, 0, 0, null]);
  const hearing = { kind: 'court' as const, day: '2026-06-01', what: 'hearing' as const };
  const told = { kind: 'court' as const, day: '2026-06-01', off: 0 };
  expect(standingOfReminder(told, facts({ at: noon('2026-06-01'), deadlines: [hearing] }))).toBe('over');
  const left = ['2026-04-30', '2026-05-02'].map((day) => {
    const part: ClaimantReport = { type: 'money.reported', at: 1, id: 'a', kind: 'part', cents: 90_000, day, replaces: null };
    return caseDeadlines(reduceCase(open, part).claim, dates).length;
  });
  expect(left).toEqual([1, 0]);
  expect(caseDeadlines({ ...open, closed: 'paid' }, dates)).toEqual([]);
  // Who lost gives no sum.
  expect(caseDeadlines({ ...open, court: { ...judged, awardedCents: null } }, dates)).toEqual([]);
}); // prettier-ignore

it('asks whether money came until the claimant has said so after the day', () => {
  const claim: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 };
  const dates = { answerBy: '2026-03-14', fileBy: '2026-09-01', place: { state: 'TX' } };
  const said = (at: number) =>
    reduceCase(claim, { type: 'money.reported', at, id: 'a', kind: 'none', cents: 0, day: null, replaces: null }).claim;
  expect(caseDeadlines(said(noon('2026-03-14')), dates).map(({ kind }) => kind)).toEqual(['file_by', 'pay_by']);
  expect(caseDeadlines(said(noon('2026-03-15')), dates).map(({ kind }) => kind)).toEqual(['file_by']);
  expect(caseDeadlines({ ...claim, closed: 'settled' }, dates)).toEqual([]);
  expect(caseDeadlines({ ...claim, state: 'returned' }, dates).map(({ kind }) => kind)).toEqual(['file_by']);
  const wrong = {
    type: 'answer.reported',
    at: 1,
    id: 'b',
    kind: 'not_them',
    terms: null,
    day: null,
    words: '',
  } as const;
  expect(caseDeadlines(reduceCase(claim, wrong).claim, dates).map(({ kind }) => kind)).toEqual(['file_by']);
});

it.each([
  // Clocks went forward on March 8, 2026 at 2 in the morning.
  ['TX', '2026-03-08T12:59:59Z', true],
  ['TX', '2026-03-08T13:00:00Z', false],
  ['TX', '2026-03-09T00:59:59Z', false],
  ['TX', '2026-03-09T01:00:00Z', true],
  ['TX', '2026-03-07T13:59:59Z', true],
  // Of an unknown state both coasts are asked.
  ['', '2026-03-10T14:59:59Z', true],
  ['', '2026-03-10T15:00:00Z', false],
  ['', '2026-03-11T00:00:00Z', true],
])('keeps the night of %s at %s: %s', (state, at, isNight) => {
  const zones = zonesOfPerson({ state });
  expect(reminderDue(facts({ zones, at: Date.parse(at) })) === null).toBe(isNight);
});

it('looks again in the morning, from a week before a deadline to a week after it', () => {
  const looks: string[] = [];
  let at: number | null = noon('2026-01-01');
  while ((at = nextLookAt(facts({ at }))) !== null) looks.push(new Date(at).toISOString().slice(0, 13));
  expect(looks.slice(0, 3)).toEqual(['2026-03-07T14', '2026-03-08T13', '2026-03-09T13']);
  expect([looks.length, looks.at(-1)]).toEqual([16, '2026-03-22T13']);
});

/** Hours of day on a wall clock, found another way than the code does. */
const wallClock = (at: number, timeZone: string) => {
  const [day = '', time = ''] = new Date(at).toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, hour: Number(time.slice(0, 2)) };
};
const step = fc.record({
  hours: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 40 })),
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('look', 'send') },
    { weight: 1, arbitrary: fc.constantFrom('all', 'none', 'withdraw', 'close', 'open', 'switch') },
  ),
  kind: fc.constantFrom(...REMINDER_KINDS),
});

it('sends no mail twice, none after its reason ended, none by night and one a day, whatever happens when', () => {
  let delivered = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('TX', 'AZ', 'HI', 'NY', ''),
      fc.integer({ min: Date.UTC(2026, 1, 20), max: Date.UTC(2026, 2, 10) }),
      fc.array(step, { minLength: 20, maxLength: 80 }),
      (state, start, steps) => {
        const zones = zonesOfPerson({ state });
        const place = { state: 'TX' };
        let claim: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 100 };
        let at = start;
        let outbox: Reminder[] = [];
        const off = new Set<ReminderKind>();
        const sent: (Reminder & { at: number })[] = [];
        const mails: string[] = [];
        const days: string[] = [];
        const now = (): ReminderFacts => {
          const days = caseDeadlines(claim, { answerBy: '2026-03-10', fileBy: '2026-03-12', place });
          return { deadlines: [...days, { kind: 'plan', day: '2026-03-11' }], sent, switchedOff: [...off], zones, at };
        };
        const send = (mail: Reminder): Reminder[] => {
          const standing = standingOfReminder(mail, now());
          if (standing !== 'due') return standing === 'quiet' ? [mail] : [];
          const clocks = zones.map((zone) => wallClock(at, zone));
          for (const { hour } of clocks) expect([8, 19]).toEqual([Math.min(8, hour), Math.max(19, hour)]);
          expect(now().deadlines).toContainEqual({ kind: mail.kind, day: mail.day });
          expect(off.has(mail.kind)).toBe(false);
          mails.push(JSON.stringify([mail.kind, mail.day, mail.off]));
          days.push(clocks[0]!.day);
          for (const one of sent) if (one.kind === mail.kind && one.off === mail.off) one.at = at;
          delivered += 1;
          return [];
        };
        for (const [index, { hours, act, kind }] of steps.entries()) {
          at += hours * HOUR + 1;
          const due = act === 'look' ? reminderDue(now()) : null;
          if (due) {
            sent.push({ ...due, at });
            outbox.push(due);
          }
          if (act === 'send') outbox = outbox.flatMap(send);
          if (act === 'switch' && !off.delete(kind)) off.add(kind);
          claim = reduceCase(claim, reportOf(act, claim, index, at)).claim;
        }
        expect(new Set(mails).size).toBe(mails.length);
        expect(new Set(days).size).toBe(days.length);
      },
    ),
  );
  expect(delivered).toBeGreaterThan(60);
});

/** What the claimant says in that step; what cannot be said is refused and changes nothing. */
function reportOf(act: string, { ledger }: ClaimCase, index: number, at: number): ClaimantReport {
  const replaces = ledger.find(({ standing }) => standing === 'counts')?.id ?? '';
  if (act === 'all' || act === 'none')
    return { type: 'money.reported', at, id: `${index}`, kind: act, cents: 0, day: '2026-03-01', replaces: null };
  if (act === 'close') return { type: 'case.closed', at, reason: 'other' };
  return act === 'open'
    ? { type: 'case.opened', at }
    : { type: 'report.withdrawn', at, replaces: act === 'withdraw' ? replaces : '' };
}
