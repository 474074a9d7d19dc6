/**
 * Props of every slot: a piece of one remote inside another's page. Typed here so that neither imports the other.
 * Claim answers are not passed: both sides read the wizard slice of the session store.
 */
export interface SlotProps {
  /** mf-auth: the account gate of step 1, sub-step 3; a dialog over the wizard. */
  'wizard.account-gate': {
    onDone: () => void;
    /** The close button: back one sub-step. */
    onClose: () => void;
  };
  /** mf-checkout: step 5, sub-step 0. */
  'wizard.package': { onDone: () => void; onBack: () => void };
  /** mf-checkout: step 5, sub-step 1. `onDone` says that the server has the payment. */
  'wizard.payment': {
    onDone: () => void;
    onBack: () => void;
    /** A React node with what a payer must know first, drawn under the heading. The contracts know no React. */
    notes?: unknown;
    /** A React node with the first page of the letter as a small picture. */
    letter?: unknown;
    /** The day by which the letter asks for an answer, `2026-12-15`. */
    payBy?: string | undefined;
    /** Told when the letter goes out if it is paid now: it is dated, and asks for an answer, by that day. */
    onGoesOut?: ((at: number) => void) | undefined;
  };
  /** mf-checkout: step 5, sub-step 2. `onDone` goes on to the letter. */
  'wizard.order': { onDone: () => void; onBack: () => void };
}
export type SlotName = keyof SlotProps;
