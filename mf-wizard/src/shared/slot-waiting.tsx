import { common } from '@redress/copy/common';
import { Button, ButtonRow, Skeleton, VisuallyHidden } from '@redress/ui';
import styles from './screen.module.css';

/** Stands where another remote's piece will be; a way back is there from the first moment. */
export function SlotWaiting({ onBack }: { onBack: () => void }) {
  return (
    <div className={styles['screen']} aria-busy="true">
      <p role="status">
        <VisuallyHidden>{common.loadingText}</VisuallyHidden>
      </p>
      <Skeleton shape="block" count={2} />
      <ButtonRow>
        <Button variant="secondary" onClick={onBack}>
          {common.actions.back}
        </Button>
      </ButtonRow>
    </div>
  );
}
