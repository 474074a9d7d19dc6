import { envelopeName, fitCarrierName, matchState, streetLines } from '@redress/domain';
import type { ClaimFormData } from '@redress/contracts';
import { shownClaimantOf } from '@redress/domain';
import type { PostalAddress } from '../../providers/ports/carrier.ts';
import type { MailingRecipient } from '../../shared/mailings/mailing-tables.ts';

/** What is longer than both lines is refused before paying. */
function fitLines(street: string, unit: string): { line1: string; line2?: string } {
  const { line1, line2 } = streetLines(street, unit);
  return { line1, ...(line2 ? { line2 } : {}) };
}

/** An address as the carrier takes it; names run over both of its lines rather than being cut (docs/product/letters.md, Names and addresses). */
export function postalAddress({
  name,
  latinName,
  address,
  apt,
  city,
  state,
  zipcode,
}: MailingRecipient): PostalAddress {
  const { lines } = envelopeName(name, latinName);
  return {
    name: lines[0],
    ...(lines[1] ? { company: lines[1] } : {}),
    ...fitLines(address, apt),
    city,
    state: matchState(state)?.code ?? state,
    zip: zipcode,
  };
}

export const senderAddress = (answers: ClaimFormData): PostalAddress => {
  const { name, place, careOf } = shownClaimantOf(answers);
  const latinName = answers.latinName?.trim();
  const address = postalAddress({ name, ...(latinName ? { latinName } : {}), ...place });
  if (!careOf) return address;
  const [line, rest] = fitCarrierName(careOf).lines;
  // The second line of the name is free unless the name runs over it.
  if (!address.company && !rest) return { ...address, company: line };
  return { ...address, ...fitLines(place.address, [careOf, place.apt].filter(Boolean).join(', ')) };
};
