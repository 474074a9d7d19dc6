import type { HistoryRow } from '@redress/contracts/release-api';
import { changeOf } from '@redress/release-client/sentences';
import { Button } from '@redress/ui';
import { useCallback, useState } from 'react';
import { ActButton } from '../acts/act-button.tsx';
import { BuildDifference } from '../acts/build-difference.tsx';
import { backTo } from '../acts/release-acts.ts';
import { useConsole } from '../console-context.ts';
import { List, Shown, type Columns } from '../list.tsx';
import { Bullets, Instant } from '../parts.tsx';
import { texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';

const PAGE = 50;

const COLUMNS: Columns<HistoryRow> = {
  Snapshot: ({ number }) => number,
  When: ({ createdAt }) => <Instant at={createdAt} form="ago" />,
  Who: ({ actor }) => actor,
  What: changeOf,
  Why: ({ reason }) => reason,
};

/** Every snapshot of the channel, and what each one changed. @param props.before - those before this one */
export function SnapshotList({ before }: { before: number | null }) {
  const { api, channel, linkTo } = useConsole();
  const load = useCallback(async () => {
    // One more than is shown says whether there is another page.
    const rows = await api('history', { channel, limit: PAGE + 1, ...(before === null ? {} : { before }) });
    const [newest] = before === null ? rows : await api('history', { channel, limit: 1 });
    return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE, newest: newest?.number ?? 0 };
  }, [api, channel, before]);
  const of = useLoaded(load);
  const { data } = of;
  const [opened, setOpened] = useState<number | null>(null);
  const last = data?.rows.at(-1)?.number;
  return (
    <List
      caption={`Snapshots of the channel ${channel}, newest first`}
      of={of}
      rows={data?.rows}
      rowKey={({ number }) => number}
      columns={COLUMNS}
      empty={texts.none}
      forReaders
      buttons={({ number, changes }) => (
        <>
          {data && number !== data.newest && (
            <ActButton label="Back to it" of={`snapshot ${number}`} act={backTo(number, data.newest)} />
          )}
          {changes.length > 0 && (
            <Button
              size="small"
              variant="secondary"
              aria-expanded={opened === number}
              aria-label={`Difference of snapshot ${number}`}
              onClick={() => setOpened(opened === number ? null : number)}
            >
              Difference
            </Button>
          )}
        </>
      )}
      details={({ number }) => number === opened && <Difference number={number} />}
      pages={{
        label: 'Pages of the snapshots',
        newest: before === null ? null : linkTo('history'),
        older: data?.hasMore && last !== undefined ? linkTo('history', String(last)) : null,
      }}
    />
  );
}

function Difference({ number }: { number: number }) {
  const { api, channel } = useConsole();
  const of = useLoaded(useCallback(() => api('diff', { channel, to: number }), [api, channel, number]));
  return (
    <Shown of={of}>
      {(diffs) => (
        <Bullets
          of={diffs.map((diff) => (
            <>
              <strong>{diff.name}</strong>
              <BuildDifference diff={diff} />
            </>
          ))}
        />
      )}
    </Shown>
  );
}
