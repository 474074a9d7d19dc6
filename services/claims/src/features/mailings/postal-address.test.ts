import { aClaim } from '../../testing/claims.ts';
import { senderAddress } from './postal-address.ts';

const OTHER = {
  showsOtherAddress: true,
  careOf: 'c/o Maria Lopez',
  shownAddress: '900 Work Plaza',
  shownApt: 'Unit 4',
  shownCity: 'Mobile',
  shownState: 'AL',
  shownZipcode: '36603',
};

it('writes the address the claimant shows on the envelope, and nothing of their own', () => {
  const own = senderAddress(aClaim());
  const shown = senderAddress(aClaim(OTHER));
  expect(shown).toEqual({
    name: own.name,
    company: 'c/o Maria Lopez',
    line1: '900 Work Plaza',
    line2: 'Unit 4',
    city: 'Mobile',
    state: 'AL',
    zip: '36603',
  });
});

it('puts in care of whom into the second line when the name needs both of its own', () => {
  const shown = senderAddress(
    aClaim({
      ...OTHER,
      userType: '2',
      businessName: 'The Honourable Association of Independent Piano Movers of Texas',
    }),
  );
  expect(shown.company).toMatch(/Piano Movers/);
  expect(shown.line2).toBe('c/o Maria Lopez, Unit 4');
});
