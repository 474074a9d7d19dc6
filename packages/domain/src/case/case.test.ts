import fc from 'fast-check';
import {
  TRANSITIONS,
  type CarrierScanEvent,
  type CaseEvent,
  type CaseState,
  type ClaimCase,
} from './case-file-state.ts';
import { gradeOf } from '@redress/jest-config/reading.ts';
import { caseSentence } from './case-sentence.ts';
import { caseEventOfCarrier, demandStatusOf, NEW_CASE, reduceCase } from './reduce-case.ts';

const HOUR = 3_600_000;
const run = (events: readonly CaseEvent[], from: ClaimCase = NEW_CASE) =>
  events.reduce((claim, event) => reduceCase(claim, event).claim, from);
/** Why an event changes nothing. */
const refusalOf = (claim: ClaimCase, event: CaseEvent) => {
  const result = reduceCase(claim, event);
  expect(result.claim).toBe(claim);
  return !result.ok && result.reason;
};

const paid: CaseEvent = { type: 'payment.succeeded', at: 1, cents: 4212 };
const composed: CaseEvent = { type: 'letter.composed', at: 2, hash: 'a' };
const approved: CaseEvent = { type: 'letter.approved', at: 3, revision: 1, windowMs: HOUR };
const ended: CaseEvent = { type: 'letter.window_ended', at: 3 + HOUR };
const accepted: CaseEvent = { type: 'post.accepted', at: 4 + HOUR, trackingNumber: '9407' };
const toMailed = [paid, composed, approved, ended, accepted];

it('goes from draft to delivered', () => {
  const states = toMailed.map((_, index) => run(toMailed.slice(0, index + 1)).state);
  expect(states).toEqual(['paid', 'lettered', 'approved', 'posting', 'mailed']);
  const claim = run([...toMailed, { type: 'carrier.moved', at: 9e9 }, { type: 'carrier.delivered', at: 9.1e9 }]);
  expect(claim).toMatchObject({ state: 'delivered', trackingNumber: '9407', approvedHash: 'a', approvedRevision: 1 });
});

it('does not post before the window ends, except on request', () => {
  const inWindow = run([paid, composed, approved]);
  expect(refusalOf(inWindow, { type: 'letter.window_ended', at: HOUR })).toBe('windowIsOver');
  expect(reduceCase(inWindow, { type: 'letter.send_now', at: 10 }).claim.state).toBe('posting');
});

it('takes an approved letter back to draft while the window is open, and not after', () => {
  const inWindow = run([paid, composed, approved]);
  const stopped = reduceCase(inWindow, { type: 'letter.stopped', at: 10 }).claim;
  expect(stopped).toMatchObject({ state: 'lettered', approvedHash: null, windowEndsAt: null });
  expect(refusalOf(inWindow, { type: 'letter.stopped', at: 3 + HOUR })).toBe('windowIsOpen');
});

it('approves the last saved revision when one is saved in the window', () => {
  const claim = run([paid, composed, approved, { type: 'letter.revised', at: 10, revision: 2, hash: 'b' }]);
  expect(claim).toMatchObject({ state: 'approved', approvedRevision: 2, approvedHash: 'b', windowEndsAt: 3 + HOUR });
});

it('keeps the mailed revision frozen', () => {
  const claim = run(toMailed);
  expect(refusalOf(claim, { type: 'letter.revised', at: 9e9, revision: 2, hash: 'b' })).toBe('notInThisState');
});

it('refuses to approve a revision that is not the last, and a revision saved over another', () => {
  const claim = run([paid, composed, { type: 'letter.revised', at: 3, revision: 2, hash: 'b' }]);
  expect(refusalOf(claim, approved)).toBe('isLastRevision');
  expect(refusalOf(claim, { type: 'letter.revised', at: 4, revision: 2, hash: 'c' })).toBe('isNextRevision');
});

it('ignores scans that are older than what is known, but not the last word', () => {
  const moved = run([...toMailed, { type: 'carrier.attempted', at: 9e9 }]);
  expect(refusalOf(moved, { type: 'carrier.moved', at: 8e9 })).toBe('isNewerScan');
  expect(reduceCase(moved, { type: 'carrier.delivered', at: 8e9 }).claim.state).toBe('delivered');
});

it('takes a scan that overtakes the answer to posting, and the number that follows it', () => {
  const overtaken = run([paid, composed, approved, ended, { type: 'carrier.moved', at: 9e9 }, accepted]);
  expect(overtaken).toMatchObject({ state: 'in_transit', trackingNumber: '9407' });
});

it('lets a refused or unclaimed letter come back, and an unclaimed one be picked up at the last moment', () => {
  const after = (...types: readonly CarrierScanEvent[]) =>
    run([...toMailed, ...types.map((type) => ({ type, at: 9e9 }))]).state;
  expect(after('carrier.refused', 'carrier.returned')).toBe('returned');
  expect(after('carrier.unclaimed', 'carrier.delivered')).toBe('delivered');
  expect(after('carrier.delivered', 'carrier.returned')).toBe('delivered');
});

it('posts a rejected letter again, as the same approved revision and under a new number', () => {
  const rejected = run([...toMailed, { type: 'post.rejected', at: 9e9 }]);
  expect(rejected).toMatchObject({ state: 'rejected', trackingNumber: null, approvedHash: 'a' });
  const retried: CaseEvent = { type: 'post.retried', at: 9e9 };
  const again = run([retried, { ...accepted, trackingNumber: '9408' }], rejected);
  expect(again).toMatchObject({ state: 'mailed', trackingNumber: '9408', approvedHash: 'a' });
});

it('ends a case that is wholly refunded before posting, and only notes a later refund', () => {
  const refund: CaseEvent = { type: 'payment.refunded', at: 5, cents: 4212 };
  expect(run([paid, composed, refund]).state).toBe('refunded');
  expect(run([paid, composed, approved, refund])).toMatchObject({ state: 'refunded', windowEndsAt: null });
  expect(run([...toMailed, refund])).toMatchObject({ state: 'mailed', refundedCents: 4212 });
  expect(run([paid, { ...refund, cents: 1000 }])).toMatchObject({ state: 'paid', refundedCents: 1000 });
  expect(refusalOf(run([...toMailed, refund]), refund)).toBe('isRefundable');
});

it('deletes only a draft', () => {
  expect(run([{ type: 'draft.deleted', at: 1 }]).state).toBe('deleted');
  expect(reduceCase(run([paid]), { type: 'draft.deleted', at: 2 }).ok).toBe(false);
});

it('maps carrier news to events, and states to the status column', () => {
  expect(caseEventOfCarrier('unclaimed', 7)).toEqual({ type: 'carrier.unclaimed', at: 7 });
  expect(caseEventOfCarrier('preparing', 7)).toBeNull();
  const statuses = (['lettered', 'approved', 'posting', 'mailed', 'returned', 'delivered'] as const).map(
    demandStatusOf,
  );
  expect(statuses).toEqual(['draft', 'pending', 'pending', 'sent', 'sent', 'completed']);
});

const at = fc.integer({ min: 0, max: 10 * HOUR });
const event: fc.Arbitrary<CaseEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('draft.deleted', 'letter.stopped', 'letter.send_now', 'letter.window_ended', 'post.rejected', 'post.retried'), at }),
  fc.record({ type: fc.constantFrom('payment.succeeded', 'payment.refunded'), at, cents: fc.integer({ min: -10, max: 5000 }) }),
  fc.record({ type: fc.constant('letter.composed' as const), at, hash: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('letter.revised' as const), at, revision: fc.integer({ min: 0, max: 4 }), hash: fc.constantFrom('c', 'd') }),
  fc.record({ type: fc.constant('letter.approved' as const), at, revision: fc.integer({ min: 0, max: 4 }), windowMs: fc.constantFrom(0, HOUR) }),
  fc.record({ type: fc.constant('post.accepted' as const), at, trackingNumber: fc.constantFrom('1', null) }),
  fc.record({ type: fc.constantFrom('carrier.accepted', 'carrier.moved', 'carrier.attempted', 'carrier.held', 'carrier.delivered', 'carrier.refused', 'carrier.unclaimed', 'carrier.returned', 'carrier.undeliverable'), at }),
) as fc.Arbitrary<CaseEvent>; // prettier-ignore
/** Random events seldom get far by themselves. */
const history = fc
  .tuple(fc.integer({ min: 0, max: toMailed.length }), fc.array(event, { maxLength: 30 }))
  .map(([steps, rest]) => [...toMailed.slice(0, steps), ...rest]);
const ofAnyHistory = (holds: (events: readonly CaseEvent[]) => void) => fc.assert(fc.property(history, holds));

describe('whatever happens, in any order', () => {
  it('never refunds more than was paid', () => {
    ofAnyHistory((events) => {
      const claim = run(events);
      expect(claim.refundedCents).toBeLessThanOrEqual(claim.paidCents);
      expect(claim.refundedCents).toBeGreaterThanOrEqual(0);
    });
  });

  it('posts only what was approved, and nothing unpaid', () => {
    const beforePosting: CaseState[] = ['draft', 'deleted', 'paid', 'lettered', 'approved', 'refunded'];
    ofAnyHistory((events) => {
      const claim = run(events);
      if (beforePosting.includes(claim.state)) return;
      expect(claim.approvedHash).not.toBeNull();
      expect(claim.approvedRevision).toBe(claim.revision);
      expect(claim.windowEndsAt).toBeNull();
    });
  });

  it('never changes the approved letter once it is at the printer', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const posting = run(toMailed.slice(0, 4));
        expect(run(events, posting)).toMatchObject({ approvedHash: 'a', approvedRevision: 1, letterHash: 'a' });
      }),
    );
  });

  it('moves only along the table, and a refused event changes nothing', () => {
    ofAnyHistory((events) => {
      let claim = NEW_CASE;
      for (const one of events) {
        const result = reduceCase(claim, one);
        if (!result.ok) expect(result.claim).toBe(claim);
        else {
          expect(TRANSITIONS).toContain(result.transition);
          expect(result.transition.from).toContain(claim.state);
          expect([result.transition.to ?? claim.state, 'refunded']).toContain(result.claim.state);
        }
        claim = result.claim;
      }
    });
  });

  it('does not change when the same event arrives twice', () => {
    ofAnyHistory((events) => {
      const once = run(events);
      const last = events.at(-1);
      if (!last || last.type === 'payment.refunded' || last.type === 'letter.revised') return;
      const twice = reduceCase(once, last).claim;
      expect(twice.state).toBe(once.state);
      expect(twice.approvedHash).toBe(once.approvedHash);
    });
  });
});

describe('what a claimant reads', () => {
  const states = new Set(TRANSITIONS.flatMap(({ from, to }) => [...from, to ?? 'refunded']));

  it('has a plain sentence for every state', () => {
    for (const state of states) {
      const sentence = caseSentence(state);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(gradeOf(sentence)).toBeLessThanOrEqual(8);
    }
  });

  it('says when an approved letter is mailed', () => {
    expect(caseSentence('approved', 'at 3:20 PM')).toContain('mailed at 3:20 PM');
  });
});
