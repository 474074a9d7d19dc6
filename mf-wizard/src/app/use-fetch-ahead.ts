import { comparePositions, positionOf, type Position, type WizardLayout } from '@redress/domain';
import { fetchAhead } from '@redress/mf-runtime';
import { useEffect } from 'react';

/** Slots of other teams behind the account gate, and the page behind them. */
const BEHIND_THE_GATE = ['wizard.package', 'wizard.payment', 'wizard.order', '/result'];

/** A first visit fetches nothing of the order; whoever is past the account gate has several screens to get it in. */
export function useFetchAhead(layout: WizardLayout, position: Position): void {
  const isPast = comparePositions(position, positionOf(layout, 'account')) >= 0;
  useEffect(() => {
    if (isPast) fetchAhead(BEHIND_THE_GATE);
  }, [isPast]);
}
