import { call, saveFile } from '@redress/api-client';
import { casePaper, type CaseFile } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { CASE_PAPERS, type CasePaperKind } from '@redress/domain';
import { Button, ButtonRow, Card, showToast } from '@redress/ui';
import { useState } from 'react';
import styles from './case.module.css';

/** Papers about the money, for the claimant to sign and hand over. */
export function CasePapers({ file }: { file: CaseFile }) {
  const [busy, setBusy] = useState<CasePaperKind | null>(null);
  const texts = letters.case.toPrint;
  const papers = CASE_PAPERS.filter((paper) => file.to_print.includes(paper));
  if (papers.length === 0) return null;
  const download = async (paper: CasePaperKind) => {
    setBusy(paper);
    const result = await call(casePaper, { form_session_id: file.form_session_id, paper });
    setBusy(null);
    if ('data' in result) saveFile(result.data.blob, `${paper}-${file.revision}.pdf`);
    else showToast({ text: result.error.message || texts.failed, tone: 'danger' });
  };
  return (
    <Card title={texts.title}>
      <p>{texts.why}</p>
      <div className={styles['press']}>
        <ButtonRow>
          {papers.map((paper) => (
            <Button
              key={paper}
              size="small"
              variant="secondary"
              busy={busy === paper}
              onClick={() => void download(paper)}
            >
              {texts.of[paper]}
            </Button>
          ))}
        </ButtonRow>
      </div>
    </Card>
  );
}
