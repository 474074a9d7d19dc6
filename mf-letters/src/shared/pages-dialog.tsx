import type { ApiError } from '@redress/api-client';
import { letters } from '@redress/copy/letters';
import { Button, Dialog, LoadError, Spinner, VisuallyHidden } from '@redress/ui';
import { useEffect, useState } from 'react';
import styles from './pages-dialog.module.css';
import shared from './screen.module.css';

interface Page {
  image: string;
  text: string;
}
type Answer = { data: Page & { pages: number } } | { error: ApiError };

export interface PagesDialogProps {
  title: string;
  closeLabel: string;
  /**
   * Asks for one page.
   * @param no - counted from one
   */
  load: (no: number, signal: AbortSignal) => Promise<Answer>;
  /** Why a page could not be shown, as the reader reads it. */
  failureText: (error: ApiError) => string;
  onDownload: () => unknown;
  onClose: () => void;
}

/** The pages of a PDF as pictures, one below the other, for browsers that cannot show it in a frame. */
export function PagesDialog({ title, closeLabel, load, failureText, onDownload, onClose }: PagesDialogProps) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [total, setTotal] = useState(1);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const next = pages.length + 1;
  const isLoading = next <= total && !failure;

  useEffect(() => {
    if (!isLoading) return undefined;
    const cancelled = new AbortController();
    // One after the other: the first can be read while the next is drawn.
    void load(next, cancelled.signal).then((answer) => {
      if (cancelled.signal.aborted) return;
      if ('error' in answer) return setFailure(answer.error);
      setTotal(answer.data.pages);
      setPages((known) => [...known, answer.data]);
    });
    return () => cancelled.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` is a new function in every render and asks for the same file
  }, [isLoading, next]);

  return (
    <Dialog
      open
      size="full"
      className={styles['dialog']}
      title={title}
      closeLabel={closeLabel}
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onDownload}>
          {letters.list.pdf.download}
        </Button>
      }
    >
      <div className={styles['pages']}>
        {pages.map(({ image, text }, index) => (
          <figure key={index}>
            <img
              className={styles['page']}
              src={`data:image/png;base64,${image}`}
              alt={letters.list.pdf.page(index + 1, total)}
            />
            <VisuallyHidden as="div">{text}</VisuallyHidden>
          </figure>
        ))}
        {isLoading && (
          <div className={shared['actions']} role="status">
            <Spinner />
            <span>{letters.list.pdf.loading}</span>
          </div>
        )}
        {failure && <LoadError title={failureText(failure)} onRetry={() => setFailure(null)} />}
      </div>
    </Dialog>
  );
}
