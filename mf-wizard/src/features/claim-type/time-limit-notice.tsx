import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { longDay } from '@redress/copy/format';
import { incidentPlace, limitCountsFrom, limitStartOf, type CalendarDay } from '@redress/domain';
import { useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useEffect, useState } from 'react';
import { FactSource } from '../../shared/fact-source.tsx';
import { Notice, Stack } from '@redress/ui';
import type { TimeLimitAnswer } from './time-limit.ts';

/**
 * Tells when the time to start such a claim has passed or ends within 60 days, by each rule that may hold, and leaves
 * the decision to the claimant (R33). The law of all states is large: it is fetched when there is a question.
 */
export function TimeLimitNotice({ today }: { today: CalendarDay }) {
  const stored = useAppSelector(selectFormData);
  // Days as they are being typed.
  const date = useFormField<string>('date').value;
  const limitDate = useFormField<string>('limitDate').value;
  const data = { ...stored, date, limitDate, limitDateOf: limitStartOf(stored) };
  const countsFrom = limitCountsFrom(data);
  const state = incidentPlace(data).state;
  const [limit, setLimit] = useState<TimeLimitAnswer | null>(null);
  const asked = JSON.stringify([data.situation, data.disputing, state, countsFrom, today]);

  useEffect(() => {
    let isCurrent = true;
    setLimit(null);
    if (!countsFrom || countsFrom > today || !state) return;
    import(/* webpackChunkName: "law" */ './time-limit.ts').then(
      ({ findTimeLimit }) => isCurrent && setLimit(findTimeLimit(data, state, today)),
      // Without the notice the claim can be continued: the stage 'Finding the Correct Jurisdiction' shows it again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `asked` holds everything the answer depends on
  }, [asked]);

  if (!limit) return null;
  const changes = limit.perhaps.map((each) => copy.timeLimit.perhaps[each]);
  return (
    <Notice tone="warning" title={copy.timeLimit.heading}>
      <Stack gap={8}>
        {limit.rules.map(({ kind, period, endsOn, hasPassed, fact }) => (
          <div key={`${kind} ${endsOn}`}>
            <p>
              {hasPassed
                ? copy.timeLimit.passed(
                    copy.timeLimitKinds[kind],
                    copy.periods[period.unit](period.count),
                    longDay(endsOn),
                  )
                : copy.timeLimit.soon(copy.timeLimitKinds[kind], longDay(endsOn))}
            </p>
            <FactSource fact={fact} />
          </div>
        ))}
        {limit.rules.length > 1 && <p>{copy.timeLimit.earlier}</p>}
        {changes.length > 0 && <p>{copy.timeLimit.canChange(changes.join('; '))}</p>}
        <p>{copy.timeLimit.exceptions}</p>
      </Stack>
    </Notice>
  );
}
