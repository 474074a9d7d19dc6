import fc from 'fast-check';
import type { Scan } from '../../providers/ports/carrier.ts';
import { scanKey, standingAfter, stateAfter } from './mailing-history.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const scan = (stage: Scan['stage'], detail: Scan['detail'], day: number): Scan => ({
  stage,
  detail,
  place: null,
  at: at(day),
});
const DELIVERED = [
  scan('mailed', 'accepted', 1),
  scan('in_transit', 'departed', 2),
  scan('out_for_delivery', 'out_for_delivery', 3),
  scan('delivered', 'delivered', 4),
];
const UNCLAIMED = [
  scan('mailed', 'accepted', 1),
  scan('issue', 'notice_left', 4),
  scan('pickup_available', 'pickup_available', 5),
  scan('issue', 'unclaimed', 20),
  scan('returned', 'coming_back', 24),
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
  expect(scanKey(first)).not.toBe(scanKey({ ...first, detail: 'sorting' }));
});

it('keeps the advice of a letter nobody picked up while it comes back, whatever is scanned on the way', () => {
  const onTheWayBack = [...UNCLAIMED.slice(0, 4), scan('in_transit', 'departed', 22)];
  const advice = standingAfter(onTheWayBack).meaning;
  expect(advice).toMatchObject({ state: 'unclaimed', nextStep: expect.stringMatching(/first-class mail/) });
  const back = standingAfter([...onTheWayBack, scan('returned', 'coming_back', 24)]);
  expect(back).toMatchObject({
    state: 'returned',
    meaning: { nextStep: advice.nextStep },
    ended: { state: 'unclaimed' },
  });
  expect(standingAfter([scan('returned', 'coming_back', 9)]).meaning.nextStep).toMatch(/address/);
});

it('says that the printer has it until the first scan, and never that the Postal Service does', () => {
  expect(standingAfter([])).toMatchObject({ state: 'mailed', scan: null, meaning: { state: 'preparing' } });
  expect(standingAfter([]).meaning.sentence).toMatch(/handed to the printer/);
});
