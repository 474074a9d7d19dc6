/** Where Next, Back and a click on a step header lead. Specification, sections 2 and 4; R7, R31, R32. */
import { comparePositions, DEFAULT_LAYOUT, isPosition, lastStep, positionOf, subStepAt, subStepCount, type Position, type WizardLayout } from './layouts.ts'; // prettier-ignore

export interface NavigationContext {
  layout?: WizardLayout;
  /** Editing a finished session: no package choice, no payment. */
  isEditMode?: boolean;
  /** A signed-in visitor skips the account gate. */
  isSignedIn?: boolean;
  /** How many subcategories the chosen category offers; `null` while it is not known. */
  subcategoryCount?: number | null;
  /** Whether at least one subcategory is ticked. */
  hasChosenSubcategory?: boolean;
  /** All six stages of the generating screen are done. */
  isGeneratingComplete?: boolean;
  /** The order is paid: payment cannot be reached again. */
  isPaid?: boolean;
}

/** Delay before the empty subcategory screen advances, in two parts as the specification gives it. */
export const AUTO_SKIP_DELAYS_MS = [100, 200] as const;

const layoutOf = (context: NavigationContext): WizardLayout => context.layout ?? DEFAULT_LAYOUT;
const isScreen = (layout: WizardLayout, position: Position, id: string) => subStepAt(layout, position)?.id === id;

/**
 * Whether a screen comes before the order screen of a paid claim. The card form would invite a second charge, and the server
 * takes no answers of a paid claim.
 */
export function isBehindPayment(position: Position, context: NavigationContext): boolean {
  if (!context.isPaid || context.isEditMode) return false;
  return comparePositions(position, positionOf(layoutOf(context), 'order')) < 0;
}

/** Screens a visitor is never shown: they are passed over in both directions. */
function isPassedOver(position: Position, context: NavigationContext): boolean {
  const layout = layoutOf(context);
  if (context.isSignedIn && isScreen(layout, position, 'account')) return true;
  return (
    Boolean(context.isEditMode) && (isScreen(layout, position, 'package') || isScreen(layout, position, 'payment'))
  );
}

function oneForward(layout: WizardLayout, { step, subStep }: Position): Position | null {
  if (subStep + 1 < subStepCount(layout, step)) return { step, subStep: subStep + 1 };
  return step < lastStep(layout) ? { step: step + 1, subStep: 0 } : null;
}

function oneBack(layout: WizardLayout, { step, subStep }: Position): Position | null {
  if (subStep > 0) return { step, subStep: subStep - 1 };
  return step > 1 ? { step: step - 1, subStep: subStepCount(layout, step - 1) - 1 } : null;
}

/** Next stays disabled on the generating screen until it has completed. */
export const isNextBlocked = (position: Position, context: NavigationContext = {}): boolean =>
  isScreen(layoutOf(context), position, 'generating') && !context.isGeneratingComplete;

/**
 * Where Next leads.
 * @returns the same position when Next is blocked or there is nothing after it
 */
export function nextPosition(position: Position, context: NavigationContext = {}): Position {
  if (isNextBlocked(position, context)) return position;
  let next = oneForward(layoutOf(context), position);
  while (next && isPassedOver(next, context)) next = oneForward(layoutOf(context), next);
  return next ?? position;
}

/**
 * Where Back leads.
 * @returns the same position on the first screen, and on the order screen of a paid claim
 */
export function previousPosition(position: Position, context: NavigationContext = {}): Position {
  const layout = layoutOf(context);
  if (isScreen(layout, position, 'details') && !context.hasChosenSubcategory) return positionOf(layout, 'category');
  let previous = oneBack(layout, position);
  while (previous && isPassedOver(previous, context)) previous = oneBack(layout, previous);
  return previous && !isBehindPayment(previous, context) ? previous : position;
}

/** True on the subcategory screen of a category that has none: it advances after `AUTO_SKIP_DELAYS_MS`. */
export const isAutoSkipped = (position: Position, context: NavigationContext): boolean =>
  isScreen(layoutOf(context), position, 'subcategories') && context.subcategoryCount === 0;

/** The screen really shown for a wished position: passes over screens that are not for this visitor. */
export function settlePosition(position: Position, context: NavigationContext = {}): Position {
  const layout = layoutOf(context);
  let settled: Position | null = isPosition(layout, position) ? position : { step: 1, subStep: 0 };
  while (settled && isPassedOver(settled, context)) settled = oneForward(layout, settled);
  return settled ?? position;
}

/**
 * Where a click on a step header leads.
 * @param furthest - the furthest point the answers allow (`progressPosition`)
 * @returns `null` when it is refused ('Please complete the previous steps to navigate here.'), or the claim is paid for
 */
export function jumpPosition(step: number, furthest: Position, context: NavigationContext = {}): Position | null {
  const layout = layoutOf(context);
  if (!Number.isInteger(step) || step < 1 || step > lastStep(layout)) return null;
  if (!context.isEditMode && step > furthest.step) return null;
  const settled = settlePosition({ step, subStep: 0 }, context);
  return isBehindPayment(settled, context) ? null : settled;
}

export const isReached = (position: Position, furthest: Position): boolean => comparePositions(position, furthest) <= 0;
