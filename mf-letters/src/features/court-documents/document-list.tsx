import { call, saveFile, showFile, type ApiError } from '@redress/api-client';
import { downloadCourtDocument, type AnswerOf, type getCourtDocuments } from '@redress/contracts';
import { longDate } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { IconButton, showToast } from '@redress/ui';
import { download as downloadIcon, externalLink } from '@redress/ui/icons';
import { useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './court-documents.module.css';

export type DemandGroup = AnswerOf<typeof getCourtDocuments>['demands'][number];
type Paper = DemandGroup['court_documents'][number];
const titleOf = ({ title, file_name }: Paper, index: number) => title ?? file_name ?? letters.court.document(index + 1);

const sentenceOf = ({ code, message }: ApiError, fallback: string) => {
  if (code === 'NOT_FOUND') return letters.court.fileMissing;
  if (code === 'DOCUMENT_NOT_READY') return letters.court.notReady;
  return message || fallback;
};

/** The papers of one demand, each to look at in a new tab or to keep. */
export function DocumentList({ group }: { group: DemandGroup }) {
  const [busy, setBusy] = useState<string | null>(null);

  const fetchPaper = async (id: string, download: boolean, fallback: string): Promise<Blob | null> => {
    if (!id) {
      showToast({ text: letters.court.idMissing, tone: 'danger' });
      return null;
    }
    setBusy(id);
    const result = await call(downloadCourtDocument, { file_id: id, download });
    setBusy(null);
    if ('data' in result) return result.data.blob;
    showToast({ text: sentenceOf(result.error, fallback), tone: 'danger' });
    return null;
  };
  const keep = async ({ id }: Paper) => {
    const paper = await fetchPaper(id, true, letters.court.downloadFailed);
    if (paper) saveFile(paper, `document_${id}.pdf`);
  };
  const view = async (paper: Paper) => {
    // Opened now, by the click: a tab opened when the answer arrives would be blocked.
    const tab = window.open('', '_blank');
    const file = await fetchPaper(paper.id, false, letters.court.viewFailed);
    if (file && tab) showFile(file, tab);
    else if (file) {
      saveFile(file, `document_${paper.id}.pdf`);
      showToast({ text: letters.court.tabBlocked });
    } else tab?.close();
  };

  return (
    <ul className={styles['documents']}>
      {group.court_documents.map((paper, index) => {
        const title = titleOf(paper, index);
        return (
          <li key={paper.id || index}>
            <span>
              {title}
              {paper.version !== undefined && paper.made_at && (
                <span className={shared['soft']}>
                  {' '}
                  {letters.court.version(paper.version, paper.formatted_date ?? longDate(paper.made_at))}
                </span>
              )}
            </span>
            <span className={shared['actions']}>
              <IconButton
                icon={externalLink}
                label={letters.court.viewDocument(title)}
                busy={busy === paper.id}
                onClick={() => view(paper)}
              />
              <IconButton
                icon={downloadIcon}
                label={letters.court.downloadDocument(title)}
                onClick={() => keep(paper)}
              />
            </span>
          </li>
        );
      })}
      {group.pending && <li>{letters.court.notReady}</li>}
    </ul>
  );
}
