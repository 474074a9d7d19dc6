import { Select } from '@redress/ui/controls';
import { useCallback, useId } from 'react';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { shortId } from './texts.ts';

export interface BuildChoiceProps {
  name: string;
  current: string;
  chosen: string;
  onChoose: (buildId: string) => void;
}

/** Every published build of a remote but the one being served. */
export function BuildChoice({ name, current, chosen, onChoose }: BuildChoiceProps) {
  const { api, times } = useConsole();
  const { data } = useLoaded(useCallback(() => api('builds', { name, limit: 500 }), [api, name]));
  const id = useId();
  const others = data?.filter(({ buildId }) => buildId !== current) ?? [];
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>Build</label>
      <Select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)} required>
        <option value="">{data && others.length === 0 ? 'There is no other build' : 'Choose a build'}</option>
        {others.map(({ buildId, version, publishedAt }) => (
          <option key={buildId} value={buildId}>
            {version} {shortId(buildId)}, published {times.ago(publishedAt)}
          </option>
        ))}
      </Select>
    </div>
  );
}
