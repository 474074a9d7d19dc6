import { queryError, queryStatus } from '@redress/api-client';
import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { longDate } from '@redress/copy/format';
import { navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { Badge, Button, EmptyState, PageHeading, ProgressBar, showToast, type Tone } from '@redress/ui';
import { DataTable, Pagination, type Column } from '@redress/ui/data';
import { useState } from 'react';

import { resumeSession, startNewSession } from '../../shared/open-session.ts';
import { claimInWords, packageInWords } from '../../shared/session-facts.ts';
import { SESSIONS_PAGE_SIZE, useSessionsQuery } from '../../shared/sessions.api.ts';
import styles from '../../shared/screen.module.css';
import { DeleteSession } from './delete-session.tsx';

const toneOfProgress = ({ is_completed, progress }: SessionRow): Tone | 'neutral' => {
  if (is_completed) return 'success';
  return progress >= 50 ? 'info' : 'neutral';
};

/** /dashboard: My Active Sessions. */
export function ActiveSessionsPage() {
  const [page, setPage] = useState(1);
  const [opening, setOpening] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<SessionRow | null>(null);
  const sessions = useSessionsQuery(
    { page, page_size: SESSIONS_PAGE_SIZE, status: 'active' },
    { refetchOnMountOrArgChange: true },
  );
  useDocumentTitle(account.sessions.pageTitle);

  const resume = async (row: SessionRow) => {
    if (opening) return;
    if (row.is_completed) return navigateTo('/demand-letters');
    setOpening(row.session_id);
    const error = await resumeSession(row.form_session_id);
    setOpening(null);
    if (error) showToast({ text: error.message || account.sessions.resumeFailed, tone: 'danger' });
    else navigateTo('/');
  };
  const startNew = async () => {
    await startNewSession();
    navigateTo('/');
  };

  const columns: Column<SessionRow>[] = [
    {
      key: 'package',
      header: account.sessions.columns.package,
      isRowHeader: true,
      render: (row) => (
        <>
          {packageInWords(row)}
          <p className={styles['soft']}>{claimInWords(row)}</p>
        </>
      ),
    },
    { key: 'created', header: account.sessions.columns.created, render: (row) => longDate(row.created_at) },
    {
      key: 'status',
      header: account.sessions.columns.status,
      render: (row) => (
        <div className={styles['meter']}>
          <Badge tone={toneOfProgress(row)}>{row.status_label}</Badge>
          <ProgressBar value={row.progress} max={100} label={account.sessions.progress(row.progress)} />
        </div>
      ),
    },
    {
      key: 'action',
      header: account.sessions.columns.action,
      render: (row) => {
        const what = claimInWords(row) || packageInWords(row);
        return (
          <div className={styles['actions']}>
            <Button
              size="small"
              variant="secondary"
              busy={opening === row.session_id}
              aria-label={row.is_completed ? account.sessions.viewNamed(what) : account.sessions.resumeNamed(what)}
              onClick={() => void resume(row)}
            >
              {row.is_completed ? account.sessions.view : account.sessions.resume}
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={account.sessions.deleteNamed(what)}
              onClick={() => setDeleting(row)}
            >
              {account.sessions.delete}
            </Button>
          </div>
        );
      },
    },
  ];

  const rows = sessions.data?.sessions ?? [];
  return (
    <>
      <div className={styles['head']}>
        <PageHeading screen="dashboard">{account.sessions.title}</PageHeading>
        <Button onClick={() => void startNew()}>{account.sessions.startNew}</Button>
      </div>
      <DataTable
        caption={account.sessions.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.session_id}
        status={queryStatus(sessions)}
        error={queryError(sessions.error, account.list)}
        onRetry={() => void sessions.refetch()}
        empty={
          <EmptyState
            title={account.sessions.empty}
            action={<Button onClick={() => void startNew()}>{account.sessions.startForm}</Button>}
          >
            {account.sessions.emptyText}
          </EmptyState>
        }
      />
      {rows.length > 0 && (
        <Pagination
          page={page}
          pageSize={SESSIONS_PAGE_SIZE}
          total={sessions.data?.total ?? 0}
          onPage={setPage}
          what="sessions"
          busy={sessions.isFetching}
        />
      )}
      {deleting && <DeleteSession row={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
