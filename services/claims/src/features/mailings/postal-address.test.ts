import fc from 'fast-check';
import { aClaim } from '../../testing/claims.ts';
import { claimProblems } from '../../shared/form-sessions/claim-problems.ts';
import { postalAddress, senderAddress } from './postal-address.ts';

const OTHER = { showsOtherAddress: true, careOf: 'c/o Maria Lopez', shownAddress: '900 Work Plaza', shownApt: 'Unit 4', shownCity: 'Mobile', shownState: 'AL', shownZipcode: '36603' }; // prettier-ignore

it('writes the address the claimant shows on the envelope, and nothing of their own', () => {
  const own = senderAddress(aClaim());
  const shown = senderAddress(aClaim(OTHER));
  expect(shown).toEqual({ name: own.name, company: 'c/o Maria Lopez', line1: '900 Work Plaza', line2: 'Unit 4', city: 'Mobile', state: 'AL', zip: '36603' }); // prettier-ignore
});

it('writes the okina of Hawaii as the apostrophe that envelopes have', () => {
  const place = { address: '1 Kapiʻolani Blvd', apt: '', city: 'ʻEwa Beach', state: 'HI', zipcode: '96706' };
  const printed = postalAddress({ name: 'Kealoha Kekauʻōnohi', ...place });
  expect(printed).toMatchObject({ name: "Kealoha Kekau'ōnohi", line1: "1 Kapi'olani Blvd", city: "'Ewa Beach" });
});

it('puts in care of whom into the second line when the name needs both of its own', () => {
  const businessName = 'The Honourable Association of Independent Piano Movers of Texas';
  const shown = senderAddress(aClaim({ ...OTHER, userType: '2', businessName }));
  expect(shown.company).toMatch(/Piano Movers/);
  expect(shown.line2).toBe('c/o Maria Lopez, Unit 4');
});

it('cuts nothing of a street that a claim is paid with: one longer than both lines is refused at its field', () => {
  const problems = (street: string, unit: string) =>
    claimProblems(aClaim({ defendantAddress: street, defendantApt: unit }), {
      range: { min: 250, max: 25_000 },
      now: new Date('2026-11-28T18:00:00Z'),
    })['defendantAddress'];
  const place = { name: 'Ivo Kern', city: 'Austin', state: 'TX', zipcode: '78701' };
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 30 }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom('', 'Unit 4', 'x'.repeat(60)),
      (words, unit) => {
        const street = words.join(' ');
        const { line1, line2 = '' } = postalAddress({ ...place, address: street, apt: unit });
        expect(Math.max(line1.length, line2.length)).toBeLessThanOrEqual(64);
        const whole = [street, unit].filter(Boolean).join('').replaceAll(' ', '');
        const isWhole = `${line1}${line2}`.replaceAll(/[ ,]/g, '') === whole.replaceAll(',', '');
        expect(problems(street, unit)).toBe(isWhole ? undefined : 'validation.address.tooLong');
      },
    ),
  );
});
