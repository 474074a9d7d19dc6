/** The shape of the wizard, as data. Specification, section 2; R7. */

export interface Position {
  /** From 1. */
  step: number;
  /** From 0. */
  subStep: number;
}

export type SubStepId =
  | 'category'
  | 'subcategories'
  | 'details'
  | 'account'
  | 'claimant-type'
  | 'claimant'
  | 'defendant-type'
  | 'defendant'
  | 'description'
  | 'calculation'
  | 'payout'
  | 'signature'
  | 'generating'
  | 'package'
  | 'payment'
  | 'order'
  | 'letter';

export interface SubStep {
  readonly id: SubStepId;
  /** False where the screen has only a Back button and advances by itself. */
  readonly hasNextButton: boolean;
}

export interface WizardStep {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly subSteps: readonly SubStep[];
}

export interface WizardLayout {
  readonly id: 'A' | 'B';
  readonly steps: readonly WizardStep[];
}

const withNext = (id: SubStepId): SubStep => ({ id, hasNextButton: true });
const goesOnByItself = (id: SubStepId): SubStep => ({ id, hasNextButton: false });

const untilClaimDetails: readonly WizardStep[] = [
  {
    number: 1,
    name: 'Claim Type',
    subSteps: ['category', 'subcategories', 'details', 'account'].map((id) => withNext(id as SubStepId)),
  },
  { number: 2, name: 'Your Information', subSteps: [withNext('claimant-type'), withNext('claimant')] },
  { number: 3, name: 'Their Information', subSteps: [withNext('defendant-type'), withNext('defendant')] },
];
const claimScreens = ['description', 'calculation', 'payout', 'signature'].map((id) => withNext(id as SubStepId));
const choosePackage: WizardStep = {
  number: 5,
  name: 'Choose a Package',
  subSteps: [withNext('package'), withNext('payment'), goesOnByItself('order')],
};

/** Reading A: six steps with 4, 2, 2, 5, 3 and 1 sub-steps. Reading B: five, and the generating screen has only Back. */
export const wizardLayouts: { readonly A: WizardLayout; readonly B: WizardLayout } = {
  A: {
    id: 'A',
    steps: [
      ...untilClaimDetails,
      { number: 4, name: 'Claim Details', subSteps: [...claimScreens, withNext('generating')] },
      choosePackage,
      { number: 6, name: 'Your Letter', subSteps: [goesOnByItself('letter')] },
    ],
  },
  B: {
    id: 'B',
    steps: [
      ...untilClaimDetails,
      { number: 4, name: 'Claim Details', subSteps: [...claimScreens, goesOnByItself('generating')] },
      choosePackage,
    ],
  },
};

export const DEFAULT_LAYOUT: WizardLayout = wizardLayouts.A;

/** @returns how many sub-steps a step has; 0 when there is no such step */
export const subStepCount = (layout: WizardLayout, step: number): number =>
  layout.steps.find(({ number }) => number === step)?.subSteps.length ?? 0;

export const stepName = (layout: WizardLayout, step: number): string =>
  layout.steps.find(({ number }) => number === step)?.name ?? '';

export const lastStep = (layout: WizardLayout): number => layout.steps.length;

export const isPosition = (layout: WizardLayout, { step, subStep }: Position): boolean =>
  Number.isInteger(subStep) && subStep >= 0 && subStep < subStepCount(layout, step);

export const subStepAt = (layout: WizardLayout, { step, subStep }: Position): SubStep | undefined =>
  layout.steps.find(({ number }) => number === step)?.subSteps[subStep];

/** Where a screen stands. @throws {RangeError} when the layout has no such screen */
export function positionOf(layout: WizardLayout, id: SubStepId): Position {
  for (const step of layout.steps) {
    const subStep = step.subSteps.findIndex((candidate) => candidate.id === id);
    if (subStep >= 0) return { step: step.number, subStep };
  }
  throw new RangeError(`layout ${layout.id} has no screen ${id}`);
}

export const samePosition = (a: Position, b: Position): boolean => a.step === b.step && a.subStep === b.subStep;

/** Negative when `a` comes before `b`. */
export const comparePositions = (a: Position, b: Position): number => a.step - b.step || a.subStep - b.subStep;
