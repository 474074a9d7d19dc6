import { rows as copy } from '@redress/copy/rows';
import { FACT_DAYS, parseCalendarDay, type ClaimFact } from '@redress/domain';
import { DateField, FieldFrame, FieldRow, useFillFields, useFormField } from '@redress/forms';
import { control, Select } from '@redress/ui/controls';

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** A day that is only nearly known: a year, or a month of it. */
function AboutDay({ name }: { name: string }) {
  const field = useFormField<ClaimFact['day']>(name);
  const [year = '', month = ''] = (field.value ?? '').split('-');
  const put = (...parts: string[]) => field.setValue(parts.filter(Boolean).join('-'));
  const monthId = `${field.id}-month`;
  return (
    <FieldRow>
      <FieldFrame {...field} label={copy.facts.year} width="short">
        <input
          {...field.aria}
          className={control}
          id={field.id}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={year}
          onChange={(event) => put(event.target.value.replace(/[^0-9]/g, ''), month)}
        />
      </FieldFrame>
      <FieldFrame {...field} id={monthId} error={undefined} label={copy.facts.month} width="short">
        <Select id={monthId} value={month} disabled={!year} onChange={(event) => put(year, event.target.value)}>
          <option value="">{copy.facts.dayIsOf.unknown}</option>
          {MONTHS.map((number) => (
            <option key={number} value={number}>
              {monthName.format(new Date(`2024-${number}-01T00:00:00Z`))}
            </option>
          ))}
        </Select>
      </FieldFrame>
    </FieldRow>
  );
}

/** How well the day of a fact is known, and the day. */
export function DayFields({ dayIs: dayIsName, day: dayName }: { dayIs: string; day: string }) {
  const dayIs = useFormField<ClaimFact['dayIs']>(dayIsName);
  const { value: day } = useFormField<ClaimFact['day']>(dayName);
  const fill = useFillFields();
  const chosen = dayIs.value || 'exact';
  return (
    <>
      <FieldFrame {...dayIs} label={copy.facts.dayIs} width="half">
        <Select
          {...dayIs.aria}
          id={dayIs.id}
          name={dayIsName}
          value={chosen}
          onChange={({ target: { value } }) =>
            // A month is no exact day; a day that is not known is none.
            fill({ [dayIsName]: value, [dayName]: value !== 'unknown' && parseCalendarDay(day) ? day : '' })
          }
        >
          {FACT_DAYS.map((value) => (
            <option key={value} value={value}>
              {copy.facts.dayIsOf[value]}
            </option>
          ))}
        </Select>
      </FieldFrame>
      {chosen === 'exact' && <DateField name={dayName} label={copy.facts.day} />}
      {chosen === 'about' && <AboutDay name={dayName} />}
    </>
  );
}
