import { Demand } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { status as statusCopy } from '@redress/copy/status';
import { navigateTo } from '@redress/mf-runtime';
import { claimLeft, useAppDispatch } from '@redress/session-store';
import { Button, Notice, PageHeading } from '@redress/ui';
import { Stamp } from '@redress/ui/letter';
import * as z from 'zod/mini';
import { LetterViews } from './letter-views.tsx';
import rail from './rail.module.css';
import { useExistingLetterQuery } from './result.api.ts';
import { STAMP_TONES, StatusStrip } from './status-strip.tsx';

/** What becomes of the updated text: the letter's own state, or that it is a copy beside a letter that is with the post. */
type PostingState = Pick<
  Demand,
  'state' | 'demand_approved' | 'demand_id' | 'approved_at' | 'window_ends_at' | 'posted_at' | 'plaintiff_data'
>;

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
      <div className={rail['desk']}>
        <LetterViews
          title={letters.result.titleUpdated}
          formSessionId={originalSessionId}
          text={text}
          signature={postingState?.plaintiff_data.signature ?? null}
        />
        <section className={rail['rail']} aria-label={letters.rail.label}>
          <div className={rail['standing']} role="status">
            {postingState && (
              <Stamp tone={STAMP_TONES[postingState.state]}>{statusCopy.letterState[postingState.state]}</Stamp>
            )}
            {postingState?.state === 'draft' ? (
              <Notice>{letters.window.draft}</Notice>
            ) : (
              postingState && <StatusStrip demand={postingState} />
            )}
          </div>
          <div className={rail['acts']}>
            <div className={rail['buttons']}>
              <Button className={rail['main']} onClick={leave}>
                {letters.result.backToDashboard}
              </Button>
            </div>
          </div>
        </section>
      </div>
    </>
  );
}
