import type { SlotProps } from '@redress/contracts';

/** Fills `wizard.account-gate`. */
export function AccountGate({ onDone, onClose }: SlotProps['wizard.account-gate']) {
  return (
    <section>
      <button type="button" onClick={onClose}>
        Close
      </button>
      <button type="button" onClick={onDone}>
        Continue
      </button>
    </section>
  );
}

export { AccountGate as slot };
