import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { AppLink, navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { Button, EmptyState, PageHeading, showToast } from '@redress/ui';
import type { Column } from '@redress/ui/data';
import { editClaim } from '../../shared/open-claim.ts';
import { claimInWords, packageInWords } from '../../shared/claim-facts.ts';
import { ClaimTable, useOpening } from '../../shared/claim-table.tsx';
import shared from '../../shared/screen.module.css';
import styles from './completed-claims.module.css';

/** /completed-sessions: paid claims; each can be opened again in edit mode. */
export function CompletedClaimsPage() {
  useDocumentTitle(account.completed.title);
  const editing = useOpening(async (row) => {
    const error = await editClaim(row.session_id);
    if (error) showToast({ text: error.message || account.sessions.resumeFailed, tone: 'danger' });
    else navigateTo('/');
  });

  const action: Column<SessionRow> = {
    key: 'action',
    header: account.sessions.columns.action,
    isSelfExplaining: true,
    render: (row) => (
      <div className={shared['actions']}>
        <Button
          size="small"
          variant="secondary"
          busy={editing.isOpening(row)}
          aria-label={account.completed.editNamed(claimInWords(row) || packageInWords(row))}
          onClick={() => void editing.start(row)}
        >
          {account.completed.edit}
        </Button>
        <AppLink to="/demand-letters" className={styles['link']}>
          {account.completed.letter}
        </AppLink>
      </div>
    ),
  };

  return (
    <>
      <div className={shared['head']}>
        <PageHeading screen="completed-sessions">{account.completed.title}</PageHeading>
      </div>
      <ClaimTable
        caption={account.completed.title}
        status="completed"
        columns={[action]}
        empty={<EmptyState title={account.completed.empty}>{account.completed.emptyText}</EmptyState>}
      />
    </>
  );
}
