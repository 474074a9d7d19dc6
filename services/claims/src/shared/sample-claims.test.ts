import { ClaimFormData } from '@redress/contracts';
import { CATEGORIES } from '@redress/domain/categories';
import * as z from 'zod/mini';
import { SAMPLE_CLAIMS } from './sample-claims.ts';

it('is a claim of each category as the contract takes it, and nothing else', () => {
  for (const { answers } of SAMPLE_CLAIMS) expect(z.parse(ClaimFormData, answers)).toEqual(answers);
  expect(new Set(SAMPLE_CLAIMS.map(({ category }) => category))).toEqual(new Set(CATEGORIES.map(({ value }) => value)));
});
