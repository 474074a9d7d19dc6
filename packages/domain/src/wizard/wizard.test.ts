import fc from 'fast-check';
import type { ClaimFormData } from '../claim/form-data.ts';
import { GENERATING_STAGES, generatingProgress } from './generating.ts';
import { comparePositions, positionOf, samePosition, subStepCount, wizardLayouts, type Position } from './layouts.ts';
import {
  isAutoSkipped,
  isNextBlocked,
  jumpPosition,
  nextPosition,
  previousPosition,
  settlePosition,
} from './navigation.ts';
import {
  deriveProgress,
  positionFromKey,
  progressKey,
  progressPercent,
  progressPosition,
  resumePosition,
  sessionStatus,
} from './progress.ts';

const at = (step: number, subStep = 0): Position => ({ step, subStep });
const complete = { isGeneratingComplete: true };

describe('layouts', () => {
  it('gives reading A six steps with 4, 2, 2, 5, 3 and 1 sub-steps, and reading B the first five', () => {
    expect(wizardLayouts.A.steps.map(({ number }) => subStepCount(wizardLayouts.A, number))).toEqual([
      4, 2, 2, 5, 3, 1,
    ]);
    expect(wizardLayouts.B.steps.map(({ number }) => subStepCount(wizardLayouts.B, number))).toEqual([4, 2, 2, 5, 3]);
  });

  it('names the steps', () => {
    expect(wizardLayouts.A.steps.map(({ name }) => name)).toEqual([
      'Claim Type',
      'Your Information',
      'Their Information',
      'Claim Details',
      'Choose a Package',
      'Your Letter',
    ]);
  });

  it('has no Next button on the generating screen of reading B', () => {
    expect(wizardLayouts.B.steps[3]?.subSteps[4]).toEqual({ id: 'generating', hasNextButton: false });
    expect(wizardLayouts.A.steps[3]?.subSteps[4]?.hasNextButton).toBe(true);
  });
});

describe('Next and Back', () => {
  it('walks through every screen in order and stops on the last', () => {
    let position = at(1);
    const seen = [position];
    for (
      let next = nextPosition(position, complete);
      !samePosition(next, position);
      next = nextPosition(position, complete)
    ) {
      position = next;
      seen.push(position);
    }
    expect(seen).toHaveLength(17);
    expect(position).toEqual(at(6));
  });

  it('blocks Next on the generating screen until it has completed', () => {
    expect(isNextBlocked(at(4, 4))).toBe(true);
    expect(nextPosition(at(4, 4))).toEqual(at(4, 4));
    expect(nextPosition(at(4, 4), complete)).toEqual(at(5));
  });

  it('goes back from the details to the categories when no subcategory was chosen', () => {
    expect(previousPosition(at(1, 2))).toEqual(at(1, 0));
    expect(previousPosition(at(1, 2), { hasChosenSubcategory: true })).toEqual(at(1, 1));
  });

  it('skips the subcategory screen only when the category is known to have none', () => {
    expect(isAutoSkipped(at(1, 1), { subcategoryCount: 0 })).toBe(true);
    expect(isAutoSkipped(at(1, 1), { subcategoryCount: null })).toBe(false);
    expect(isAutoSkipped(at(1, 1), { subcategoryCount: 3 })).toBe(false);
    expect(isAutoSkipped(at(1, 2), { subcategoryCount: 0 })).toBe(false);
  });

  it('never shows the account gate to a signed-in visitor, in either direction', () => {
    expect(nextPosition(at(1, 2), { isSignedIn: true })).toEqual(at(2));
    expect(previousPosition(at(2), { isSignedIn: true })).toEqual(at(1, 2));
    expect(nextPosition(at(1, 2))).toEqual(at(1, 3));
  });

  it('passes over package and payment in edit mode', () => {
    const edit = { isEditMode: true, isGeneratingComplete: true };
    expect(nextPosition(at(4, 4), edit)).toEqual(at(5, 2));
    expect(settlePosition(at(5, 0), edit)).toEqual(at(5, 2));
    expect(settlePosition(at(5, 1), edit)).toEqual(at(5, 2));
    expect(nextPosition(at(5, 2), edit)).toEqual(at(6));
    expect(previousPosition(at(6), edit)).toEqual(at(5, 2));
    expect(previousPosition(at(5, 2), edit)).toEqual(at(4, 4));
  });

  it('does not go back from the order of a paid claim to the card form', () => {
    expect(previousPosition(at(5, 2), { isPaid: true })).toEqual(at(5, 2));
    expect(jumpPosition(4, at(5, 2), { isPaid: true })).toBeNull();
    expect(jumpPosition(4, at(5, 2), { isPaid: true, isEditMode: true })).toEqual(at(4, 0));
    expect(previousPosition(at(5, 2))).toEqual(at(5, 1));
  });

  it('keeps Back the inverse of Next wherever both move', () => {
    const positions = wizardLayouts.A.steps.flatMap(({ number, subSteps }) =>
      subSteps.map((_, subStep) => at(number, subStep)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...positions), fc.boolean(), fc.boolean(), (from, isSignedIn, isEditMode) => {
        const context = { isSignedIn, isEditMode, isGeneratingComplete: true, hasChosenSubcategory: true };
        const start = settlePosition(from, context);
        const next = nextPosition(start, context);
        if (samePosition(next, start)) return;
        expect(comparePositions(next, start)).toBeGreaterThan(0);
        expect(previousPosition(next, context)).toEqual(start);
      }),
    );
  });
});

describe('step headers', () => {
  it('lead only to steps the answers allow', () => {
    expect(jumpPosition(3, at(3))).toEqual(at(3));
    expect(jumpPosition(4, at(3, 1))).toBeNull();
  });

  it('lead to any of the six steps in edit mode and nowhere else', () => {
    const edit = { isEditMode: true };
    expect([1, 2, 3, 4, 5, 6].map((step) => jumpPosition(step, at(1), edit))).toEqual([
      at(1),
      at(2),
      at(3),
      at(4),
      at(5, 2),
      at(6),
    ]);
    for (const step of [0, 7, 1.5]) expect(jumpPosition(step, at(6), edit)).toBeNull();
  });
});

it('fills the bar of the generating screen evenly in six stages', () => {
  expect(GENERATING_STAGES.map(({ durationMs }) => durationMs)).toEqual([1600, 1200, 2000, 1600, 1440, 800]);
  expect(generatingProgress(0)).toBeCloseTo(1 / 6);
  expect(generatingProgress(5)).toBe(1);
});

const steps: [string, ClaimFormData][] = [
  ['1', { situation: 'debt-collection' }],
  ['1sub1', { disputing: ['unpaid-invoice'] }],
  [
    '2',
    { amount: '500', date: '2026-01-02', incidentAddress: '1 Main St', incidentCity: 'Austin', incidentState: 'TX' },
  ],
  ['2', { userType: '1' }],
  ['3', { firstname: 'Ana', lastname: 'Diaz' }],
  ['3', { whoUser: '2' }],
  ['4', { defendantFirstname: 'Bo', defendantLastname: 'Lee', defendantAddress: '2 Elm', defendantCity: 'Waco' }],
  ['4sub1', { claimDescription: 'It broke.', claimCalculation: 'Price.' }],
  ['4sub2', { paymentTypes: ['Check'] }],
  ['4sub3', { signature: 'data:image/png;base64,AA' }],
  ['5sub1', { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter' }],
];

describe('progress', () => {
  it('follows the answers as they are given', () => {
    let data: ClaimFormData = {};
    for (const [key, answers] of steps) {
      data = { ...data, ...answers };
      expect(deriveProgress(data)).toBe(key);
    }
  });

  it('is never lower after more has been answered', () => {
    fc.assert(
      fc.property(fc.subarray(steps), fc.constantFrom(...steps), (some, more) => {
        const before = Object.assign({}, ...some.map(([, answers]) => answers)) as ClaimFormData;
        const after = { ...before, ...more[1] };
        expect(comparePositions(progressPosition(after), progressPosition(before))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('reads the place first, so an emptied own address throws nobody back', () => {
    const data: ClaimFormData = { ...steps[2]?.[1], address: '', city: '', country: '' };
    expect(deriveProgress(data)).toBe('2');
  });

  it('reads the address of a draft that has no separate place', () => {
    expect(deriveProgress({ amount: 500, date: '2026-01-02', address: '1 Main', city: 'Austin', country: 'TX' })).toBe(
      '2',
    );
  });

  it('has the percentages of the specification', () => {
    const table = { '1': 10, '1sub1': 15, '2': 25, '2sub1': 35, '3': 45, '3sub1': 55, '4': 60, '4sub1': 70, '4sub2': 75, '4sub3': 80, '4sub4': 85, '5': 90, '5sub1': 95, '5sub2': 100 }; // prettier-ignore
    for (const [key, percent] of Object.entries(table)) expect(progressPercent(key)).toBe(percent);
    expect(progressPercent('1sub3')).toBe(15);
    expect(progressPercent('6')).toBe(100);
    expect(progressPercent('9sub9')).toBe(0);
    expect(progressPercent(null)).toBe(0);
  });

  it('names the status of a session', () => {
    expect(sessionStatus(10, true)).toBe('Completed');
    expect(sessionStatus(90, false)).toBe('Almost Done');
    expect(sessionStatus(89, false)).toBe('In Progress');
    expect(sessionStatus(50, false)).toBe('In Progress');
    expect(sessionStatus(49, false)).toBe('Just Started');
  });

  it('writes and reads keys both ways', () => {
    for (const step of wizardLayouts.A.steps)
      step.subSteps.forEach((_, subStep) =>
        expect(positionFromKey(progressKey(at(step.number, subStep)))).toEqual(at(step.number, subStep)),
      );
    expect(positionFromKey('4sub5')).toBeNull();
    expect(positionFromKey('constructor')).toBeNull();
  });
});

describe('resuming', () => {
  const data = Object.assign({}, ...steps.slice(0, 8).map(([, answers]) => answers)) as ClaimFormData;

  it('opens at the step the answers give', () => {
    expect(resumePosition(data, { isSignedIn: true })).toEqual(at(4, 1));
  });

  it('keeps a stored point that is further', () => {
    expect(resumePosition({}, { isSignedIn: true, stored: at(3, 1) })).toEqual(at(3, 1));
  });

  it('stops a visitor without an account at the gate', () => {
    expect(resumePosition(data, { isSignedIn: false })).toEqual(positionOf(wizardLayouts.A, 'account'));
    expect(resumePosition({ situation: 'other' }, { isSignedIn: false })).toEqual(at(1));
  });
});
