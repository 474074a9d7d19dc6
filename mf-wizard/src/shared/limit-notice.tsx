import type { StateOption } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { amountCents, formatCents, incidentPlace } from '@redress/domain';
import { RadioCards, useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Notice, Stack } from '@redress/ui';
import { limitOf } from './small-claims-limit.ts';
import { FactSource } from './fact-source.tsx';
import styles from './limit-notice.module.css';
import { useStates } from './use-states.ts';

/**
 * Says that the amount is above what the state's small-claims court hears, and asks how to go on (R8).
 * Stands in a form with `overLimitChoice`; while the amount is within the limit nothing, or just the limit where that is
 * wanted (`showsLimitBelow`).
 */
export function LimitNotice({ showsLimitBelow = false }: { showsLimitBelow?: boolean }) {
  const data = useAppSelector(selectFormData);
  // Where the amount is asked for: as it is being typed.
  const typedAmount = useFormField<string | undefined>('amount').value;
  const states = useStates();
  const limit = limitOf(states.find(incidentPlace(data).state), {
    ...data,
    amountCents: amountCents(typedAmount ?? data.amount),
    isBusiness: data.userType === '2',
  });
  if (!limit) return null;
  const { state, limitCents } = limit;
  // No figure without its source: the claimant is asked, and the clerk knows.
  const isConfirmed = state.limit_fact.source !== '';
  const amount = formatCents(limitCents);
  const mayGiveUp = state.may_give_up !== false;
  if (!limit.isAbove) {
    return (
      showsLimitBelow &&
      isConfirmed && (
        <div className={styles['below']}>
          <Limit text={copy.limit.text(state.name, amount)} state={state} />
        </div>
      )
    );
  }
  return (
    <Notice tone="warning" title={isConfirmed ? copy.limit.heading : copy.limit.maybeHeading}>
      <Stack>
        <Limit text={isConfirmed ? copy.limit.text(state.name, amount) : copy.limit.maybe(state.name)} state={state} />
        {!mayGiveUp && <p>{copy.limit.whole(state.name)}</p>}
        <RadioCards
          name="overLimitChoice"
          label={copy.limit.choose}
          options={[
            ...(mayGiveUp
              ? [
                  {
                    value: 'waive',
                    label: isConfirmed ? copy.limit.waive(amount) : copy.limit.waiveUnknown,
                    text: copy.limit.waiveHint,
                  },
                ]
              : []),
            { value: 'letter-only', label: copy.limit.letterOnly, text: copy.limit.letterOnlyHint },
          ]}
        />
      </Stack>
    </Notice>
  );
}

const Limit = ({ text, state }: { text: string; state: StateOption }) => (
  <div>
    <p>{text}</p>
    <FactSource fact={state.limit_fact} />
  </div>
);
