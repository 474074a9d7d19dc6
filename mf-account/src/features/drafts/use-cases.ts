import { api } from '@redress/api-client';
import type { CASE_VIEWS } from '@redress/contracts';
import { useAppDispatch } from '@redress/session-store';
import { useEffect, useState } from 'react';
import { useCasesQuery } from './case-board.api.ts';

/** Three rows of two; the sessions below stay within reach. */
export const CASES_PAGE_SIZE = 6;

export type CaseView = 'all' | (typeof CASE_VIEWS)[number];
export type CasesPage = ReturnType<typeof useCases>;

/** A page of the board, asked for again when the tab is looked at again: a claim may have been paid in another one. */
export function useCases() {
  const [page, setPage] = useState(1);
  const [view, setView] = useState<CaseView>('all');
  const query = useCasesQuery(
    { page, page_size: CASES_PAGE_SIZE, ...(view === 'all' ? {} : { view }) },
    { refetchOnMountOrArgChange: true },
  );
  // Claims were deleted or finished meanwhile: the page before is the last one now.
  const lastPage = Math.max(1, Math.ceil((query.data?.total ?? 0) / CASES_PAGE_SIZE));
  if (query.data && !query.isFetching && page > lastPage) setPage(lastPage);

  const dispatch = useAppDispatch();
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') dispatch(api.util.invalidateTags(['Sessions']));
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [dispatch]);
  const show = (next: CaseView) => {
    setView(next);
    setPage(1);
  };
  return { page, setPage, query, view, show };
}
