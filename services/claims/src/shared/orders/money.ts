/** Cents as the wire's dollars: at most two decimals, exact for every sum that can be paid. */
export const toDollars = (cents: number): number => cents / 100;
