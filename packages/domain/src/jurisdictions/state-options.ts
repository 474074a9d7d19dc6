// Written by scripts/state-options.ts from data/us-states.json (2026-11-21).

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

/** Code, name, limit in cents, and the limit for a business where it is another. */
const ROWS: readonly (readonly [string, string, number, number?])[] = [
  ['AL', 'Alabama', 600000],
  ['AK', 'Alaska', 1000000],
  ['AZ', 'Arizona', 500000],
  ['AR', 'Arkansas', 500000],
  ['CA', 'California', 1250000, 625000],
  ['CO', 'Colorado', 750000],
  ['CT', 'Connecticut', 500000],
  ['DE', 'Delaware', 2500000],
  ['DC', 'District of Columbia', 1000000],
  ['FL', 'Florida', 800000],
  ['GA', 'Georgia', 1500000],
  ['HI', 'Hawaii', 500000],
  ['ID', 'Idaho', 500000],
  ['IL', 'Illinois', 1000000],
  ['IN', 'Indiana', 1000000],
  ['IA', 'Iowa', 650000],
  ['KS', 'Kansas', 1000000],
  ['KY', 'Kentucky', 250000],
  ['LA', 'Louisiana', 500000],
  ['ME', 'Maine', 1000000],
  ['MD', 'Maryland', 500000],
  ['MA', 'Massachusetts', 700000],
  ['MI', 'Michigan', 700000],
  ['MN', 'Minnesota', 2000000],
  ['MS', 'Mississippi', 350000],
  ['MO', 'Missouri', 500000],
  ['MT', 'Montana', 700000],
  ['NE', 'Nebraska', 750000],
  ['NV', 'Nevada', 1000000],
  ['NH', 'New Hampshire', 1000000],
  ['NJ', 'New Jersey', 500000],
  ['NM', 'New Mexico', 1000000],
  ['NY', 'New York', 1000000],
  ['NC', 'North Carolina', 1000000],
  ['ND', 'North Dakota', 1500000],
  ['OH', 'Ohio', 600000],
  ['OK', 'Oklahoma', 1000000],
  ['OR', 'Oregon', 1000000],
  ['PA', 'Pennsylvania', 1200000],
  ['RI', 'Rhode Island', 500000],
  ['SC', 'South Carolina', 750000],
  ['SD', 'South Dakota', 1200000],
  ['TN', 'Tennessee', 2500000],
  ['TX', 'Texas', 2000000],
  ['UT', 'Utah', 2000000],
  ['VT', 'Vermont', 1000000],
  ['VA', 'Virginia', 500000],
  ['WA', 'Washington', 1000000, 500000],
  ['WV', 'West Virginia', 2000000],
  ['WI', 'Wisconsin', 1000000],
  ['WY', 'Wyoming', 600000],
];

export const STATE_OPTIONS: readonly StateOption[] = /* @__PURE__ */ ROWS.map(([code, name, limitCents, business]) => ({
  value: code,
  label: name,
  code,
  name,
  country: 'US',
  limitCents,
  businessLimitCents: business ?? limitCents,
}));
