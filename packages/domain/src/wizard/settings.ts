/** Whole dollars; the site configuration may raise the maximum to 250,000 (R8). */
export interface AmountRange {
  min: number;
  max: number;
}
export const DEFAULT_AMOUNT_RANGE: AmountRange = { min: 250, max: 25_000 };

/** What a site says of its wizard without a file of its own (R7, R8). */
export const DEFAULT_WIZARD_SETTINGS = {
  layout: 'A' as 'A' | 'B',
  amountMin: DEFAULT_AMOUNT_RANGE.min,
  amountMax: DEFAULT_AMOUNT_RANGE.max,
};
