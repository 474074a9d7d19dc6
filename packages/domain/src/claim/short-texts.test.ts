import { aClaim } from '../testing/claims.ts';
import { undrawnShortTexts, unsafeShortTexts } from './short-texts.ts';

it.each([
  [{ businessName: 'Pay or I will have you arrested LLC', userType: '2' }, ['businessName']],
  [{ careOf: 'c/o I will come to your house tonight', showsOtherAddress: true }, ['careOf']],
  [{ venmo: '123-45-6789' }, ['venmo']],
  [{ venmo: '@ana 😀' }, ['venmo']],
  [{ firstname: 'I know where', lastname: 'you live' }, ['firstname']],
  [{ defendantAddress: '123-45-6789' }, ['defendantAddress']],
] as const)('does not print %p', (over, fields) => {
  expect([...undrawnShortTexts(aClaim(over)), ...unsafeShortTexts(aClaim(over))]).toEqual(fields);
});

it.each([
  {},
  { defendantBusinessName: 'ICE Cooling LLC', whoUser: '2' },
  { businessName: 'Police Federal Credit Union', userType: '2' },
  { defendantBusinessName: 'Call Us Plumbing', whoUser: '2' },
  { defendantBusinessName: 'Find Me A Home Realty', whoUser: '2' },
  { defendantBusinessName: 'Contact Us Communications', whoUser: '2' },
  { defendantBusinessName: 'Pay Me Later LLC', whoUser: '2' },
  { firstname: 'Łucja', lastname: 'Gunn', latinName: 'Lucja Gunn' },
  { zelle: '+1 (512) 555-0143', cashapp: '$kern' },
  { zelle: '\u202a(512) 555-0143\u202c', address: '128½ Elm St' },
  // Not printed: the claimant shows their own address, and is no business.
  { careOf: 'I will come to your house tonight' },
  { businessName: 'Pay or I will have you arrested LLC' },
] as const)('prints %p', (over) => {
  expect([...undrawnShortTexts(aClaim(over)), ...unsafeShortTexts(aClaim(over))]).toEqual([]);
});
