import fc from 'fast-check';
import { meaningOf, scanKey, standingAfter, stateAfter, type Scan } from './mailing-history.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const scan = (name: string, detail: string, day: number): Scan => ({ name, detail, location: null, at: at(day) });
const DELIVERED = [
  scan('Mailed', 'package_accepted', 1),
  scan('In Transit', 'package_departed', 2),
  scan('Processed for Delivery', 'out_for_delivery', 3),
  scan('Delivered', 'delivered', 4),
];
const UNCLAIMED = [
  scan('Mailed', 'package_accepted', 1),
  scan('Issue', 'notice_left', 4),
  scan('Pickup Available', 'pickup_available', 5),
  scan('Issue', 'package_unclaimed', 20),
  scan('Returned to Sender', 'returned_to_sender', 24),
];

it.each([
  ['delivered', DELIVERED],
  ['returned', UNCLAIMED],
] as const)('ends as %s in whatever order and number the scans are told', (state, scans) => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...scans], { minLength: scans.length }),
      fc.array(fc.constantFrom(...scans)),
      (told, again) => {
        expect(stateAfter([...told, ...again])).toBe(state);
      },
    ),
  );
});

it('is mailed before the first scan', () => {
  expect(stateAfter([])).toBe('mailed');
});

it('counts a scan that arrives twice as one, and two scans of one day as two', () => {
  const [first] = DELIVERED as [Scan];
  expect(scanKey(first)).toBe(scanKey({ ...first }));
  expect(scanKey(first)).not.toBe(scanKey({ ...first, detail: 'package_processing' }));
});

it('recognises a refusal by the words of the carrier', () => {
  expect(meaningOf({ name: 'Issue', detail: 'Package was refused by the recipient.' }).state).toBe('refused');
});

it('keeps the advice of a letter nobody picked up while it comes back, whatever is scanned on the way', () => {
  const onTheWayBack = [...UNCLAIMED.slice(0, 4), scan('In Transit', 'package_departed', 22)];
  const advice = standingAfter(onTheWayBack).meaning;
  expect(advice).toMatchObject({ state: 'unclaimed', nextStep: expect.stringMatching(/regular mail/) });
  const back = standingAfter([...onTheWayBack, scan('Returned to Sender', 'returned_to_sender', 24)]);
  expect(back).toMatchObject({
    state: 'returned',
    meaning: { nextStep: advice.nextStep },
    ended: { state: 'unclaimed' },
  });
  expect(standingAfter([scan('Returned to Sender', 'returned_to_sender', 9)]).meaning.nextStep).toMatch(/address/);
});

it('says that the printer has it until the first scan, and never that the Postal Service does', () => {
  expect(standingAfter([])).toMatchObject({ state: 'mailed', scan: null, meaning: { state: 'preparing' } });
  expect(standingAfter([]).meaning.sentence).toMatch(/handed to the printer/);
});
