import type { SlotProps } from '@redress/contracts';

/** Fills `wizard.order`. */
export function OrderStep({ onDone, onBack }: SlotProps['wizard.order']) {
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

export { OrderStep as slot };
