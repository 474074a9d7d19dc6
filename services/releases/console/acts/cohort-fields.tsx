import type { Cohorts } from '@redress/contracts/releases';
import styles from './acts.module.css';
import { actTexts } from './act-texts.ts';
import { TextField } from './text-field.tsx';

/** As it is typed. */
export interface TypedCohorts {
  isStaff: boolean;
  countries: string;
  groups: string;
  within: string;
}

export const typedOf = ({ staff, countries, groups, within }: Cohorts): TypedCohorts => ({
  isStaff: staff === true,
  countries: countries?.join(', ') ?? '',
  groups: groups?.join(', ') ?? '',
  within: within?.join(', ') ?? '',
});

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** What is not right about it the service says. @returns `{}` for nobody */
export function cohortsOf({ isStaff, countries, groups, within }: TypedCohorts): Cohorts {
  const lists = {
    countries: listOf(countries.toUpperCase()),
    groups: listOf(groups.toLowerCase()),
    within: listOf(within.toUpperCase()),
  };
  return {
    ...(isStaff ? { staff: true as const } : {}),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}

/** Who has the build whatever the share is, and of whom the share is one. */
export function CohortFields({ value, onChange }: { value: TypedCohorts; onChange: (value: TypedCohorts) => void }) {
  const { cohorts } = actTexts;
  return (
    <fieldset className={styles['choices']}>
      <legend>{cohorts.legend}</legend>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={value.isStaff}
          onChange={(event) => onChange({ ...value, isStaff: event.target.checked })}
        />
        {cohorts.staff}
      </label>
      {(['countries', 'groups', 'within'] as const).map((key) => (
        <TextField
          key={key}
          label={cohorts[key]}
          value={value[key]}
          onChange={(text) => onChange({ ...value, [key]: text })}
        />
      ))}
    </fieldset>
  );
}
