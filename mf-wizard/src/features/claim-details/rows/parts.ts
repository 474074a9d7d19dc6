/** The rows of step 4, fetched once somebody is there. */
import type { ClaimFormData } from '@redress/contracts';
import { ownCalculation, ownStory, speakersOf, storyFromRows, sumFromItems } from '@redress/domain/facts';
import type { Answers } from '../../../shared/answers.ts';

export { FactRows } from './fact-rows.tsx';
export { ObjectionRows } from './objection-rows.tsx';
export { SumRows } from './sum-rows.tsx';

/** Rows stand in the two texts too: the fields show what the person wrote, the claim keeps both. */
export const keptStory = (data: ClaimFormData) => ({
  shown: (stored: Answers): Answers => ({
    ...stored,
    claimDescription: ownStory({ ...data, ...stored, facts: stored.facts || [] }),
  }),
  stored: (shown: Answers): Answers => ({
    ...shown,
    claimDescription: storyFromRows(shown.claimDescription ?? '', shown.facts || [], speakersOf(data)),
  }),
});

export const keptCalculation = (data: ClaimFormData) => ({
  shown: (stored: Answers): Answers => ({
    ...stored,
    claimCalculation: ownCalculation({ ...data, ...stored, sumItems: stored.sumItems || [] }),
  }),
  stored: (shown: Answers): Answers => ({
    ...shown,
    claimCalculation: sumFromItems(shown.claimCalculation ?? '', shown.sumItems || []),
  }),
});
