import { useSaveAgain } from '@redress/api-client/server-return';
import { letters } from '@redress/copy/letters';
import { navigateTo, useDocumentTitle } from '@redress/mf-runtime';
import { useAppSelector, selectSession } from '@redress/session-store';
import { Button, Notice, PageHeading, Spinner } from '@redress/ui';
import { LetterSheet } from '@redress/ui/letter';
import { useCallback, useEffect, useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './result.module.css';
import { LetterDesk } from './letter-desk.tsx';
import { loadResult, type LoadedLetter } from './load-letter.ts';
import { UpdatedLetter } from './updated-letter.tsx';

/** /result: the letter, to read, edit, approve and send; in edit mode the updated one, to read. */
export function ResultPage() {
  const [loaded, setLoaded] = useState<LoadedLetter | null>(null);
  const isKnown = useAppSelector(selectSession).status !== 'unknown';
  useDocumentTitle(letters.result.title);

  const load = useCallback(async () => {
    const result = await loadResult();
    if (result.kind === 'go') navigateTo(result.path, { replace: true });
    else setLoaded(result);
  }, []);
  useEffect(() => {
    if (isKnown) void load();
  }, [isKnown, load]);
  useSaveAgain(loaded?.kind === 'error' ? loaded.passing : null, () => void load());
  const tryAgain = () => {
    setLoaded(null);
    void load();
  };

  return (
    <div className={styles['page']}>
      {(!loaded || loaded.kind === 'error') && <PageHeading screen="result">{letters.result.title}</PageHeading>}
      {!loaded && (
        <>
          <div className={shared['actions']} role="status">
            <Spinner />
            <span>{letters.result.generating}</span>
          </div>
          <div aria-hidden="true">
            <LetterSheet linesDrawn={12}>{null}</LetterSheet>
          </div>
        </>
      )}
      {loaded?.kind === 'error' && (
        <Notice tone="danger" live actions={<Button onClick={tryAgain}>{letters.result.tryAgain}</Button>}>
          {loaded.message}
        </Notice>
      )}
      {loaded?.kind === 'letter' && <LetterDesk loaded={loaded.demand} />}
      {loaded?.kind === 'updated' && <UpdatedLetter {...loaded} />}
    </div>
  );
}
