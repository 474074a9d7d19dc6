import { shownClaimantOf, type ClaimFormData } from '../claim/form-data.ts';
import { envelopeName, fitCarrierName, streetLines } from './carrier-name.ts';

/**
 * The sender on the envelope. In care of whom it goes stands under the name, where the name leaves that line free, and else
 * before the unit; `rest` does not fit.
 */
export function senderLines(data: ClaimFormData) {
  const { name, place, careOf = '' } = shownClaimantOf(data);
  const [line, under] = envelopeName(name, data.latinName).lines;
  const { lines, outcome } = fitCarrierName(careOf);
  const isUnder = !under && outcome === 'fits';
  const beside = [isUnder ? '' : careOf, place.apt].filter(Boolean).join(', ');
  return { name: line, company: under ?? (isUnder ? lines[0] : ''), ...streetLines(place.address, beside) };
}
