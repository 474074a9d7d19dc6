import { useConsole, type ViewProps } from '../console-context.ts';
import styles from '../console.module.css';
import { LedgerList } from './ledger-list.tsx';
import { LEDGER } from './question.ts';
import { SnapshotList } from './snapshot-list.tsx';

/** What was served and who did what. The address says which: a number is a page of the snapshots, words are a search. */
export function HistoryView({ item }: ViewProps) {
  const { linkTo } = useConsole();
  const isLedger = item !== null && !/^\d{1,9}$/.test(item);
  return (
    <>
      <nav className={styles['buttons']} aria-label="History of">
        <a href={linkTo('history')} aria-current={isLedger ? undefined : 'page'}>
          Snapshots
        </a>
        <a href={linkTo('history', LEDGER)} aria-current={isLedger ? 'page' : undefined}>
          Ledger and its proof
        </a>
      </nav>
      {isLedger ? <LedgerList item={item} /> : <SnapshotList before={item === null ? null : Number(item)} />}
    </>
  );
}
