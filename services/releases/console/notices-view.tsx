import type { Notice, NoticeSending, NoticeTarget } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useId, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { Instant } from './instant.tsx';
import { texts } from './texts.ts';
import { useLoaded } from './use-loaded.ts';

/** A try changes a notice, and is no act. */
const REFRESH_MS = 5_000;

const TONES = {
  waiting: 'pending',
  sent: 'success',
  dead: 'danger',
  ended: 'neutral',
} as const satisfies Record<NoticeSending['state'], string>;

function Sending({ sending: { kind, place, state, attempts, error } }: { sending: NoticeSending }) {
  const why = error === null ? '' : `: ${error}, ${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return (
    <li>
      {kind} {place} <Badge tone={TONES[state]}>{`${texts.noticeStates[state]}${why}`}</Badge>
    </li>
  );
}

/** What people were told of without having asked, whether it reached them, and who is told. */
export function NoticesView() {
  const { api, channel, person } = useConsole();
  const notices = useLoaded(
    useCallback(() => api('notices', { channel }), [api, channel]),
    REFRESH_MS,
  );
  const [retrying, setRetrying] = useState<Notice | null>(null);
  if (!notices.data && notices.refusal)
    return (
      <LoadError
        title={texts.failed}
        text={`${notices.refusal.message} ${notices.refusal.remedy}`}
        onRetry={notices.reload}
      />
    );
  const mayChange = person.role === 'release-manager';
  const columns: Column<Notice>[] = [
    { key: 'at', header: 'When', render: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      key: 'what',
      header: 'What',
      isRowHeader: true,
      render: ({ summary }) => <span className={styles['state']}>{summary}</span>,
    },
    {
      key: 'who',
      header: 'Who was told',
      render: ({ sendings }) =>
        sendings.length === 0 ? (
          texts.nobodyTold
        ) : (
          <ul className={styles['sendings']}>
            {sendings.map((sending) => (
              <Sending key={sending.id} sending={sending} />
            ))}
          </ul>
        ),
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (notice) =>
        mayChange &&
        notice.sendings.some(({ state }) => state === 'dead') && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`${texts.retry}: notice ${notice.id}`}
            onClick={() => setRetrying(notice)}
          >
            {texts.retry}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption={`Notices of the channel ${channel}, newest first`}
        columns={columns}
        rows={notices.data ?? []}
        rowKey={({ id }) => String(id)}
        status={notices.data ? 'ready' : 'loading'}
        empty={<EmptyState title={texts.noNotices} />}
      />
      {mayChange && <Targets onTold={notices.reload} />}
      {retrying && (
        <ActDialog
          title={`Try notice ${retrying.id} again`}
          action={texts.retry}
          onAct={async (reason) => {
            await api('retryNotice', { channel, id: retrying.id, reason });
            notices.reload();
          }}
          onClose={() => setRetrying(null)}
        >
          <p>What could not be delivered of it is sent now, and again after growing pauses.</p>
        </ActDialog>
      )}
    </>
  );
}

/** Who is told; for release managers, who alone may read the addresses. */
function Targets({ onTold }: { onTold: () => void }) {
  const { api, channel } = useConsole();
  const id = useId();
  const { data, refusal, reload } = useLoaded(useCallback(() => api('noticeTargets', { channel }), [api, channel]));
  const [ending, setEnding] = useState<NoticeTarget | null>(null);
  const [isTesting, setTesting] = useState(false);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  const columns: Column<NoticeTarget>[] = [
    {
      key: 'address',
      header: 'Address',
      isRowHeader: true,
      render: ({ address }) => <span className={styles['state']}>{address}</span>,
    },
    { key: 'kind', header: 'By', render: ({ kind }) => kind },
    { key: 'team', header: 'Of', render: ({ team }) => team ?? 'everything' },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (target) => (
        <Button
          size="small"
          variant="secondary"
          aria-label={`End: ${target.address}`}
          onClick={() => setEnding(target)}
        >
          End
        </Button>
      ),
    },
  ];
  return (
    <section className={styles['told']} aria-labelledby={id}>
      <h2 id={id}>{texts.whoIsTold}</h2>
      {data && data.length > 0 && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setTesting(true)}>
            Send a test
          </Button>
        </div>
      )}
      <DataTable
        caption={`Who is told of the channel ${channel}`}
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => String(id)}
        status={data ? 'ready' : 'loading'}
        empty={<EmptyState title={texts.noTargets} />}
      />
      {isTesting && (
        <ActDialog
          title="Send a test"
          action="Send"
          onAct={async (reason) => {
            await api('testNotice', { channel, reason });
            onTold();
          }}
          onClose={() => setTesting(false)}
        >
          <p>Everybody in the list gets a mail or a request that says that it is a test.</p>
        </ActDialog>
      )}
      {ending && (
        <ActDialog
          title={`Tell ${ending.address} no longer`}
          action="End"
          onAct={async (reason) => {
            await api('endNoticeTarget', { channel, id: ending.id, reason });
            reload();
          }}
          onClose={() => setEnding(null)}
        >
          <p>What waits for this address is not sent either.</p>
        </ActDialog>
      )}
    </section>
  );
}
