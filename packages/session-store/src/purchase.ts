import type { Action } from 'redux';

/** A payment begun in this tab: what the server priced, and nothing of the person. */
export interface Purchase {
  valueCents: number;
  currency: 'usd';
}

const TYPE = 'purchase/made';

/**
 * A payment begun in this tab was received; dispatched once, and kept in no state. The shell decides what it is used for,
 * by the visitor's consent (R30). Separate package entry, bundled with its users: the checkout needs no new name of the
 * shell's session-store (decision 0107).
 */
export const purchaseMade = Object.assign((payload: Purchase) => ({ type: TYPE, payload }), {
  match: (action: unknown): action is Action & { payload: Purchase } =>
    typeof action === 'object' && action !== null && 'type' in action && action.type === TYPE,
});
