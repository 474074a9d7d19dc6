import type { BuildSummary, ServedBuild } from '@redress/contracts/release-api';
import { Select } from '@redress/ui/controls';
import { useCallback, useId } from 'react';
import { useConsole } from '../console-context.ts';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import styles from './acts.module.css';
import { actTexts } from './act-texts.ts';

const LISTED = 200;

/** Builds of a remote, the newest first, and what the channel knows of each. */
function useBuilds(name: string) {
  const { api, channel } = useConsole();
  const load = useCallback(async () => {
    const [published, served] = await Promise.all([
      api('builds', { name, limit: LISTED }),
      api('servedBuilds', { channel, remote: name, limit: LISTED }),
    ]);
    return { published, served };
  }, [api, channel, name]);
  return useLoaded(load);
}

/**
 * One build of a remote.
 * @param props.among - every published one, or those that served everybody: what can be rolled back to
 * @param props.first - words of the choice that names none
 */
export function BuildChoice({
  name,
  current,
  among,
  first,
  chosen,
  onChoose,
  label = actTexts.build,
}: {
  name: string;
  current: string;
  among: 'published' | 'served';
  first: string;
  chosen: string;
  onChoose: (buildId: string) => void;
  label?: string;
}) {
  const { data } = useBuilds(name);
  const { times } = useConsole();
  const id = useId();
  const marks = new Map(data?.served.map((build) => [build.buildId, build]));
  const isOffered = ({ buildId }: BuildSummary) =>
    buildId !== current && (among === 'published' || isWayBack(marks.get(buildId)));
  const offered = data?.published.filter(isOffered) ?? [];
  const bad = marks.get(chosen)?.bad;
  const aboutOf = ({ buildId, publishedAt, about }: BuildSummary) => {
    const served = marks.get(buildId);
    return [
      served?.lastAt ? `served until ${times.ago(served.lastAt)}` : `published ${times.ago(publishedAt)}`,
      ...(about?.origin.message ? [about.origin.message.slice(0, 60)] : []),
      ...(served?.bad ? ['rolled back'] : []),
    ].join(', ');
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{data && offered.length === 0 ? 'There is no other build' : first}</option>
        {offered.map((build) => (
          <option key={build.buildId} value={build.buildId}>
            {build.version} {shortId(build.buildId)}, {aboutOf(build)}
          </option>
        ))}
      </Select>
      {bad && (
        <p role="status" className={styles['error']}>
          {bad.actor} rolled it back {times.ago(bad.at)}: {bad.reason}
        </p>
      )}
    </div>
  );
}

const isWayBack = (served: ServedBuild | undefined): boolean => served !== undefined && served.sinceKind !== 'rollout';
