/** Below this, a card cannot be charged at all. */
export const SMALLEST_CHARGE_CENTS = 50;
