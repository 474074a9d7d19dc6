import rows from '../../data/state-options.json' with { type: 'json' };

/** A choice of the state field. */
export interface StateOption {
  readonly value: string;
  readonly label: string;
  readonly code: string;
  readonly name: string;
}

// The type of the JSON has arrays of any length.
const ROWS = rows as unknown as readonly (readonly [code: string, name: string])[];

export const STATE_OPTIONS: readonly StateOption[] = /* @__PURE__ */ ROWS.map(([code, name]) => ({
  value: code,
  label: name,
  code,
  name,
}));
