import { call, saveFile } from '@redress/api-client';
import { generateSecurePdf, letterPage } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { Button, Dialog, LoadError, Spinner, showToast } from '@redress/ui';
import { useEffect, useState } from 'react';
import { canFramePdf } from '../../shared/can-frame-pdf.ts';
import { PagesDialog } from '../../shared/pages-dialog.tsx';
import shared from '../../shared/screen.module.css';
import styles from './demand-letters.module.css';

type Pdf = { status: 'loading' } | { status: 'failed'; reason: string } | { status: 'ready'; blob: Blob; url: string };

interface PdfDialogProps {
  demandId: string;
  onClose: () => void;
}

const save = (blob: Blob, demandId: string) => saveFile(blob, `letter_${demandId}.pdf`);

/** The letter as PDF, in a frame or as pictures of its pages; Escape, the close button or a click outside closes it. */
export function PdfDialog(props: PdfDialogProps) {
  const [isFramed] = useState(canFramePdf);
  return isFramed ? <FramedPdf {...props} /> : <PdfPages {...props} />;
}

function PdfPages({ demandId, onClose }: PdfDialogProps) {
  const texts = letters.list.pdf;
  const download = async () => {
    const result = await call(generateSecurePdf, { demand_id: demandId, action: 'download' });
    if ('data' in result) save(result.data.blob, demandId);
    else showToast({ text: texts.failed(result.error.message || texts.unknown), tone: 'danger' });
  };
  return (
    <PagesDialog
      title={texts.title}
      closeLabel={texts.close}
      load={(page, signal) => call(letterPage, { demand_id: demandId, page }, signal)}
      failureText={({ message }) => texts.failed(message || texts.unknown)}
      onDownload={download}
      onClose={onClose}
    />
  );
}

function FramedPdf({ demandId, onClose }: PdfDialogProps) {
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
          <Button variant="secondary" onClick={() => save(pdf.blob, demandId)}>
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
      {/* The page as wide as the frame, whatever the browser would choose. */}
      {pdf.status === 'ready' && (
        <iframe className={styles['pdf']} title="Demand Letter PDF" src={`${pdf.url}#view=FitH`} />
      )}
    </Dialog>
  );
}
