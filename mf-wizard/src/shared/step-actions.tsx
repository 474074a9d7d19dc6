import { common } from '@redress/copy/common';
import { Button, ButtonRow } from '@redress/ui';
import { chevronLeft } from '@redress/ui/icons';
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
 * Continue and Back, which is an arrow on a phone. They stay there at the bottom of the screen, so that a long list of choices can be left without
 * scrolling to its end; the page scrolls a focused control clear of them.
 */
export function StepActions({ onBack, isBusy = false }: StepActionsProps) {
  return (
    <ButtonRow className={styles['actions']}>
      <Button type="submit" busy={isBusy} onClick={onlyOnce}>
        {common.actions.continue}
      </Button>
      {onBack && (
        <Button variant="secondary" icon={chevronLeft} onClick={onBack}>
          <span>{common.actions.back}</span>
        </Button>
      )}
    </ButtonRow>
  );
}
