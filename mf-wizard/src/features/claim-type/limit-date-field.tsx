import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { limitStartOf, type CalendarDay } from '@redress/domain';
import { CheckboxField, DateField, useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';

/** The day the time to go to court counts from, asked in the words of the category (R38); unknown decides nothing. */
export function LimitDateField({ today }: { today: CalendarDay }) {
  const start = limitStartOf(useAppSelector(selectFormData));
  const isUnknown = useFormField<boolean>('limitDateUnknown').value === true;
  if (start === 'happened') return null;
  const texts = copy.limitDate;
  return (
    <>
      {!isUnknown && <DateField name="limitDate" label={texts.label[start]} hint={texts.hint} max={today} optional />}
      <CheckboxField name="limitDateUnknown" label={texts.unknown} isUnder={!isUnknown} />
      {isUnknown && <p>{texts.countsFrom[start]}</p>}
    </>
  );
}
