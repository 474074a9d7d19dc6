import { call, saveFile } from '@redress/api-client';
import { CASE_VIEWS, caseLedgers, LEDGER_CASES } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { Button, showToast } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import { useId, useState } from 'react';
import shared from '../../shared/screen.module.css';
import styles from './case-board.module.css';
import type { CasesPage, CaseView } from './use-cases.ts';

const VIEWS: readonly CaseView[] = ['all', ...CASE_VIEWS];

/** Choices for whoever has more cases than one page: which of them are shown, and all ledgers as a file. */
export function CaseChoice({ view, show }: Pick<CasesPage, 'view' | 'show'>) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const { board } = account;
  const download = async () => {
    setBusy(true);
    const result = await call(caseLedgers, undefined);
    setBusy(false);
    if ('error' in result) showToast({ text: result.error.message || board.ledgers.failed, tone: 'danger' });
    else saveFile(result.data.blob, result.data.fileName ?? 'cases.csv');
  };
  return (
    <div className={styles['choice']}>
      <div>
        <label htmlFor={id}>{board.view.label}</label>
        <Select
          id={id}
          value={view}
          onChange={({ target }) => show(VIEWS.find((one) => one === target.value) ?? 'all')}
        >
          {VIEWS.map((one) => (
            <option key={one} value={one}>
              {board.view[one]}
            </option>
          ))}
        </Select>
      </div>
      <div>
        <Button
          size="small"
          variant="secondary"
          busy={isBusy}
          aria-describedby={`${id}-hint`}
          onClick={() => void download()}
        >
          {board.ledgers.download}
        </Button>
        <p id={`${id}-hint`} className={shared['soft']}>
          {board.ledgers.hint(LEDGER_CASES.toLocaleString('en-US'))}
        </p>
      </div>
    </div>
  );
}
