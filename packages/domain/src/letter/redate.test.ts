import fc from 'fast-check';
import { addDays } from '../dates/calendar-day.ts';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { alignParts, composeLetter, earliestPayBy, joinParts, letterDayIn, letterDaysOn, payByIn, redateParts } from './index.ts'; // prettier-ignore

const onDay = (letterDay: string, story = 'You promised on November 20, 2026 to pay by December 14, 2026.') =>
  composeLetter({ data: aClaim({ claimDescription: story }), state: stateByCode('AL'), dates: { letterDay } });

describe('dating a letter anew', () => {
  it('gives the letter that would be composed on the later day, and leaves the account as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (days) => {
        const [first, later] = ['2026-11-20', addDays('2026-11-20', days)];
        const redated = redateParts(onDay(first).parts, letterDaysOn(first, null), letterDaysOn(later, null));
        expect(joinParts(redated)).toBe(onDay(later).text);
        expect(joinParts(redated)).toContain('You promised on November 20, 2026 to pay by December 14, 2026.');
      }),
      { numRuns: 60 },
    );
  });

  it('sees the old day of an old text that was put back', () => {
    const written = letterDaysOn('2026-12-01', null);
    expect(letterDayIn(onDay('2026-11-20').parts, written)).toBe('2026-11-20');
    expect(letterDayIn([], written)).toBe('2026-12-01');
  });

  it('keeps a date to pay by that the claimant chose while it leaves time to answer', () => {
    const letter = onDay('2026-11-20');
    const chosen = alignParts(letter.parts, letter.text.replaceAll('by December 14, 2026', 'by January 15, 2027'));
    const redate = (day: string) =>
      joinParts(redateParts(chosen, letterDaysOn('2026-11-20', null), letterDaysOn(day, null)));
    expect(redate('2026-11-23')).toContain('in full by January 15, 2027');
    expect(redate('2027-01-11')).not.toContain('in full by January 15, 2027');
  });

  it('keeps the edits of the claimant', () => {
    const letter = onDay('2026-11-20');
    const edited = alignParts(letter.parts, letter.text.replace('Sincerely,', 'Many thanks,'));
    const redated = joinParts(redateParts(edited, letterDaysOn('2026-11-20', null), letterDaysOn('2026-12-01', null)));
    expect(redated).toContain('Many thanks,');
    expect(redated.startsWith('December 1, 2026')).toBe(true);
  });
});

describe('the date to pay by', () => {
  const days = letterDaysOn('2026-11-20', null);
  const letter = onDay('2026-11-20');
  const says = (date: string) =>
    payByIn(alignParts(letter.parts, letter.text.replaceAll('December 14, 2026', date)), days);

  it('is read from the words that ask, never from the account', () => {
    expect(payByIn(letter.parts, days)).toBe(days.payBy);
    expect(says('December 1, 2026')).toBe('2026-12-01');
    expect(says('12/2/2026')).toBe('2026-12-02');
    expect(says('december 3rd, 2026')).toBe('2026-12-03');
    expect(says('soon')).toBeNull();
  });

  it('leaves seven days after the expected delivery', () => {
    expect(earliestPayBy('2026-11-20')).toBe('2026-12-07');
    expect(days.payBy >= earliestPayBy('2026-11-20')).toBe(true);
  });
});
