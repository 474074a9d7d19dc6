import type { CaseRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { AppLink, late, navigateTo, useLate } from '@redress/mf-runtime';
import { claimNamed, useAppDispatch } from '@redress/session-store';
import { Button, showToast } from '@redress/ui';
import { LetterRoute } from '@redress/ui/charts';
import { openDraft } from '../../shared/open-claim.ts';
import styles from './case-board.module.css';
import { newsOf, titleOf, type Act } from './case-facts.ts';

interface CaseCardProps {
  row: CaseRow;
  /** Its button is the main one of the screen. */
  isFirst: boolean;
  /** The letter's first page stands beside it. */
  isOnly: boolean;
}

// The drawing of letters: fetched when there is one to draw. Where it cannot be had the card says it all.
const firstPage = late(() => import('./first-page.tsx').then((module) => module.FirstPage));

function Picture({ formSessionId }: { formSessionId: string }) {
  const { value: FirstPage } = { value: undefined, ...useLate(firstPage) };
  return (
    <div className={styles['page']} aria-hidden="true" inert>
      {FirstPage && <FirstPage formSessionId={formSessionId} />}
    </div>
  );
}

/** One claim: who owes what, how far it is, and the one thing to do next. */
export function CaseCard({ row, isFirst, isOnly }: CaseCardProps) {
  const start = useAct(row);
  const title = titleOf(row);
  const { says, isProblem, act, stops } = newsOf(row);
  const { board } = account;
  return (
    <li className={styles['card']} data-problem={isProblem || undefined}>
      {isOnly && row.paid_at !== null && row.standing !== 'writing' && <Picture formSessionId={row.form_session_id} />}
      <h2>{row.paid_at ? <AppLink to={`/case/${row.form_session_id}`}>{title}</AppLink> : title}</h2>
      <p className={styles['says']}>{says}</p>
      <LetterRoute label={board.way} stops={stops} />
      <div className={styles['foot']}>
        <Button
          size="small"
          variant={isFirst ? 'primary' : 'secondary'}
          aria-label={board.actNamed(board.acts[act], title)}
          onClick={() => start(act)}
        >
          {board.acts[act]}
        </Button>
        {row.package_title && <span className={styles['package']}>{row.package_title}</span>}
      </div>
    </li>
  );
}

/** Where an act leads that needs nothing but a page; the page of letters opens the one of this claim. */
const pagesOf = (id: string): Partial<Record<Act, string>> => ({
  payment: '/billing',
  track: `/demand-letters?claim=${id}`,
  help: `/demand-letters?claim=${id}`,
  papers: '/court-documents',
  case: `/case/${id}`,
});

/** Drafts and payments go on in the wizard, letters on the letter screen, which shows the claim this tab is about. */
function useAct({ form_session_id: id }: CaseRow) {
  const dispatch = useAppDispatch();
  return async (act: Act) => {
    const page = pagesOf(id)[act];
    if (page) return navigateTo(page);
    if (act === 'letter' || act === 'read' || act === 'change') {
      dispatch(claimNamed(id));
      return navigateTo('/result');
    }
    const error = await openDraft(id);
    if (error) showToast({ text: error.message || account.sessions.resumeFailed, tone: 'danger' });
    else navigateTo('/');
  };
}
