/** Composes the letter of the answers so far. Loaded where it is shown: it carries the law of every state. */
import type { ClaimFormData } from '@redress/contracts';
import { dayAtPlace, incidentPlace, matchState, type SubStepId } from '@redress/domain';
import { stateByCode } from '@redress/domain/jurisdictions';
import { composeSoFar, type LetterPart } from '@redress/domain/letter';

/** The letter as the server would compose it at this moment (its `composeIn`), with blanks for what is not answered. */
export function letterSoFar(data: ClaimFormData, nowMs: number): readonly LetterPart[] {
  const place = incidentPlace(data);
  return composeSoFar({
    data,
    state: stateByCode(matchState(place.state)?.code),
    dates: { letterDay: dayAtPlace(nowMs, place) },
  });
}

/** The parts that a screen asks about: the one to look at first stands first. */
export const PARTS_ASKED: Readonly<Partial<Record<SubStepId, readonly string[]>>> = {
  'claimant-type': ['opening'],
  claimant: ['sender', 'sender-email', 'sender-phone'],
  'defendant-type': ['recipient'],
  defendant: ['recipient', 'salutation'],
  description: ['facts'],
  calculation: ['calculation'],
  payout: ['ways-none', 'ways-intro', 'way-1', 'way-2', 'way-3', 'way-4', 'way-5'],
  signature: ['signature'],
};
