import type { BrowserError } from '@redress/contracts/release-api';
import { useCallback } from 'react';
import { useConsole } from '../console-context.ts';
import { List, type Columns } from '../list.tsx';
import { Bullets, BuildId, Instant } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';

const REFRESH_MS = 10_000;

const COLUMNS: Columns<BrowserError> = {
  Error: ({ message }) => message,
  Cause: ({ cause }) => cause,
  Build: ({ remote, buildId, kind }) => (
    <>
      {remote} <BuildId buildId={buildId} /> {kind}
    </>
  ),
  Counted: ({ sessions, events }) => `${sessions} sessions, ${events} times`,
  When: ({ firstAt, lastAt }) => (
    <>
      <Instant at={firstAt} form="clock" /> to <Instant at={lastAt} form="clock" />
    </>
  ),
  Where: ({ frames }) =>
    frames.length === 0 ? (
      'Without a place in the sources.'
    ) : (
      <Bullets
        of={frames.map((frame) => (
          <code>{frame}</code>
        ))}
      />
    ),
};

/** Errors in the browsers of visitors, the latest first, at their places in the sources. @param props.remote - of it alone */
export function ErrorList({ remote, limit }: { remote?: string; limit: number }) {
  const { api } = useConsole();
  const of = useLoaded(
    useCallback(() => api('errors', { remote, limit }), [api, remote, limit]),
    REFRESH_MS,
  );
  return (
    <List
      heading="Errors in browsers"
      caption="Errors in the browsers of visitors, the latest first"
      of={of}
      rows={of.data ?? undefined}
      rowKey={(error) => `${error.remote} ${error.buildId} ${error.kind} ${error.message} ${error.frames[0] ?? ''}`}
      columns={COLUMNS}
      empty="No error was reported."
    />
  );
}
