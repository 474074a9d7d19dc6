import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { Badge, Button, EmptyState, PageHeading, ProgressBar, showToast, type Tone } from '@redress/ui';
import type { Column } from '@redress/ui/data';
import { useEffect, useRef, useState } from 'react';
import { openDraft, startNewClaim } from '../../shared/open-claim.ts';
import { claimInWords, packageInWords } from '../../shared/claim-facts.ts';
import { ClaimTable, useOpening } from '../../shared/claim-table.tsx';
import shared from '../../shared/screen.module.css';
import { CaseBoard } from './case-board.tsx';
import styles from './drafts.module.css';
import { DeleteDraft } from './delete-draft.tsx';
import { useCases } from './use-cases.ts';
import { useGivenName } from './use-given-name.ts';

const toneOfProgress = ({ is_completed, progress }: SessionRow): Tone | 'neutral' => {
  if (is_completed) return 'success';
  return progress >= 50 ? 'info' : 'neutral';
};

interface ActsProps {
  row: SessionRow;
  isOpening: boolean;
  onOpen(): void;
  onDelete(): void;
}

function Acts({ row, isOpening, onOpen, onDelete }: ActsProps) {
  const texts = account.sessions;
  const what = claimInWords(row) || packageInWords(row);
  return (
    <div className={shared['actions']}>
      <Button
        size="small"
        variant="secondary"
        busy={isOpening}
        aria-label={row.is_completed ? texts.viewNamed(what) : texts.resumeNamed(what)}
        onClick={onOpen}
      >
        {row.is_completed ? texts.view : texts.resume}
      </Button>
      <Button size="small" variant="quiet" aria-label={texts.deleteNamed(what)} onClick={onDelete}>
        {texts.delete}
      </Button>
    </div>
  );
}

/** /dashboard: every claim as a card, and the drafts ("My Active Sessions" on screen). */
export function DraftsPage() {
  const cases = useCases();
  useGivenName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<SessionRow | null>(null);
  const [deleted, setDeleted] = useState(0);
  useDocumentTitle(account.sessions.pageTitle);
  // Takes the focus that a deleted row has left.
  useEffect(() => {
    if (deleted > 0) heading.current?.focus();
  }, [deleted]);
  const resuming = useOpening(async (row) => {
    if (row.is_completed) return navigateTo('/demand-letters');
    const error = await openDraft(row.form_session_id);
    if (error) showToast({ text: error.message || account.sessions.resumeFailed, tone: 'danger' });
    else navigateTo('/');
  });
  const startNew = async () => {
    await startNewClaim();
    navigateTo('/');
  };

  const columns: Column<SessionRow>[] = [
    {
      key: 'status',
      header: account.sessions.columns.status,
      isSelfExplaining: true,
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
      isSelfExplaining: true,
      render: (row) => (
        <Acts
          row={row}
          isOpening={resuming.isOpening(row)}
          onOpen={() => void resuming.start(row)}
          onDelete={() => setDeleting(row)}
        />
      ),
    },
  ];

  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="dashboard">{account.board.title}</PageHeading>
      </div>
      <CaseBoard {...cases} />
      {/* Asked for at once and shown when the board has its height: nothing that is seen moves. */}
      <section className={styles['sessions']} hidden={cases.query.isLoading} aria-labelledby="active-sessions">
        <div className={shared['head']}>
          <h2 ref={heading} id="active-sessions" tabIndex={-1}>
            {account.sessions.title}
          </h2>
          <Button variant="secondary" onClick={startNew}>
            {account.sessions.startNew}
          </Button>
        </div>
        <ClaimTable
          caption={account.sessions.title}
          status="active"
          columns={columns}
          empty={
            <EmptyState
              title={account.sessions.empty}
              action={
                <Button variant="secondary" onClick={startNew}>
                  {account.sessions.startForm}
                </Button>
              }
            >
              {account.sessions.emptyText}
            </EmptyState>
          }
        />
      </section>
      {deleting && (
        <DeleteDraft
          row={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            setDeleted(deleted + 1);
          }}
        />
      )}
    </>
  );
}
