import { Select } from '@redress/ui/controls';
import { useCallback, useId } from 'react';
import type { ReleaseApi } from './api.ts';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { ago, shortId } from './texts.ts';

export interface BuildChoiceProps {
  api: ReleaseApi;
  name: string;
  current: string;
  chosen: string;
  onChoose: (buildId: string) => void;
}

/** Every published build of a remote but the one being served. */
export function BuildChoice({ api, name, current, chosen, onChoose }: BuildChoiceProps) {
  const { data } = useLoaded(useCallback(() => api.builds(name), [api, name]));
  const id = useId();
  const others = data?.filter(({ buildId }) => buildId !== current) ?? [];
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>Build</label>
      <Select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)} required>
        <option value="">{data && others.length === 0 ? 'There is no other build' : 'Choose a build'}</option>
        {others.map(({ buildId, version, publishedAt }) => (
          <option key={buildId} value={buildId}>
            {version} {shortId(buildId)}, published {ago(publishedAt, Date.now())}
          </option>
        ))}
      </Select>
    </div>
  );
}
