/** How far a claim has come, derived from its answers. Specification, section 4; R9 and R9a. */
import { incidentPlace, isAnswered, type ClaimFormData } from '../claim/form-data.ts';
import {
  comparePositions,
  DEFAULT_LAYOUT,
  isPosition,
  positionOf,
  type Position,
  type WizardLayout,
} from './layouts.ts';

/** `4` or `4sub2`, as the session list carries it in `current_step`. */
export type ProgressKey = string;

export const progressKey = ({ step, subStep }: Position): ProgressKey =>
  subStep === 0 ? `${step}` : `${step}sub${subStep}`;

/** @returns `null` for a key no layout has */
export function positionFromKey(
  key: string | null | undefined,
  layout: WizardLayout = DEFAULT_LAYOUT,
): Position | null {
  const match = /^([1-9])(?:sub([0-9]))?$/.exec(key ?? '');
  if (!match) return null;
  const position = { step: Number(match[1]), subStep: Number(match[2] ?? 0) };
  return isPosition(layout, position) ? position : null;
}

const hasDefendantNames = (data: ClaimFormData) =>
  (data.whoUser === '2' && isAnswered(data.defendantBusinessName)) ||
  (isAnswered(data.defendantFirstname) && (data.defendantHasOneName === true || isAnswered(data.defendantLastname)));
const hasNames = (data: ClaimFormData) =>
  isAnswered(data.firstname) && (data.hasOneName === true || isAnswered(data.lastname));

function hasDetails(data: ClaimFormData): boolean {
  const place = incidentPlace(data);
  return [data.amount, data.date, place.address, place.city, place.state].every(isAnswered);
}

/**
 * One row per rule of the specification, poorest first. Its last row but one says step 4 for a signature, below what
 * the answers before it give; R9a makes the whole monotone, so a signature counts as the screen it is drawn on.
 */
const RULES: readonly { key: ProgressKey; holds: (data: ClaimFormData) => boolean }[] = [
  { key: '1', holds: (data) => isAnswered(data.situation) },
  { key: '1sub1', holds: (data) => isAnswered(data.disputing) },
  { key: '2', holds: hasDetails },
  { key: '2', holds: (data) => isAnswered(data.userType) },
  { key: '3', holds: (data) => isAnswered(data.userType) && hasNames(data) },
  { key: '3', holds: (data) => isAnswered(data.whoUser) },
  {
    key: '4',
    holds: (data) => hasDefendantNames(data) && [data.defendantAddress, data.defendantCity].every(isAnswered),
  },
  { key: '4sub1', holds: (data) => isAnswered(data.claimDescription) && isAnswered(data.claimCalculation) },
  { key: '4sub2', holds: (data) => [data.venmo, data.cashapp, data.zelle, data.paymentTypes].some(isAnswered) },
  { key: '4sub3', holds: (data) => isAnswered(data.signature) },
  { key: '5sub1', holds: (data) => isAnswered(data.selectedPackage) && isAnswered(data.packageTitle) },
];

/**
 * The furthest point the answers show. Monotone: answering more never lowers it.
 * @returns step 1 sub 0 for an empty claim
 */
export function progressPosition(data: ClaimFormData): Position {
  let furthest: Position = { step: 1, subStep: 0 };
  for (const { key, holds } of RULES) {
    const position = positionFromKey(key);
    if (position && holds(data) && comparePositions(position, furthest) > 0) furthest = position;
  }
  return furthest;
}

export const deriveProgress = (data: ClaimFormData): ProgressKey => progressKey(progressPosition(data));

/** The later of two, so that a stored furthest point is never lowered by an emptied field. */
export const laterPosition = (a: Position, b: Position): Position => (comparePositions(a, b) >= 0 ? a : b);

const PERCENT: readonly (readonly [ProgressKey, number])[] = [
  ['1', 10],
  ['1sub1', 15],
  ['2', 25],
  ['2sub1', 35],
  ['3', 45],
  ['3sub1', 55],
  ['4', 60],
  ['4sub1', 70],
  ['4sub2', 75],
  ['4sub3', 80],
  ['4sub4', 85],
  ['5', 90],
  ['5sub1', 95],
  ['5sub2', 100],
];

/**
 * Percent done of a stored session.
 * @param key - `current_step`; a point the specification's table leaves out counts as the one before it
 * @returns 0 for a key that cannot be read
 */
export function progressPercent(key: ProgressKey | null | undefined): number {
  const position = positionFromKey(key);
  if (!position) return 0;
  let percent = 0;
  for (const [candidate, value] of PERCENT) {
    const at = positionFromKey(candidate);
    if (at && comparePositions(at, position) <= 0) percent = value;
  }
  return percent;
}

export type SessionStatus = 'Completed' | 'Almost Done' | 'In Progress' | 'Just Started';

/** @param percent - 0 to 100, from `progressPercent` */
export function sessionStatus(percent: number, isCompleted: boolean): SessionStatus {
  if (isCompleted) return 'Completed';
  if (percent >= 90) return 'Almost Done';
  return percent >= 50 ? 'In Progress' : 'Just Started';
}

/**
 * Where a saved claim opens again. Nobody passes the account gate by resuming.
 * @param stored - the furthest point kept with the session, if any
 */
export function resumePosition(
  data: ClaimFormData,
  options: { isSignedIn: boolean; stored?: Position | null; layout?: WizardLayout },
): Position {
  const layout = options.layout ?? DEFAULT_LAYOUT;
  const derived = progressPosition(data);
  const furthest =
    options.stored && isPosition(layout, options.stored) ? laterPosition(derived, options.stored) : derived;
  const gate = positionOf(layout, 'account');
  return !options.isSignedIn && comparePositions(furthest, gate) > 0 ? gate : furthest;
}
