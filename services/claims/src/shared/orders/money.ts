/** Cents as the wire's dollars: at most two decimals, exact for every sum that can be paid. */
export const toDollars = (cents: number): number => cents / 100;

/** Below this, a card cannot be charged at all. */
export const SMALLEST_CHARGE_CENTS = 50;
