import type { BuildAbout, BuildFigures } from '@redress/contracts/release-api';
import type { ReactNode } from 'react';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { shortId } from './texts.ts';

/** A time, in the zone of the screen. @param props.form - `ago`: how long since, with the time as its title */
export function Instant({ at, form = 'instant' }: { at: string; form?: 'instant' | 'clock' | 'ago' }) {
  const { times } = useConsole();
  return (
    <time className={styles['instant']} dateTime={at} title={`${times.instant(at)} ${times.zone}`}>
      {times[form](at)}
    </time>
  );
}

export const BuildId = ({ version, buildId }: { version?: string | undefined; buildId: string }) => (
  <span className={styles['build']}>
    {version} <code title={buildId}>{shortId(buildId)}</code>
  </span>
);

/** Of a remote that was rolled back. */
export const HELD = 'Held after a rollback';
export const HELD_MEANS = 'Rolled back: no newer build is served by itself. Promoting one ends it.';

export const Bullets = ({ of }: { of: readonly ReactNode[] }) => (
  <ul className={styles['plain']}>
    {of.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
);

/** Where a build came from. */
export function commitOf(about: BuildAbout | null | undefined) {
  const { commit, branch, author, message, ciRun } = about?.origin ?? {};
  if (!commit && !message) return null;
  return (
    <span title={ciRun}>
      <code>{commit?.slice(0, 7)}</code> {branch} {author}
      {message && `: ${message}`}
    </span>
  );
}

export const firstLoadOf = (about: BuildAbout | null | undefined) =>
  about ? `${Math.ceil(about.firstLoadBytes / 1024)} of ${Math.floor(about.budgetBytes / 1024)} KB` : null;

/** Counted as the first page and the gate count: a session that loads again is not another one. */
export function Failures({ figures }: { figures: BuildFigures | null | undefined }) {
  if (!figures || figures.all === 0) return 'no reports';
  return (
    <>
      {figures.failing} of {figures.all} sessions failed since <Instant at={figures.since} form="clock" />
    </>
  );
}
