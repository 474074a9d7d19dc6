/** Canadian provinces: a payer may live there; claims may not. Data: `data/canada-provinces.json`. */
import data from '../../data/canada-provinces.json' with { type: 'json' };
import type { Confidence, Fact } from './fact.ts';

export interface Province {
  readonly code: string;
  readonly name: string;
  /** All sales taxes a buyer there pays, as one fraction. For display: orders are taxed by the claim's state. */
  readonly salesTax: Fact<number>;
}

export const PROVINCES: readonly Province[] = /* @__PURE__ */ data.provinces.map(({ code, name, sales_tax: tax }) => ({
  code,
  name,
  salesTax: {
    value: tax.combined,
    citation: null,
    note: null,
    record: { source: tax.source, asOf: tax.as_of, confidence: tax.confidence as Confidence, note: tax.note },
    disagreements: [],
  },
}));

export const provinceByCode = (code: string | null | undefined): Province | null =>
  PROVINCES.find((province) => province.code === code?.trim().toUpperCase()) ?? null;
