import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { longDay } from '@redress/copy/format';
import { incidentPlace, limitCountsFrom, type CalendarDay } from '@redress/domain';
import { useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useEffect, useState } from 'react';
import { FactSource } from '../../shared/fact-source.tsx';
import { Notice, Stack } from '@redress/ui';
import type { TimeLimitAnswer } from './time-limit.ts';

/**
 * Tells when the usual time to start such a claim has passed or ends within 60 days, with source and date, and leaves
 * the decision to the claimant (R33). The law of all states is large: it is fetched when there is a question.
 */
export function TimeLimitNotice({ today }: { today: CalendarDay }) {
  const stored = useAppSelector(selectFormData);
  // Days as they are being typed.
  const date = useFormField<string>('date').value;
  const limitDate = useFormField<string>('limitDate').value;
  const data = { ...stored, date, limitDate };
  const { situation, disputing } = data;
  const countsFrom = limitCountsFrom(data);
  const state = incidentPlace(data).state;
  const [limit, setLimit] = useState<TimeLimitAnswer | null>(null);

  useEffect(() => {
    let isCurrent = true;
    setLimit(null);
    if (!countsFrom || countsFrom > today || !state) return;
    import('./time-limit.ts').then(
      ({ findTimeLimit }) => isCurrent && setLimit(findTimeLimit({ situation, disputing, state, countsFrom, today })),
      // Without the notice the claim can be continued: the stage 'Finding the Correct Jurisdiction' shows it again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [situation, disputing, state, countsFrom, today]);

  if (!limit) return null;
  const kind = copy.timeLimitKinds[limit.type];
  const ends = longDay(limit.endsOn);
  return (
    <Notice tone="warning" title={copy.timeLimit.heading}>
      <Stack gap={8}>
        <p>
          {limit.hasPassed
            ? copy.timeLimit.passed(kind, copy.years(limit.years), ends)
            : copy.timeLimit.soon(kind, ends)}
        </p>
        <p>{copy.timeLimit.exceptions}</p>
        <FactSource fact={limit.fact} />
      </Stack>
    </Notice>
  );
}
