import rows from '../../data/state-options.json' with { type: 'json' };

/** A choice of the state field. */
export interface StateOption {
  readonly value: string;
  readonly label: string;
  readonly code: string;
  readonly name: string;
  readonly country: 'US';
  /** Small-claims limit for a person, whole cents; its source and date are in the full data. */
  readonly limitCents: number;
  /** For a business. */
  readonly businessLimitCents: number;
}

// Rows: code, name, limit in cents, and the limit for a business where it is another. The type of the JSON has arrays of any length.
const ROWS = rows as unknown as readonly (readonly [string, string, number, number?])[];

export const STATE_OPTIONS: readonly StateOption[] = /* @__PURE__ */ ROWS.map(([code, name, limitCents, business]) => ({
  value: code,
  label: name,
  code,
  name,
  country: 'US',
  limitCents,
  businessLimitCents: business ?? limitCents,
}));
