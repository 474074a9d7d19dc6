import type { SlotProps } from '@redress/contracts';

/** Fills `wizard.payment`. */
export function PaymentStep({ onDone, onBack }: SlotProps['wizard.payment']) {
  return (
    <section>
      <button type="button" onClick={onBack}>
        Back
      </button>
      <button type="button" onClick={onDone}>
        Continue
      </button>
    </section>
  );
}

export { PaymentStep as slot };
