import type { Preview } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { NewPreview } from './acts/new-preview.tsx';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { Instant } from './instant.tsx';
import { FormDialog } from './people/form-dialog.tsx';
import { texts } from './texts.ts';
import { useLoaded } from './use-loaded.ts';

/** Addresses at which builds or a snapshot of before are seen; each address is shown only when it is made. */
export function PreviewsView() {
  const { api, channel } = useConsole();
  const { data, refusal, reload } = useLoaded(useCallback(() => api('previews', { channel }), [api, channel]));
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Preview | null>(null);
  const [confirming, setConfirming] = useState<Preview | null>(null);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;
  const columns: Column<Preview>[] = [
    { key: 'id', header: 'No', isRowHeader: true, render: ({ id }) => id },
    { key: 'what', header: 'What', render: ({ what }) => <span className={styles['state']}>{what}</span> },
    {
      key: 'pullRequest',
      header: 'Pull request',
      render: ({ team, pullRequest }) => (pullRequest === null ? null : `${pullRequest} of ${team ?? 'no team'}`),
    },
    { key: 'who', header: 'Who', render: ({ actor }) => actor },
    { key: 'why', header: 'Why', render: ({ reason }) => <span className={styles['state']}>{reason}</span> },
    { key: 'until', header: 'Until', render: ({ expiresAt }) => <Instant at={expiresAt} /> },
    {
      key: 'for',
      header: 'For',
      render: ({ once, openedAt, waits }) =>
        waits ? (
          <Badge tone="pending">waits for another person</Badge>
        ) : once ? (
          <Badge tone={openedAt ? 'success' : 'pending'}>{openedAt ? 'one browser, taken' : 'one browser'}</Badge>
        ) : (
          'whoever has the address'
        ),
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (preview) => (
        <>
          {preview.waits && (
            <Button size="small" aria-label={`Confirm preview ${preview.id}`} onClick={() => setConfirming(preview)}>
              Confirm
            </Button>
          )}
          <Button
            size="small"
            variant="secondary"
            aria-label={`End preview ${preview.id}`}
            onClick={() => setEnding(preview)}
          >
            End
          </Button>
        </>
      ),
    },
  ];
  const end = async ({ id }: Preview, reason: string) => {
    await api('endPreview', { channel, id, reason });
    reload();
  };
  return (
    <>
      <div>
        <Button onClick={() => setMaking(true)}>Make a preview</Button>
      </div>
      <DataTable
        caption={`Previews of the channel ${channel} that can be opened`}
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => String(id)}
        status={data ? 'ready' : 'loading'}
        empty={<EmptyState title="No preview can be opened now." />}
      />
      {isMaking && <NewPreview onClose={() => setMaking(false)} />}
      {confirming && (
        <FormDialog
          title={`Confirm preview ${confirming.id}`}
          action="Confirm"
          onSubmit={async () => {
            await api('confirmPreview', { channel, id: confirming.id, what: confirming.what });
            setConfirming(null);
            reload();
          }}
          onClose={() => setConfirming(null)}
        >
          <p>
            {confirming.what}, made by {confirming.actor}: whoever has its address can run it on the site.
          </p>
        </FormDialog>
      )}
      {ending && (
        <ActDialog
          title={`End preview ${ending.id}`}
          action="End"
          onAct={(reason) => end(ending, reason)}
          onClose={() => setEnding(null)}
        >
          <p>{ending.what}: nobody sees it any more, within seconds.</p>
        </ActDialog>
      )}
    </>
  );
}
