import { call, saveFile } from '@redress/api-client';
import { generateSecurePdf } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Button, Dialog, LoadError, Spinner } from '@redress/ui';
import { useEffect, useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './demand-letters.module.css';

type Pdf = { status: 'loading' } | { status: 'failed'; reason: string } | { status: 'ready'; blob: Blob; url: string };

/** The letter as PDF in a frame; Escape, the close button or a click outside closes it. */
export function PdfDialog({ demandId, onClose }: { demandId: string; onClose: () => void }) {
  const [pdf, setPdf] = useState<Pdf>({ status: 'loading' });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const cancelled = new AbortController();
    let url: string | null = null;
    setPdf({ status: 'loading' });
    void call(generateSecurePdf, { demand_id: demandId, action: 'view' }, cancelled.signal).then((result) => {
      if (cancelled.signal.aborted) return;
      if ('error' in result) {
        setPdf({ status: 'failed', reason: result.error.message || letters.list.pdf.unknown });
        return;
      }
      url = URL.createObjectURL(result.data.blob);
      setPdf({ status: 'ready', blob: result.data.blob, url });
    });
    return () => {
      cancelled.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [demandId, turn]);

  const texts = letters.list.pdf;
  return (
    <Dialog
      open
      size="full"
      title={texts.title}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        pdf.status === 'ready' && (
          <Button variant="secondary" onClick={() => saveFile(pdf.blob, `letter_${demandId}.pdf`)}>
            {texts.download}
          </Button>
        )
      }
    >
      {pdf.status === 'loading' && (
        <div className={shared['actions']} role="status">
          <Spinner />
          <span>{texts.loading}</span>
        </div>
      )}
      {pdf.status === 'failed' && <LoadError title={texts.failed(pdf.reason)} onRetry={() => setTurn(turn + 1)} />}
      {pdf.status === 'ready' && <iframe className={styles['pdf']} title="Demand Letter PDF" src={pdf.url} />}
    </Dialog>
  );
}
