import { common } from '@redress/copy/common';
import { Button, ButtonRow } from '@redress/ui';

interface StepActionsProps {
  onBack?: () => void;
  isBusy?: boolean;
}

/** Continue and Back, in the flow of the page: nothing that has focus is ever behind them. */
export function StepActions({ onBack, isBusy = false }: StepActionsProps) {
  return (
    <ButtonRow>
      <Button type="submit" busy={isBusy}>
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
