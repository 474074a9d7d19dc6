import { common } from '@redress/copy/common';
import { Button, ButtonRow } from '@redress/ui';
import type { MouseEvent } from 'react';
import styles from './screen.module.css';

interface StepActionsProps {
  onBack?: () => void;
  isBusy?: boolean;
}

/** The second click of a double click would press the button of the next screen; it is ignored. */
const onlyOnce = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

/**
 * Continue and Back. On a phone they stay at the bottom of the screen, so that a long list of choices can be left without
 * scrolling to its end; the page scrolls a focused control clear of them.
 */
export function StepActions({ onBack, isBusy = false }: StepActionsProps) {
  return (
    <ButtonRow className={styles['actions']}>
      <Button type="submit" busy={isBusy} onClick={onlyOnce}>
        {common.actions.continue}
      </Button>
      {onBack && (
        <Button variant="secondary" onClick={onBack}>
          {common.actions.back}
        </Button>
      )}
    </ButtonRow>
  );
}
