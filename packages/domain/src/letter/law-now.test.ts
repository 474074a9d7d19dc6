import { stateByCode, type StateFacts } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { alignParts, composeLetter, joinParts, letterDaysOn, withLawNow } from './index.ts';

const DAY = '2026-11-20';
const days = letterDaysOn(DAY, null);
const alabama = stateByCode('AL') as StateFacts;
const letterOf = (state: StateFacts) => composeLetter({ data: aClaim(), state, dates: { letterDay: DAY } });
const withRate = (value: number | null): StateFacts => ({ ...alabama, interest: { ...alabama.interest, value } });
const before = letterOf(alabama);
const now = (state: StateFacts) => ({ parts: letterOf(state).parts, days });

it('finds nothing while every row a letter names says what it said, however its text is put', () => {
  expect(withLawNow(before.parts, days, now(alabama))).toBeNull();
  const reworded = before.parts.map((part) => ({ ...part, text: `${part.text} ` }));
  expect(withLawNow(before.parts, days, { parts: reworded, days })).toBeNull();
  const older = before.parts.map(({ from: { says: _, ...from }, ...part }) => ({ ...part, from }));
  expect(withLawNow(older, days, now(withRate(0.07)))).toBeNull();
});

it('puts the one sentence right, beside the edits of the claimant and the day they chose', () => {
  const edited = before.text.replace('Sincerely,', 'Many thanks,').replaceAll('December 14, 2026', 'January 15, 2027');
  const parts = alignParts(before.parts, edited);
  const after = withLawNow(parts, days, now(withRate(0.07))) ?? [];
  expect(joinParts(after)).toBe(joinParts(parts).replace('is 6% a year', 'is 7% a year'));
  expect(withLawNow(after, days, now(withRate(0.07)))).toBeNull();
  const court = { ...alabama, court: { ...alabama.interest, value: 'New Court', note: null, disagreements: [] } };
  const named = withLawNow(parts, days, now(court)) ?? [];
  expect(joinParts(named)).toContain('New Court');
  expect(joinParts(named)).not.toContain('December 14, 2026');
});

it('takes out what can no longer be said, and what followed it begins where it began', () => {
  const after = withLawNow(before.parts, days, now(withRate(null))) ?? [];
  expect(joinParts(after)).toBe(letterOf(withRate(null)).text);
});

it('moves a date to pay by that the law sets', () => {
  const longer = letterDaysOn(DAY, { days: 60, counts: 'calendar' });
  const after = withLawNow(before.parts, days, { parts: letterOf(withRate(0.07)).parts, days: longer }) ?? [];
  expect(joinParts(after)).not.toContain('December 14, 2026');
});
