import type { ClaimFormData } from '@redress/contracts';
import { envelopeName, forEnvelope, matchState, senderLines, shownClaimantOf, streetLines, type Place } from '@redress/domain'; // prettier-ignore
import type { PostalAddress } from '../../providers/ports/carrier.ts';
import type { MailingRecipient } from '../../shared/mailings/mailing-tables.ts';

interface Lines extends Pick<Place, 'city' | 'state' | 'zipcode'> {
  name: string;
  company: string | undefined;
  line1: string;
  line2: string;
}

/** Lines of an envelope as the carrier takes them. A street that is longer than both lines was refused before paying. */
const onEnvelope = ({ name, company, line1, line2, city, state, zipcode }: Lines): PostalAddress => ({
  name,
  ...(company ? { company } : {}),
  line1,
  ...(line2 ? { line2 } : {}),
  city: forEnvelope(city),
  state: matchState(state)?.code ?? state,
  zip: zipcode,
});

/** An address as the carrier takes it; names run over both of its lines rather than being cut (docs/product/letters.md, Names and addresses). */
export function postalAddress({ name, latinName, address, apt, ...place }: MailingRecipient): PostalAddress {
  const [line, company] = envelopeName(name, latinName).lines;
  return onEnvelope({ name: line, company, ...streetLines(address, apt), ...place });
}

export const senderAddress = (answers: ClaimFormData): PostalAddress =>
  onEnvelope({ ...senderLines(answers), ...shownClaimantOf(answers).place });
