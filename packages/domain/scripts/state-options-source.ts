import data from '../data/us-states.json' with { type: 'json' };

/** The text of src/jurisdictions/state-options.ts. */
export function stateOptionsSource(): string {
  const rows = data.states
    .map(({ code, name, small_claims: { limit_usd, limit_usd_business } }) => ({
      code,
      name,
      limit_usd,
      limit_usd_business,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ code, name, limit_usd, limit_usd_business }) => {
      const business =
        limit_usd_business !== null && limit_usd_business !== limit_usd ? `, ${limit_usd_business * 100}` : '';
      return `  ['${code}', '${name}', ${limit_usd * 100}${business}],`;
    });
  return `// Written by scripts/state-options.ts from data/us-states.json (${data.meta.as_of}).

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
${rows.join('\n')}
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
`;
}
