import { queryError, queryStatus } from '@redress/api-client';
import { listedDate } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { courtStatusLabel } from '@redress/domain';
import { useDocumentTitle } from '@redress/mf-runtime';
import { Badge, Button, EmptyState, PageHeading } from '@redress/ui';
import { DataTable, Pagination, type Column } from '@redress/ui/data';
import { useState } from 'react';
import { useCourtDocumentsQuery } from '../../shared/letters.api.ts';
import shared from '../../shared/screen.module.css';
import { DocumentList, type DemandGroup } from './document-list.tsx';

/** Papers under way are asked for again, until they are there. */
const LOOK_AGAIN_MS = 10_000;
const PAGE_SIZE = 20;

/** /court-documents: papers by demand. */
export function CourtDocumentsPage() {
  const [opened, setOpened] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [isPending, setPending] = useState(false);
  const query = useCourtDocumentsQuery(
    { page, page_size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true, pollingInterval: isPending ? LOOK_AGAIN_MS : 0 },
  );
  useDocumentTitle(letters.court.title);
  const demands = query.data?.demands ?? [];
  const total = query.data?.total ?? demands.length;
  const somePending = demands.some(({ pending }) => pending);
  if (somePending !== isPending) setPending(somePending);

  const columns: Column<DemandGroup>[] = [
    {
      key: 'demand',
      header: letters.court.columns.demand,
      isRowHeader: true,
      render: (group) => (
        <>
          {group.demand_identifier}
          {group.recipient && <p className={shared['soft']}>{letters.timeline.recipient(group.recipient)}</p>}
        </>
      ),
    },
    {
      key: 'date',
      header: letters.court.columns.date,
      isWhole: true,
      render: (group) => group.formatted_date ?? listedDate(group.created_at),
    },
    {
      key: 'status',
      header: letters.court.columns.status,
      isSelfExplaining: true,
      render: (group) => (
        <>
          <Badge tone={group.pending ? 'pending' : 'info'}>{courtStatusLabel(group.demand_status)}</Badge>
          {!group.pending && <p className={shared['soft']}>{letters.court.ready}</p>}
        </>
      ),
    },
    {
      key: 'count',
      header: letters.court.columns.count,
      render: (group) => letters.court.count(group.court_documents_count),
    },
    {
      key: 'action',
      header: letters.court.columns.action,
      isSelfExplaining: true,
      render: (group) => {
        const isOpen = opened === group.demand_id;
        return (
          <Button
            size="small"
            variant="secondary"
            aria-expanded={isOpen}
            onClick={() => setOpened(isOpen ? null : group.demand_id)}
          >
            {isOpen ? letters.court.hide : letters.court.view}
          </Button>
        );
      },
    },
  ];

  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="court-documents" lead={letters.court.notLegalAdvice}>
          {letters.court.title}
        </PageHeading>
      </div>
      <DataTable
        caption={letters.court.title}
        columns={columns}
        rows={demands}
        rowKey={(group) => group.demand_id}
        status={queryStatus(query)}
        error={query.error ? { title: letters.court.loadFailed, ...queryError(query.error, letters.lists) } : undefined}
        onRetry={() => void query.refetch()}
        renderDetails={(group) => (group.demand_id === opened ? <DocumentList group={group} /> : null)}
        empty={<EmptyState title={letters.court.empty}>{letters.court.emptyText}</EmptyState>}
      />
      {total > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} what={letters.court.what} />
      )}
    </>
  );
}
