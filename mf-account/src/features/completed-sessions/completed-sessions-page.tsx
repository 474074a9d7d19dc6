import { queryError, queryStatus } from '@redress/api-client';
import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { longDate } from '@redress/copy/format';
import { AppLink, navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { Button, EmptyState, PageHeading, showToast } from '@redress/ui';
import { DataTable, Pagination, type Column } from '@redress/ui/data';
import { useState } from 'react';

import { editSession } from '../../shared/open-session.ts';
import { claimInWords, packageInWords } from '../../shared/session-facts.ts';
import { SESSIONS_PAGE_SIZE, useSessionsQuery } from '../../shared/sessions.api.ts';
import styles from '../../shared/screen.module.css';

/** /completed-sessions: paid claims; each can be opened again in edit mode. */
export function CompletedSessionsPage() {
  const [page, setPage] = useState(1);
  const [opening, setOpening] = useState<string | null>(null);
  const sessions = useSessionsQuery(
    { page, page_size: SESSIONS_PAGE_SIZE, status: 'completed' },
    { refetchOnMountOrArgChange: true },
  );
  useDocumentTitle(account.completed.title);

  const edit = async (row: SessionRow) => {
    if (opening) return;
    setOpening(row.session_id);
    const error = await editSession(row.session_id);
    setOpening(null);
    if (error) showToast({ text: error.message || account.sessions.resumeFailed, tone: 'danger' });
    else navigateTo('/');
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
      key: 'action',
      header: account.sessions.columns.action,
      render: (row) => (
        <div className={styles['actions']}>
          <Button
            size="small"
            variant="secondary"
            busy={opening === row.session_id}
            aria-label={account.completed.editNamed(claimInWords(row) || packageInWords(row))}
            onClick={() => void edit(row)}
          >
            {account.completed.edit}
          </Button>
          <AppLink to="/demand-letters">{account.completed.letter}</AppLink>
        </div>
      ),
    },
  ];

  const rows = sessions.data?.sessions ?? [];
  return (
    <>
      <div className={styles['head']}>
        <PageHeading screen="completed-sessions">{account.completed.title}</PageHeading>
      </div>
      <DataTable
        caption={account.completed.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.session_id}
        status={queryStatus(sessions)}
        error={queryError(sessions.error, account.list)}
        onRetry={() => void sessions.refetch()}
        empty={<EmptyState title={account.completed.empty}>{account.completed.emptyText}</EmptyState>}
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
    </>
  );
}
