import type { ClaimFormData } from '@redress/contracts';
import { amountCents, claimantOf, dayAtPlace, incidentPlace, limitCountsFromAtLatest } from '@redress/domain';
import type { CourtDoor, NoPapers } from '@redress/domain/jurisdictions';
import { useEffect, useState } from 'react';

interface Court {
  /**
   * The reason against court papers, by the server's own rule. Where the law cannot be had, the server decides when
   * the payment is opened.
   */
  unfit: NoPapers | null;
  /** Answers of the papers for the place, and the fee for this sum; null where place or sum is not known. */
  door: CourtDoor | null;
}
const NOTHING: Court = { unfit: null, door: null };

/** Rules of the place for going to court with this claim. They are fetched on demand: the law of all states is large. */
export function useCourt(data: ClaimFormData): Court & { isAsking: boolean } {
  const place = incidentPlace(data);
  const today = dayAtPlace(Date.now(), place);
  const { isBusiness } = claimantOf(data);
  const { situation, disputing, amount, overLimitChoice } = data;
  const counted = limitCountsFromAtLatest(data);
  // Everything the answer depends on stands in it, and nothing that changes while a package is chosen.
  const asked = place.state
    ? JSON.stringify([place.state, situation, disputing, amount, overLimitChoice, isBusiness, counted, today])
    : '';
  const [answer, setAnswer] = useState({ to: '', ...NOTHING });

  useEffect(() => {
    if (asked === '') return;
    let isCurrent = true;
    const answered = (court: Court) => isCurrent && setAnswer({ to: asked, ...court });
    import('@redress/domain/jurisdictions').then(
      ({ courtDoor, courtSum, matchState, sizedClaimOf, stateByCode, whyNoPapers }) => {
        const state = stateByCode(matchState(place.state)?.code);
        const cents = amountCents(amount);
        answered({
          unfit: whyNoPapers(data, state, today),
          door:
            state && cents !== null
              ? courtDoor(state, courtSum(data, state, sizedClaimOf(data, cents)).askedCents)
              : null,
        });
      },
      () => answered(NOTHING),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked]);

  const isAnswered = asked === '' || answer.to === asked;
  const { unfit, door } = isAnswered && asked !== '' ? answer : NOTHING;
  return { unfit, door, isAsking: !isAnswered };
}
