import { queryError, queryStatus } from '@redress/api-client';
import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { listedDate } from '@redress/copy/format';
import { DataTable, Pagination, type Column } from '@redress/ui/data';
import { useState, type ReactNode } from 'react';
import { claimInWords, packageInWords } from './claim-facts.ts';
import shared from './screen.module.css';
import { CLAIMS_PAGE_SIZE, useClaimsQuery } from './claims.api.ts';

export interface ClaimTableProps {
  caption: string;
  status: 'active' | 'completed';
  /** Columns after what every list of claims begins with. */
  columns: readonly Column<SessionRow>[];
  empty: ReactNode;
}

const FIRST_COLUMNS = (): Column<SessionRow>[] => [
  {
    key: 'package',
    header: account.sessions.columns.package,
    isRowHeader: true,
    render: (row) => (
      <>
        {packageInWords(row)}
        <p className={shared['soft']}>{claimInWords(row)}</p>
      </>
    ),
  },
  {
    key: 'created',
    header: account.sessions.columns.created,
    isWhole: true,
    render: (row) => listedDate(row.created_at),
  },
];

/** A person's claims, a page at a time as the server gives them: the ones under way, or the finished ones. */
export function ClaimTable({ caption, status, columns, empty }: ClaimTableProps) {
  const [page, setPage] = useState(1);
  const query = useClaimsQuery({ page, page_size: CLAIMS_PAGE_SIZE, status }, { refetchOnMountOrArgChange: true });
  const rows = query.data?.sessions ?? [];
  const total = query.data?.total ?? 0;
  // The last row of the last page was deleted: the page before it is the last one now.
  const lastPage = Math.max(1, Math.ceil(total / CLAIMS_PAGE_SIZE));
  if (query.data && !query.isFetching && page > lastPage) setPage(lastPage);

  return (
    <>
      <DataTable
        caption={caption}
        columns={[...FIRST_COLUMNS(), ...columns]}
        rows={rows}
        rowKey={(row) => row.session_id}
        status={queryStatus(query)}
        error={queryError(query.error, account.list)}
        onRetry={() => void query.refetch()}
        empty={empty}
      />
      {rows.length > 0 && (
        <Pagination
          page={page}
          pageSize={CLAIMS_PAGE_SIZE}
          total={total}
          onPage={setPage}
          what="sessions"
          busy={query.isFetching}
        />
      )}
    </>
  );
}

/** One claim at a time is being opened; which, for its button. */
export function useOpening(open: (row: SessionRow) => Promise<void>) {
  const [opening, setOpening] = useState<string | null>(null);
  return {
    isOpening: (row: SessionRow) => opening === row.session_id,
    async start(row: SessionRow) {
      if (opening) return;
      setOpening(row.session_id);
      await open(row);
      setOpening(null);
    },
  };
}
