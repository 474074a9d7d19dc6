import { createHash } from 'node:crypto';
import {
  caseEventOfCarrier,
  explainScan,
  NEW_CASE,
  reduceCase,
  standingMeaning,
  type ClaimCase,
  type CarrierMeaning,
} from '@redress/domain';
import type { Scan } from '../../providers/ports/carrier.ts';
import type { MailingState } from './mailing-tables.ts';

/** Told by webhook and by polling, in any number: the same scan has the same key. */
export const scanKey = ({ stage, detail, at }: Scan): string =>
  createHash('sha256')
    .update(`${stage}\0${detail ?? ''}\0${at.toISOString()}`)
    .digest('hex')
    .slice(0, 32);

/**
 * Where a letter is after all its scans, in whatever order they arrived: they are put in the order they happened in and
 * go through the domain's table of transitions.
 */
export function stateAfter(scans: readonly Scan[]): MailingState {
  const inOrder = scans.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let claim: ClaimCase = { ...NEW_CASE, state: 'mailed' };
  for (const scan of inOrder) {
    const event = caseEventOfCarrier(explainScan(scan).state, scan.at.getTime());
    if (!event) continue;
    const result = reduceCase(claim, event);
    if (result.ok) claim = result.claim;
  }
  // From `mailed`, scans lead to no other states than these.
  return claim.state as MailingState;
}

export interface Standing {
  readonly state: MailingState;
  /** What the history as a whole means. */
  readonly meaning: CarrierMeaning;
  /** The scan that led there; `null` before the first. */
  readonly scan: Scan | null;
  /** How its way ended without delivery: of a letter that came back, why. */
  readonly ended: { readonly state: UndeliveredState; readonly scan: Scan } | null;
}

const UNDELIVERED = ['refused', 'unclaimed', 'undeliverable', 'returned'] as const;
export type UndeliveredState = (typeof UNDELIVERED)[number];
const undeliveredState = (scan: Scan): UndeliveredState | undefined =>
  UNDELIVERED.find((state) => state === explainScan(scan).state);

/** Where a letter is, and the one sentence and advice every screen, mail and paper gives about it. */
export function standingAfter(scans: readonly Scan[]): Standing {
  const state = stateAfter(scans);
  const inOrder = scans.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  // Scans on the way back do not change where a refused letter stands: the last one that led there speaks.
  const last = inOrder.findLastIndex((scan) => explainScan(scan).state === state);
  const relevant = last < 0 ? inOrder : inOrder.slice(0, last + 1);
  const meaning = standingMeaning(relevant.map(explainScan));
  const scan = relevant.at(-1) ?? null;
  if (!scan || !UNDELIVERED.some((ending) => ending === state)) return { state, meaning, scan, ended: null };
  const cause = relevant.findLast((one) => ![undefined, 'returned'].includes(undeliveredState(one))) ?? scan;
  return { state, meaning, scan, ended: { state: undeliveredState(cause) ?? 'returned', scan: cause } };
}

/** States that need an act of the claimant. */
export const NEEDS_ATTENTION: ReadonlySet<MailingState> = new Set([
  'attempted',
  'awaiting_pickup',
  'refused',
  'unclaimed',
  'returned',
  'undeliverable',
  'rejected',
]);
