import type { ClaimFormData } from '@redress/contracts';
import { dayAtPlace, incidentPlace, limitCountsFromAtLatest } from '@redress/domain';
import { useEffect, useState } from 'react';

export interface TooLate {
  isTooLate: boolean;
  isAsking: boolean;
}

/**
 * Whether the time to go to court has surely passed, by the server's own rule: court papers are refused then. The law of
 * all states is large and fetched for it; where it cannot be had, the server decides when the payment is opened.
 */
export function useTooLate(data: ClaimFormData): TooLate {
  const place = incidentPlace(data);
  const today = dayAtPlace(Date.now(), place);
  const isAsked = Boolean(place.state) && limitCountsFromAtLatest(data) !== null;
  const asked = isAsked
    ? JSON.stringify([place.state, data.situation, data.disputing, limitCountsFromAtLatest(data), today])
    : '';
  const [answer, setAnswer] = useState({ to: '', isTooLate: false });

  useEffect(() => {
    if (asked === '') return;
    let isCurrent = true;
    const answered = (isTooLate: boolean) => isCurrent && setAnswer({ to: asked, isTooLate });
    import('@redress/domain/jurisdictions').then(
      ({ hasTimePassed, matchState, stateByCode }) =>
        answered(hasTimePassed(data, stateByCode(matchState(place.state)?.code), today)),
      () => answered(false),
    );
    return () => {
      isCurrent = false;
    };
    // Everything the answer depends on stands in it.
  }, [asked]);

  const isAnswered = asked === '' || answer.to === asked;
  return { isTooLate: asked !== '' && isAnswered && answer.isTooLate, isAsking: !isAnswered };
}
