import type { ClaimFormData } from '@redress/contracts';
import samples from './sample-claims.json' with { type: 'json' };

export interface SampleClaim {
  category: string;
  answers: ClaimFormData;
}

/** One claim of each category, across states and across person and business on both sides. Every name says that it is a sample. */
export const SAMPLE_CLAIMS = samples as readonly SampleClaim[]; // a test parses each
