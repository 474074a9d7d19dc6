import { queryError, queryStatus } from '@redress/api-client';
import type { AnswerOf, getUserDemands } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { status } from '@redress/copy/status';
import { demandStatusLabel } from '@redress/domain';
import { AppLink, navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { claimNamed, useAppDispatch } from '@redress/session-store';
import { Badge, Button, EmptyState, Notice, PageHeading, toneOf } from '@redress/ui';
import { DataTable, Pagination, type Column } from '@redress/ui/data';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDemandsQuery } from '../../shared/letters.api.ts';
import shared from '../../shared/screen.module.css';
import styles from './demand-letters.module.css';
import { PdfDialog } from './pdf-dialog.tsx';
import { Tracking } from './tracking.tsx';

type DemandRow = AnswerOf<typeof getUserDemands>['data'][number];
/** A draft, or approved and still in its window: it can be changed and stopped. */
const isChangeable = ({ status, window_ends_at }: DemandRow) => status === 'draft' || window_ends_at !== null;

/** What the carrier says goes before "Sent": a letter that comes back must not look like one on its way (R20). */
const MAIL_TONES = {
  handed_over: 'pending',
  attempted: 'pending',
  awaiting_pickup: 'pending',
  refused: 'danger',
  unclaimed: 'danger',
  returned: 'danger',
  undeliverable: 'danger',
} as const;
const hasTone = (state: string | null): state is keyof typeof MAIL_TONES =>
  state !== null && Object.hasOwn(MAIL_TONES, state);

function StatusBadge({ row }: { row: DemandRow }) {
  if (hasTone(row.mail_state)) return <Badge tone={MAIL_TONES[row.mail_state]}>{status.mail[row.mail_state]}</Badge>;
  const { label, color } = demandStatusLabel(row.status);
  return <Badge tone={toneOf(color)}>{label}</Badge>;
}

/** Specification, section 9. */
const PAGE_SIZE = 20;

/** The claim whose letter the page was opened for: `/demand-letters?claim=…`. */
function useAskedClaim(): string | null {
  const claim = new URLSearchParams(useLocation().search).get('claim');
  return claim && /^[0-9a-f]{24}$/.test(claim) ? claim : null;
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

interface RowActs {
  /** The letter whose way is shown. */
  followed: string | null | undefined;
  onFollow(id: string | null): void;
  onChange(row: DemandRow): void;
  onView(id: string): void;
}

function StateCell({ row, followed, onFollow, onChange }: RowActs & { row: DemandRow }) {
  const isFollowed = followed === row.id;
  return (
    <div className={styles['state']}>
      <StatusBadge row={row} />
      <p className={shared['soft']}>{row.status_sentence}</p>
      {isChangeable(row) ? (
        <Button size="small" variant="quiet" onClick={() => onChange(row)}>
          {letters.list.edit}
        </Button>
      ) : (
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isFollowed}
          onClick={() => onFollow(isFollowed ? null : row.id)}
        >
          {letters.timeline.heading}
        </Button>
      )}
    </div>
  );
}

const columnsOf = (acts: RowActs): Column<DemandRow>[] => [
  {
    key: 'letter',
    header: letters.list.columns.letter,
    isRowHeader: true,
    render: (row) => (
      <>
        {row.package_title}
        <p className={shared['soft']}>{letters.timeline.recipient(row.recipient)}</p>
        <AppLink to={`/case/${row.form_session_id}`}>{letters.case.see}</AppLink>
      </>
    ),
  },
  { key: 'date', header: letters.list.columns.date, isWhole: true, render: (row) => row.formatted_date },
  {
    key: 'status',
    header: letters.list.columns.status,
    isSelfExplaining: true,
    render: (row) => <StateCell row={row} {...acts} />,
  },
  { key: 'sent', header: letters.list.columns.sendDate, isWhole: true, render: (row) => row.send_date },
  {
    key: 'tracking',
    header: letters.list.columns.tracking,
    render: (row) =>
      row.tracking_number && row.tracking_url ? (
        <a className={styles['tracking']} href={row.tracking_url} target="_blank" rel="noreferrer">
          {row.tracking_number}
        </a>
      ) : (
        row.tracking_number
      ),
  },
  {
    key: 'action',
    header: letters.list.columns.action,
    isSelfExplaining: true,
    render: (row) => (
      <Button
        size="small"
        variant="secondary"
        aria-label={letters.list.viewNamed(row.package_title)}
        onClick={() => acts.onView(row.id)}
      >
        {letters.list.view}
      </Button>
    ),
  },
];

/** /demand-letters: every letter, its state, where it is, its PDF. */
export function DemandLettersPage() {
  const dispatch = useAppDispatch();
  const claim = useAskedClaim();
  const [turnedTo, setPage] = useState<number | null>(null);
  const [viewed, setViewed] = useState<string | null>(null);
  // Undefined until something is opened or closed here: the letter of the claim asked for is open.
  const [opened, setFollowed] = useState<string | null | undefined>(undefined);
  const query = useDemandsQuery(
    { page_size: PAGE_SIZE, ...(claim && turnedTo === null ? { claim } : { page: turnedTo ?? 1 }) },
    { refetchOnMountOrArgChange: true },
  );
  const page = turnedTo ?? query.data?.page ?? 1;
  const rows = query.data?.data ?? [];
  const followed = opened === undefined ? rows.find(({ form_session_id }) => form_session_id === claim)?.id : opened;
  const isElsewhere =
    claim !== null &&
    turnedTo === null &&
    rows.length > 0 &&
    rows.every(({ form_session_id }) => form_session_id !== claim);
  useDocumentTitle(letters.list.title);

  const change = ({ form_session_id: id }: DemandRow) => {
    dispatch(claimNamed(id)); // what opens is the letter itself, not one being edited
    navigateTo('/result');
  };

  const acts = { followed, onFollow: setFollowed, onChange: change, onView: setViewed };
  const total = query.data?.total ?? 0;
  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="demand-letters">{letters.list.title}</PageHeading>
        <p className={styles['total']} aria-hidden={!query.data || undefined}>
          {letters.list.total} <strong>{total}</strong>
        </p>
      </div>
      {isElsewhere && <Notice tone="info">{letters.list.notYours}</Notice>}
      <DataTable
        caption={letters.list.title}
        columns={columnsOf(acts)}
        rows={rows}
        rowKey={(row) => row.id}
        status={queryStatus(query)}
        error={queryError(query.error, letters.lists)}
        onRetry={() => void query.refetch()}
        renderDetails={(row) =>
          row.id === followed && !isChangeable(row) ? (
            <div ref={opened === undefined ? intoView : undefined}>
              <Tracking demandId={row.id} claimId={row.form_session_id} onView={() => setViewed(row.id)} />
            </div>
          ) : null
        }
        empty={<EmptyState title={letters.list.empty} action={<AppLink to="/">{letters.list.start}</AppLink>} />}
      />
      {total > PAGE_SIZE && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={total}
          onPage={setPage}
          what="letters"
          busy={query.isFetching}
        />
      )}
      {viewed && <PdfDialog demandId={viewed} onClose={() => setViewed(null)} />}
    </>
  );
}
