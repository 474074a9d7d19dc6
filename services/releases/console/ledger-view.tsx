import type { LedgerRow, LedgerVerdict } from '@redress/contracts/release-api';
import { Button, EmptyState, LoadError, Notice } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { movesOf } from '../src/ledger/moves.ts';
import { useConsole } from './console-context.ts';
import { Instant } from './instant.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';

const COLUMNS: Column<LedgerRow>[] = [
  { key: 'seq', header: 'No', isRowHeader: true, render: ({ seq }) => seq },
  { key: 'at', header: 'When', render: ({ at }) => <Instant at={at} /> },
  { key: 'actor', header: 'Who', render: ({ actor }) => actor },
  {
    key: 'action',
    header: 'What',
    render: ({ action, subject, detail }) => `${action} ${subject}${detail['overridden'] ? ', override' : ''}`,
  },
  { key: 'moves', header: 'From and to', render: ({ detail }) => movesOf(detail) },
  { key: 'reason', header: 'Why', render: ({ reason }) => reason },
  { key: 'hash', header: 'Hash', render: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code> },
];

/** Who did what, when and why; each entry holds the hash of the one before. */
export function LedgerView() {
  const { api } = useConsole();
  const { data, refusal, reload } = useLoaded(useCallback(() => api('ledger', { limit: 100 }), [api]));
  const [verdict, setVerdict] = useState<LedgerVerdict | null>(null);
  if (!data && refusal) return <LoadError title={texts.failed} text={refusal.message} onRetry={reload} />;
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void api('verifyLedger', {}).then(setVerdict)}>
        {texts.verify}
      </Button>
      {verdict && (
        <Notice tone={verdict.ok ? 'success' : 'danger'} live>
          {verdict.ok
            ? `${verdict.entries} entries, each following the one before.`
            : `Entry ${verdict.fault?.seq}: ${verdict.fault?.what}.`}
        </Notice>
      )}
      <DataTable
        caption="Ledger, newest first"
        columns={COLUMNS}
        rows={data ?? []}
        rowKey={({ hash }) => hash}
        status={data ? 'ready' : 'loading'}
        empty={<EmptyState title={texts.none} />}
      />
    </>
  );
}
