import { ROLES, type Role } from '@redress/contracts/release-api';
import { Select, control } from '@redress/ui/controls';
import { useCallback, useId, type InputHTMLAttributes } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { useLoaded } from '../use-loaded.ts';
import { peopleTexts } from './people-texts.ts';

/** One line to write in, with its name. */
export function TextInput({
  label,
  value,
  onChange,
  ...rest
}: { label: string; value: string; onChange: (value: string) => void } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'list'
>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={control}
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export interface Rights {
  role: Role;
  team: string | null;
}

/** What somebody may do: a role, and for a developer a team. */
export function RightsFields({ value, onChange }: { value: Rights; onChange: (rights: Rights) => void }) {
  const { api } = useConsole();
  const { data } = useLoaded(useCallback(() => api('teams', {}), [api]));
  const id = useId();
  return (
    <>
      <div className={styles['field']}>
        <label htmlFor={`${id}-role`}>{peopleTexts.role}</label>
        <Select
          id={`${id}-role`}
          value={value.role}
          onChange={(event) => {
            const role = ROLES.find((known) => known === event.target.value) ?? 'reader';
            onChange({ role, team: role === 'developer' ? value.team : null });
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {peopleTexts.roles[role]}
            </option>
          ))}
        </Select>
      </div>
      {value.role === 'developer' && (
        <div className={styles['field']}>
          <label htmlFor={`${id}-team`}>{peopleTexts.team}</label>
          <Select
            id={`${id}-team`}
            value={value.team ?? ''}
            onChange={(event) => onChange({ ...value, team: event.target.value || null })}
          >
            <option value="">{peopleTexts.noTeam}</option>
            {(data ?? []).map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </>
  );
}
