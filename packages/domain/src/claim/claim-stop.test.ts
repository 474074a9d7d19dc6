import { letterGaps } from '../letter/index.ts';
import { aClaim } from '../testing/claims.ts';
import { claimStop, isPoBox } from './claim-stop.ts';

const business = { userType: '2', businessName: 'Acme LLC' } as const;

it.each(['bought', 'placed'] as const)('stops a debt that was %s, and writes no letter for it', (debtOwner) => {
  const claim = aClaim({ ...business, debtOwner });
  expect(claimStop(claim)).toBe('debt-not-own');
  expect(letterGaps(claim)).toContain('debtOwner');
  expect(claimStop(aClaim({ ...business, debtOwner, situation: 'broken-contract' }))).toBeNull();
});

it.each([{ defendantCountry: 'Ontario' }, { country: 'Bavaria' }, { incidentState: 'Quebec' }])(
  'stops a claim with an address outside the United States: %p',
  (over) => {
    expect(claimStop(aClaim(over))).toBe('outside-us');
    expect(letterGaps(aClaim(over))).toHaveLength(1);
  },
);

it('takes own debts, and claims that name no state yet', () => {
  expect(claimStop(aClaim({ ...business, debtOwner: 'own' }))).toBeNull();
  expect(claimStop({})).toBeNull();
});

it.each(['PO Box 7', 'P.O. Box 7', 'p o box 7', 'Post Office Box 7'])('knows %s as a PO box', (address) => {
  expect(isPoBox(address)).toBe(true);
});
it.each(['7 Boxwood Rd', '12 Pobox Ave', ''])('takes %p for a street', (address) => {
  expect(isPoBox(address)).toBe(false);
});
