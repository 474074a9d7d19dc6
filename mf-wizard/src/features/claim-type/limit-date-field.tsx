import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { limitDays, limitStartOf, positionOf, type CalendarDay, type ClaimFact } from '@redress/domain';
import { dayText, isDayOf } from '@redress/domain/facts';
import { CheckboxField, DateField, useFormField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { TextButton } from '@redress/ui';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';

const texts = copy.limitDate;

/**
 * The day the time to go to court counts from, asked in the words of the category (R38); unknown decides nothing. A day
 * that a fact of step 4 has told already is not asked again, and another one is told.
 */
export function LimitDateField({ today }: { today: CalendarDay }) {
  const data = useAppSelector(selectFormData);
  const start = limitStartOf(data);
  const isUnknown = useFormField<boolean>('limitDateUnknown').value === true;
  const date = useFormField<string>('date').value;
  const limitDate = useFormField<string>('limitDate').value;
  const { row } = limitDays(data);
  if (start === 'happened') return row && date && !data.dateIsAbout && <DayOfRow row={row} given={date} />;
  return (
    <>
      {!isUnknown && (!row || limitDate) && (
        <DateField name="limitDate" label={texts.label[start]} hint={texts.hint} max={today} optional />
      )}
      {!row && <CheckboxField name="limitDateUnknown" label={texts.unknown} isUnder={!isUnknown} />}
      {!row && isUnknown && <p>{texts.countsFrom[start]}</p>}
      {row && <DayOfRow row={row} given={isUnknown ? '' : limitDate} />}
    </>
  );
}

function DayOfRow({ row, given }: { row: ClaimFact; given: string }) {
  const { layout, goTo } = useWizardNavigation();
  const day = dayText(row);
  if (given && isDayOf(row, given)) return null;
  return (
    <p>
      {day ? texts.ofRow(day) : texts.noneOfRow}{' '}
      <TextButton onClick={() => goTo(positionOf(layout, 'description'), { row: row.id })}>{texts.toRow}</TextButton>
    </p>
  );
}
