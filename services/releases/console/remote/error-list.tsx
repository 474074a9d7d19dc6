import type { BrowserError } from '@redress/contracts/release-api';
import { EmptyState, LoadError, Skeleton } from '@redress/ui';
import { useCallback } from 'react';
import { useConsole } from '../console-context.ts';
import { Instant } from '../instant.tsx';
import { shortId, texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';

const REFRESH_MS = 10_000;

/** Errors in the browsers of visitors, the latest first, at their places in the sources. @param props.remote - of it alone */
export function ErrorList({ remote, limit }: { remote?: string; limit: number }) {
  const { api, linkTo } = useConsole();
  const load = useCallback(() => api('errors', { remote, limit }), [api, remote, limit]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  if (!data) return <Skeleton />;
  if (data.length === 0) return <EmptyState title={remoteTexts.noErrors} />;
  return (
    <ol className={styles['errors']}>
      {data.map((error) => (
        <li key={keyOf(error)}>
          <p className={styles['message']}>{error.message}</p>
          <p className={styles['soft']}>
            {remote === undefined && (
              <>
                <a href={linkTo('remotes', error.remote)}>{error.remote}</a>{' '}
              </>
            )}
            <code title={error.buildId}>{shortId(error.buildId)}</code> {error.kind},{' '}
            {remoteTexts.counts(error.sessions, error.events)}, <Instant at={error.firstAt} form="clock" />{' '}
            <span aria-hidden="true">–</span> <Instant at={error.lastAt} form="clock" />
          </p>
          {error.cause && <p>{error.cause}</p>}
          {error.frames.length === 0 ? (
            <p className={styles['soft']}>{remoteTexts.noStack}</p>
          ) : (
            <ol className={styles['frames']}>
              {error.frames.map((frame, index) => (
                <li key={`${index} ${frame}`}>
                  <code>{frame}</code>
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}

const keyOf = ({ remote, buildId, kind, message, frames }: BrowserError) =>
  `${remote} ${buildId} ${kind} ${message} ${frames[0] ?? ''}`;
