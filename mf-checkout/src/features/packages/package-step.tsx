import type { SlotProps } from '@redress/contracts';

/** Fills `wizard.package`. */
export function PackageStep({ onDone, onBack }: SlotProps['wizard.package']) {
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

export { PackageStep as slot };
