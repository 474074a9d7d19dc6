import { Demand } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { navigateTo } from '@redress/mf-runtime';
import { claimLeft, useAppDispatch } from '@redress/session-store';
import { Button, Notice, PageHeading } from '@redress/ui';
import { LetterSheet } from '@redress/ui/letter';
import * as z from 'zod/mini';
import styles from '../../shared/screen.module.css';
import { useExistingLetterQuery } from './result.api.ts';
import { StatusStrip } from './status-strip.tsx';

/** What becomes of the updated text: the letter's own state, or that it is a copy beside a letter that is with the post. */
type PostingState = Pick<Demand, 'state' | 'demand_approved' | 'demand_id' | 'window_ends_at' | 'posted_at'>;

/** @returns null until it is known; it stays so where the server cannot be asked */
function usePostingState(originalSessionId: string, text: string): PostingState | null {
  const { data } = useExistingLetterQuery({ form_session_id: originalSessionId }, { refetchOnMountOrArgChange: true });
  const { data: letter } = z.safeParse(Demand, data);
  if (!letter) return null;
  const isWithPost = letter.state === 'posting' || letter.state === 'posted';
  return isWithPost && letter.demand_letter !== text ? { ...letter, state: 'copy' } : letter;
}

/** /result in edit mode: the updated letter, to read, and whether and when it is posted (R19a). */
export function UpdatedLetter({ text, originalSessionId }: { text: string; originalSessionId: string }) {
  const dispatch = useAppDispatch();
  const postingState = usePostingState(originalSessionId, text);
  const leave = () => {
    dispatch(claimLeft());
    navigateTo('/dashboard');
  };
  return (
    <>
      <PageHeading screen="result-updated" lead={letters.result.hintEdit}>
        {letters.result.titleUpdated}
      </PageHeading>
      <div role="status">
        {postingState?.state === 'draft' ? (
          <Notice>{letters.window.draft}</Notice>
        ) : (
          postingState && <StatusStrip demand={postingState} />
        )}
      </div>
      <LetterSheet label={letters.result.titleUpdated}>{text}</LetterSheet>
      <div className={styles['actions']}>
        <Button onClick={leave}>{letters.result.backToDashboard}</Button>
      </div>
    </>
  );
}
