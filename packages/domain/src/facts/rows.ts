/** The rows of a claim, as its schema gives them. */
import type { ClaimFormData } from '../claim/form-data.ts';

export * from './row-values.ts';

type Row<Field extends 'facts' | 'sumItems' | 'objections'> = NonNullable<ClaimFormData[Field]>[number];

export type ClaimFact = Row<'facts'>;
export type ClaimItem = Row<'sumItems'>;
export type ClaimObjection = Row<'objections'>;
export type AgreedInterest = NonNullable<ClaimFormData['agreedInterest']>;
