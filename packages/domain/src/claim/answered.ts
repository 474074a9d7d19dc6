import type { ClaimFormData as Claim } from './claim-form.ts';

/** The same shape, which nobody changes. */
export type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value;

/** The claim as its schema gives it, with every field's rule: here it is read only. */
export type ClaimFormData = ReadOnly<Claim>;

/** Whether a field is answered: white space alone is no answer. */
export const isAnswered = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : typeof value === 'number'
        ? Number.isFinite(value)
        : value !== null && value !== undefined;

export interface Place {
  address: string;
  apt: string;
  city: string;
  /** The chosen state: its value, code or name. */
  state: string;
  zipcode: string;
}

export const trimmed = (value: string | null | undefined): string => value?.trim() ?? '';

/**
 * Where it happened. Drafts from before the two addresses were kept apart hold it in `address` and so on,
 * so each part falls back to those (R9: an emptied address does not throw a person back).
 */
export function incidentPlace(data: ClaimFormData): Place {
  return {
    address: trimmed(data.incidentAddress) || trimmed(data.address),
    apt: trimmed(data.incidentAddress) ? trimmed(data.incidentApt) : trimmed(data.apt),
    city: trimmed(data.incidentCity) || trimmed(data.city),
    state: trimmed(data.incidentState) || trimmed(data.country),
    zipcode: trimmed(data.incidentZipcode) || trimmed(data.zipcode),
  };
}
