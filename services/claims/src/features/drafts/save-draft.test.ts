import { ClaimFormData } from '@redress/contracts';
import { comparePositions, positionFromKey } from '@redress/domain';
import fc from 'fast-check';
import type { StoredSession } from '../../shared/form-sessions/form-session.ts';
import { mergeAnswers, planSave, type DraftSave } from './save-draft.ts';

const empty: StoredSession = {
  id: '0'.repeat(24), userId: null, visitorId: null, formData: {}, revision: 0, saveIds: [], furthestStep: '1', packageId: null,
  packageTitle: null, originalSessionId: null,
  followsLetterId: null, savedAt: null, paidAt: null, completedAt: null, createdAt: new Date(0), updatedAt: new Date(0),
}; // prettier-ignore

const fields = [
  'situation',
  'amount',
  'firstname',
  'lastname',
  'userType',
  'whoUser',
  'claimDescription',
  'venmo',
] as const;
const answers: fc.Arbitrary<ClaimFormData> = fc
  .dictionary(fc.constantFrom(...fields), fc.constantFrom('', '1', '2', 'text', null as unknown as string))
  .map((given) => ({ ...given }) as ClaimFormData);
const saves: fc.Arbitrary<DraftSave> = fc.record({
  fields: answers,
  hasSignature: fc.boolean(),
  signatureChanged: fc.boolean(),
  baseRevision: fc.option(fc.nat(12), { nil: undefined }),
  saveId: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined }),
});

const apply = (session: StoredSession, save: DraftSave): StoredSession => {
  const plan = planSave(session, save);
  return plan.kind === 'write' ? { ...session, ...plan } : session;
};

it('never writes over a newer revision than the save was typed on', () => {
  fc.assert(
    fc.property(fc.array(saves, { maxLength: 20 }), saves, (history, last) => {
      const session = history.reduce(apply, empty);
      const plan = planSave(session, last);
      if (plan.kind !== 'write') return;
      expect(last.baseRevision === undefined || last.baseRevision >= session.revision).toBe(true);
      expect(plan.revision).toBe(session.revision + 1);
      expect(plan.formData).toEqual(mergeAnswers(session.formData, last.fields));
    }),
  );
});

it('changes nothing when the same save comes again at once', () => {
  fc.assert(
    fc.property(fc.array(saves, { maxLength: 20 }), saves, (history, last) => {
      const once = apply(history.reduce(apply, empty), last);
      const stored = { ...last, signatureChanged: false };
      expect(apply(once, stored)).toEqual(once);
    }),
  );
});

it('keeps every field no save has named since', () => {
  fc.assert(
    fc.property(fc.array(saves, { maxLength: 20 }), saves, (history, last) => {
      const before = history.reduce(apply, empty);
      const after = apply(before, last);
      for (const [field, value] of Object.entries(before.formData)) {
        if (!(field in last.fields)) expect(after.formData).toHaveProperty(field, value);
      }
    }),
  );
});

it('never lowers the furthest point', () => {
  fc.assert(
    fc.property(fc.array(saves, { minLength: 1, maxLength: 20 }), (history) => {
      let session = empty;
      for (const save of history) {
        const next = apply(session, save);
        expect(
          comparePositions(positionFromKey(next.furthestStep)!, positionFromKey(session.furthestStep)!),
        ).toBeGreaterThanOrEqual(0);
        session = next;
      }
    }),
  );
});

it('keeps rows of facts and sums through a rollback to a build that knows only texts, and forward again', () => {
  const save = (given: unknown): DraftSave => ({
    fields: ClaimFormData.parse(given),
    hasSignature: false,
    signatureChanged: false,
    baseRevision: undefined,
    saveId: undefined,
  });
  const rows = {
    facts: [{ id: 'f1', day: '2019', dayIs: 'about', who: 'me', what: 'lent you $500', asks: 'lent' }],
    sumItems: [
      { id: 'i1', label: 'Loan', cents: 50_000 },
      { id: 'i2', label: 'Paid back', cents: 10_000, isCredit: true, day: '2020-02-29' },
    ],
    objections: [{ id: 'o1', says: 'It was a gift.', answer: '', inLetter: false }],
  };
  const forward = apply(empty, save({ claimDescription: 'In about 2019, I lent you $500.', ...rows }));
  const rolledBack = apply(forward, save({ claimDescription: 'In about 2019, I lent you $500.\nYou moved away.' }));
  expect(rolledBack.formData).toMatchObject(rows);
  expect(ClaimFormData.parse(JSON.parse(JSON.stringify(rolledBack.formData)))).toEqual(rolledBack.formData);
});

it.each([
  ['too many facts', { facts: Array.from({ length: 61 }, (_, index) => ({ id: `f${index}` })) }],
  ['a fact that is too long', { facts: [{ id: 'f1', what: 'x'.repeat(2_001) }] }],
  ['cents below zero', { sumItems: [{ id: 'i1', cents: -1 }] }],
  ['a row without an id', { objections: [{ says: 'It was a gift.' }] }],
])('takes no %s', (_what, given) => {
  expect(ClaimFormData.safeParse(given).success).toBe(false);
});
