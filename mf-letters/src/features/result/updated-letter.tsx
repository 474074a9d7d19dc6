import { Demand } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { status as statusCopy } from '@redress/copy/status';
import { navigateTo } from '@redress/mf-runtime';
import { claimLeft, useAppDispatch } from '@redress/session-store';
import { Button, Disclosure, Notice, PageHeading } from '@redress/ui';
import { Stamp } from '@redress/ui/letter';
import * as z from 'zod/mini';
import { useVersionsQuery } from '../../shared/letters.api.ts';
import { LateLetterDiff } from './late-letter-diff.tsx';
import { LetterViews } from './letter-views.tsx';
import { isOwnWords, LetterWarnings } from './letter-warnings.tsx';
import rail from './rail.module.css';
import styles from './result.module.css';
import { useExistingLetterQuery } from './result.api.ts';
import { STAMP_TONES, StatusStrip } from './status-strip.tsx';

/** What becomes of the updated text: the letter's own state, or that it is a copy beside a letter that is with the post. */
type PostingState = Pick<
  Demand,
  'state' | 'demand_approved' | 'demand_id' | 'approved_at' | 'window_ends_at' | 'posted_at' | 'plaintiff_data'
>;

/** @returns null until it is known; it stays so where the server cannot be asked */
function useLetterOf(formSessionId: string, skip = false): Demand | null {
  const asked = { form_session_id: formSessionId };
  const { data } = useExistingLetterQuery(asked, { refetchOnMountOrArgChange: true, skip });
  return z.safeParse(Demand, data).data ?? null;
}

function usePostingState(letter: Demand | null, text: string): PostingState | null {
  const isWithPost = letter?.state === 'posting' || letter?.state === 'posted';
  return letter && isWithPost && letter.demand_letter !== text ? { ...letter, state: 'copy' } : letter;
}

/** The text before the update, of this letter or of the posted one that it is a copy of; `null` until it is known. */
function useTextBefore(letter: Demand | null, text: string): string | null {
  const { data } = useVersionsQuery({ demand_id: letter?.demand_id ?? '' }, { skip: !letter?.demand_id });
  const updatedAt = data?.versions.find((version) => version.text === text)?.created_at;
  return data?.versions.find(({ created_at }) => !updatedAt || created_at < updatedAt)?.text ?? null;
}

interface UpdatedLetterProps {
  text: string;
  originalSessionId: string;
  editSessionId: string;
}

/** /result in edit mode: the updated letter, to read, and whether and when it is posted (R19a). */
export function UpdatedLetter({ text, originalSessionId, editSessionId }: UpdatedLetterProps) {
  const dispatch = useAppDispatch();
  const letter = useLetterOf(originalSessionId);
  const postingState = usePostingState(letter, text);
  const copy = useLetterOf(editSessionId, postingState?.state !== 'copy');
  const before = useTextBefore(letter, text);
  const notFollowed = (copy ?? letter)?.warnings.filter(isOwnWords) ?? [];
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
        <div className={styles['column']}>
          <LetterWarnings warnings={notFollowed} />
          {before !== null && before !== text && (
            <Disclosure summary={letters.versions.changed} open>
              <LateLetterDiff before={before} after={text} onlyChanges />
            </Disclosure>
          )}
          <LetterViews
            title={letters.result.titleUpdated}
            formSessionId={originalSessionId}
            text={text}
            signature={postingState?.plaintiff_data.signature ?? null}
          />
        </div>
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
