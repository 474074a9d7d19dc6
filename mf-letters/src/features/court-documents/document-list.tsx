import { call, saveFile, showFile, type ApiError } from '@redress/api-client';
import {
  courtDocumentPage,
  courtDocumentSet,
  downloadCourtDocument,
  type AnswerOf,
  type getCourtDocuments,
} from '@redress/contracts';
import { listedDate } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Button, ButtonRow, Disclosure, Icon, IconButton, Spinner, TextButton, showToast } from '@redress/ui';
import { download as downloadIcon, externalLink, printer } from '@redress/ui/icons';
import { useState } from 'react';
import { canFramePdf } from '../../shared/can-frame-pdf.ts';
import { PagesDialog } from '../../shared/pages-dialog.tsx';
import shared from '../../shared/screen.module.css';
import styles from './court-documents.module.css';
import { paperIcon } from './paper-icons.ts';

export type DemandGroup = AnswerOf<typeof getCourtDocuments>['demands'][number];
type Paper = DemandGroup['court_documents'][number];
const titleOf = ({ title, file_name }: Paper, index: number) => title ?? file_name ?? letters.court.document(index + 1);

const sentenceOf = ({ code, message }: ApiError, fallback: string) => {
  if (code === 'NOT_FOUND') return letters.court.fileMissing;
  if (code === 'DOCUMENT_NOT_READY') return letters.court.notReady;
  return message || fallback;
};

/** @returns nothing when there is none; why is said */
async function fileOf(
  asked: Promise<{ data: { blob: Blob } } | { error: ApiError }>,
  fallback: string,
): Promise<Blob | null> {
  const result = await asked;
  if ('data' in result) return result.data.blob;
  showToast({ text: sentenceOf(result.error, fallback), tone: 'danger' });
  return null;
}

/** Shows a file in a new tab. `window.open` runs in the click handler: after an `await` a popup blocker refuses it. */
async function showInTab(ask: () => Promise<Blob | null>, fileName: string): Promise<void> {
  const tab = window.open('', '_blank');
  const file = await ask();
  if (file && tab) showFile(file, tab);
  else if (file) {
    saveFile(file, fileName);
    showToast({ text: letters.court.tabBlocked });
  } else tab?.close();
}

interface PaperRowProps {
  paper: Paper;
  title: string;
  isOpening: boolean;
  /** The browser shows PDF files. */
  isFramed: boolean;
  onView(): void;
  onKeep(): Promise<void>;
}

function PaperRow({ paper, title, isOpening, isFramed, onView, onKeep }: PaperRowProps) {
  const texts = letters.court;
  return (
    <li>
      <span className={styles['mark']}>
        {isOpening ? <Spinner size={20} /> : <Icon shape={paperIcon(paper.kind)} size={24} />}
      </span>
      <span className={styles['title']}>
        {/* Its area is the row's: nothing is nested in it. */}
        <TextButton
          className={styles['open']}
          aria-label={isFramed ? texts.viewDocument(title) : texts.viewPages(title)}
          aria-disabled={isOpening}
          onClick={onView}
        >
          {title}
        </TextButton>
        {paper.version !== undefined && paper.made_at && (
          <span className={styles['version']}>
            {texts.version(paper.version, paper.formatted_date ?? listedDate(paper.made_at))}
          </span>
        )}
      </span>
      {isFramed && (
        <span className={styles['mark']}>
          <Icon shape={externalLink} />
        </span>
      )}
      <IconButton
        className={styles['keep']}
        icon={downloadIcon}
        label={texts.downloadDocument(title)}
        onClick={onKeep}
      />
    </li>
  );
}

/** The papers of one demand: each to look at or to keep, all of them to keep or to print. */
export function DocumentList({ group }: { group: DemandGroup }) {
  const [opening, setOpening] = useState<string | null>(null);
  const [shown, setShown] = useState<Paper | null>(null);
  const [isFramed] = useState(canFramePdf);
  const { court_documents: papers, earlier_documents: earlier = [] } = group;
  const older = (group.earlier_documents_count ?? 0) - earlier.length;
  const texts = letters.court;

  const paperFile = (id: string, download: boolean, fallback: string) =>
    fileOf(call(downloadCourtDocument, { file_id: id, download }), fallback);
  const keep = async ({ id }: Paper) => {
    if (!id) return showToast({ text: texts.idMissing, tone: 'danger' });
    const file = await paperFile(id, true, texts.downloadFailed);
    if (file) saveFile(file, `document_${id}.pdf`);
  };
  const view = async (paper: Paper) => {
    if (!paper.id) return showToast({ text: texts.idMissing, tone: 'danger' });
    if (!isFramed) return setShown(paper);
    if (opening) return undefined;
    setOpening(paper.id);
    await showInTab(() => paperFile(paper.id, false, texts.viewFailed), `document_${paper.id}.pdf`);
    return setOpening(null);
  };

  const setFile = (forPrint: boolean) =>
    fileOf(call(courtDocumentSet, { file_ids: papers.map(({ id }) => id), for_print: forPrint }), texts.downloadFailed);
  const keepAll = async () => {
    const file = await setFile(false);
    if (file) saveFile(file, texts.setFile);
  };
  const printSet = async () => {
    if (isFramed) return showInTab(() => setFile(true), texts.printFile);
    const file = await setFile(true);
    return file ? saveFile(file, texts.printFile) : undefined;
  };

  const shownTitle = (paper: Paper) => {
    const at = earlier.indexOf(paper);
    return at < 0 ? titleOf(paper, papers.indexOf(paper)) : texts.earlierTitle(titleOf(paper, at), paper.version ?? 1);
  };
  const rowOf = (paper: Paper, index: number) => {
    return (
      <PaperRow
        key={paper.id || index}
        paper={paper}
        title={shownTitle(paper)}
        isOpening={opening === paper.id}
        isFramed={isFramed}
        onView={() => void view(paper)}
        onKeep={() => keep(paper)}
      />
    );
  };

  return (
    <div className={styles['papers']}>
      {papers.length > 1 && (
        <>
          <ButtonRow>
            <Button size="small" variant="secondary" icon={downloadIcon} onClick={keepAll}>
              {texts.downloadAll}
            </Button>
            <Button size="small" variant="secondary" icon={printer} onClick={printSet}>
              {texts.printSet}
            </Button>
          </ButtonRow>
          <p className={shared['soft']}>{texts.setHint}</p>
        </>
      )}
      <ul className={styles['documents']}>
        {papers.map(rowOf)}
        {group.pending && <li>{texts.notReady}</li>}
      </ul>
      {earlier.length > 0 && (
        <Disclosure summary={texts.earlier(earlier.length)}>
          <p className={shared['soft']}>{texts.earlierText}</p>
          <ul className={styles['documents']}>{earlier.map(rowOf)}</ul>
          {older > 0 && <p className={shared['soft']}>{texts.earlierOlder(older)}</p>}
        </Disclosure>
      )}
      {shown && (
        <PagesDialog
          title={shownTitle(shown)}
          closeLabel={letters.list.pdf.close}
          load={(page, signal) => call(courtDocumentPage, { file_id: shown.id, page }, signal)}
          failureText={(error) => sentenceOf(error, texts.viewFailed)}
          onDownload={() => keep(shown)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}
