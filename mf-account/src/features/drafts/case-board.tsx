import { queryError } from '@redress/api-client';
import { account } from '@redress/copy/account';
import { LoadError, Skeleton } from '@redress/ui';
import { Pagination } from '@redress/ui/data';
import styles from './case-board.module.css';
import { CASES_PAGE_SIZE, type CasesPage } from './use-cases.ts';
import { CaseCard } from './case-card.tsx';

/** Every claim as far as paying as a card, the most urgent first; a single one as wide as the screen. */
export function CaseBoard({ page, setPage, query }: CasesPage) {
  const { board } = account;
  const { data } = query;
  if (query.error && !data) {
    return (
      <LoadError
        {...queryError(query.error, account.list)}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  }
  if (!data) return <WaitingCards />;
  // The button that begins a claim stands below, with the drafts.
  if (data.total === 0) return null;
  return (
    <>
      <ul className={styles['board']} aria-label={board.title} data-only={data.total === 1 || undefined}>
        {data.cases.map((row, index) => (
          <CaseCard key={row.form_session_id} row={row} isFirst={page === 1 && index === 0} isOnly={data.total === 1} />
        ))}
      </ul>
      {data.total > CASES_PAGE_SIZE && (
        <Pagination
          page={page}
          pageSize={CASES_PAGE_SIZE}
          total={data.total}
          onPage={setPage}
          what={board.what}
          busy={query.isFetching}
        />
      )}
    </>
  );
}

/** In the shape of two cards. What stands below the board waits with it, so that nothing moves when they come. */
function WaitingCards() {
  return (
    <div className={styles['board']} aria-busy="true">
      {[0, 1].map((card) => (
        <div key={card} className={styles['card']}>
          <Skeleton shape="heading" />
          <Skeleton count={2} />
          <Skeleton className={styles['waitingSteps']} />
          <Skeleton className={styles['waitingButton']} />
        </div>
      ))}
    </div>
  );
}
