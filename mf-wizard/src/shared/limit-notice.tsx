import { wizard as copy } from '@redress/copy/wizard';
import { amountCents, formatCents, incidentPlace } from '@redress/domain';
import { RadioCards } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Notice, Stack } from '@redress/ui';
import { limitOf } from './small-claims-limit.ts';
import { FactSource } from './fact-source.tsx';
import { useStates } from './use-states.ts';

/**
 * Says that the amount is above what the state's small-claims court hears, and asks how to go on (RULINGS 8).
 * Stands in a form with `overLimitChoice`; nothing while the amount is within the limit.
 */
export function LimitNotice() {
  const data = useAppSelector(selectFormData);
  const states = useStates();
  const limit = limitOf(states.find(incidentPlace(data).state), {
    amountCents: amountCents(data.amount),
    isBusiness: data.userType === '2',
  });
  if (!limit?.isAbove) return null;
  const { state, limitCents } = limit;
  const amount = formatCents(limitCents);
  return (
    <Notice tone="warning" title={copy.limit.heading}>
      <Stack>
        <div>
          <p>{copy.limit.text(state.name, amount)}</p>
          <FactSource fact={state.limit_fact} />
        </div>
        <RadioCards
          name="overLimitChoice"
          label={copy.limit.choose}
          options={[
            { value: 'waive', label: copy.limit.waive(amount), text: copy.limit.waiveHint },
            { value: 'letter-only', label: copy.limit.letterOnly, text: copy.limit.letterOnlyHint },
          ]}
        />
      </Stack>
    </Notice>
  );
}
