import { common } from '@redress/copy/common';
import { Button, ButtonRow } from '@redress/ui';
import type { MouseEvent } from 'react';

interface StepActionsProps {
  onBack?: () => void;
  isBusy?: boolean;
}

/** The second click of a double one falls on the next screen's button, where the first has led: it is not meant for it. */
const onlyOnce = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

/** Continue and Back, in the flow of the page: nothing that has focus is ever behind them. */
export function StepActions({ onBack, isBusy = false }: StepActionsProps) {
  return (
    <ButtonRow>
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
