/** Who is named in the papers of a claim. */
import { areTwo, claimantOf, defendantOf, saysWe, type ClaimFormData } from '../claim/form-data.ts';

interface Speaker {
  readonly name: string;
  /** Of a claimant: whether "we" is said. */
  readonly isBusiness: boolean;
  readonly areTwo?: boolean;
}
export interface Speakers {
  readonly claimant: Speaker;
  readonly defendant: Speaker;
}

/** The two sides; one that has no name yet is "the claimant", "the defendant". */
export function speakersOf(data: ClaimFormData): Speakers {
  const [claimant, defendant] = [claimantOf(data), defendantOf(data)];
  return {
    claimant: { name: claimant.name || 'the claimant', isBusiness: saysWe(claimant), areTwo: areTwo(claimant) },
    defendant: { name: defendant.name || 'the defendant', isBusiness: defendant.isBusiness, areTwo: areTwo(defendant) },
  };
}
