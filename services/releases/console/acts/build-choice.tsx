import type { BuildSummary } from '@redress/contracts/release-api';
import { useCallback } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { ChoiceField } from '../fields.tsx';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import type { ActField } from './act.ts';

const LISTED = 200;

/** One build of a remote, the newest first: every published one, or those that served everybody and can be gone back to. */
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
    const [published, served] = await Promise.all([
      api('builds', { name, limit: LISTED }),
      api('servedBuilds', { channel, remote: name, limit: LISTED }),
    ]);
    return { published, served: new Map(served.map((build) => [build.buildId, build])) };
  }, [api, channel, name]);
  const { data } = useLoaded(load);
  const isOffered = ({ buildId }: BuildSummary) => {
    const served = data?.served.get(buildId);
    return buildId !== current && (among === 'published' || (served !== undefined && served.sinceKind !== 'rollout'));
  };
  const offered = data?.published.filter(isOffered) ?? [];
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
