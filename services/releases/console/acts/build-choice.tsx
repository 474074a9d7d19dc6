import type { BuildSummary } from '@redress/contracts/release-api';
import { useCallback } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { ChoiceField } from '../fields.tsx';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import type { ActField } from './act.ts';

const LISTED = 200;

/** One build of a remote: every published one, the newest first, or those that everybody had, the latest first. */
export function BuildChoice({
  name,
  current,
  among,
  first,
  value,
  onChange,
  label,
}: NonNullable<ActField['build']> & { value: string; onChange: (buildId: string) => void; label: string }) {
  const { api, channel, times } = useConsole();
  const load = useCallback(async () => {
    const served = await api('servedBuilds', { channel, remote: name, limit: LISTED });
    const builds =
      among === 'published'
        ? await api('builds', { name, limit: LISTED })
        : served.flatMap(({ servedEverybody, facts }) => (servedEverybody && facts ? [facts] : []));
    return { builds, served: new Map(served.map((build) => [build.buildId, build])) };
  }, [api, channel, name, among]);
  const { data } = useLoaded(load);
  const offered = data?.builds.filter(({ buildId }) => buildId !== current) ?? [];
  const bad = data?.served.get(value)?.bad;
  const aboutOf = ({ buildId, version, publishedAt, about }: BuildSummary) => {
    const served = data?.served.get(buildId);
    return [
      `${version} ${shortId(buildId)}`,
      served?.lastAt ? `served until ${times.ago(served.lastAt)}` : `published ${times.ago(publishedAt)}`,
      ...(about?.origin.message ? [about.origin.message.slice(0, 60)] : []),
      ...(served?.bad ? ['rolled back'] : []),
    ].join(', ');
  };
  return (
    <ChoiceField
      label={label}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: data && offered.length === 0 ? 'There is no other build' : first },
        ...offered.map((build) => ({ value: build.buildId, label: aboutOf(build) })),
      ]}
    >
      {bad && (
        <p role="status" className={styles['error']}>
          {bad.actor} rolled it back {times.ago(bad.at)}: {bad.reason}
        </p>
      )}
    </ChoiceField>
  );
}
