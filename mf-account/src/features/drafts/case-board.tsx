import { queryError } from '@redress/api-client';
import { account } from '@redress/copy/account';
import { late, useLate } from '@redress/mf-runtime';
import { LoadError, Skeleton } from '@redress/ui';
import { Pagination } from '@redress/ui/data';
import shared from '../../shared/screen.module.css';
import styles from './case-board.module.css';
import { CASES_PAGE_SIZE, type CasesPage } from './use-cases.ts';
import { CaseCard } from './case-card.tsx';

// For those with many cases alone. Where it cannot be had the board is what it was.
const caseChoice = late(() => import('./case-choice.tsx').then((module) => module.CaseChoice));

function Choice(props: Pick<CasesPage, 'view' | 'show'>) {
  const { value: CaseChoice } = { value: undefined, ...useLate(caseChoice) };
  return CaseChoice ? <CaseChoice {...props} /> : <div className={styles['waitingChoice']} />;
}

/** Every claim as far as paying as a card, the most urgent first; a single one as wide as the screen. */
export function CaseBoard({ page, setPage, query, view, show }: CasesPage) {
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
  if (data.total === 0 && view === 'all') return null;
  return (
    <>
      {(view !== 'all' || data.total > CASES_PAGE_SIZE) && <Choice view={view} show={show} />}
      <p role="status" className={shared['soft']}>
        {data.total === 0 && board.view.none}
      </p>
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

/** Outlines of two cards. What stands below the board waits with it, so that nothing moves when they come. */
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
