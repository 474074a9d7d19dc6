import type { LedgerRow } from '@redress/contracts/release-api';
import { EmptyState, LinkButton, LoadError } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback } from 'react';
import { movesOf } from '../../src/ledger/moves.ts';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { Instant } from '../instant.tsx';
import { texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';
import { ledgerTexts } from './ledger-texts.ts';
import { readQuestion, writeQuestion } from './question.ts';
import { LedgerSearch } from './ledger-search.tsx';
import { VerifyLedger } from './verify-ledger.tsx';

const PAGE = 50;

const COLUMNS: Column<LedgerRow>[] = [
  { key: 'seq', header: 'No', isRowHeader: true, render: ({ seq }) => seq },
  { key: 'at', header: 'When', render: ({ at }) => <Instant at={at} /> },
  {
    key: 'who',
    header: 'Who',
    render: ({ person, actor }) => (
      <span className={styles['named']}>{person === undefined ? actor : `${person} (${actor})`}</span>
    ),
  },
  {
    key: 'action',
    header: 'What',
    render: ({ action, subject, detail }) => (
      <span className={styles['state']}>
        {action} {subject}
        {detail['overridden'] ? ', override' : ''}
      </span>
    ),
  },
  {
    key: 'moves',
    header: 'From and to',
    render: ({ detail }) => {
      const moves = movesOf(detail);
      return moves === '' || moves === 'none' ? null : <span className={styles['state']}>{moves}</span>;
    },
  },
  {
    key: 'reason',
    header: 'Why',
    render: ({ reason }) => reason && <span className={styles['state']}>{reason}</span>,
  },
  { key: 'hash', header: 'Hash', render: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code> },
];

/** Who did what, when and why; each entry holds the hash of the one before. */
export function LedgerView({ item }: ViewProps) {
  const { api, linkTo } = useConsole();
  const load = useCallback(async () => {
    const { before, ...sought } = readQuestion(item);
    const given = Object.fromEntries(Object.entries(sought).filter(([, value]) => value !== ''));
    // One more than is shown says whether there is another page.
    const rows = await api('ledger', { limit: PAGE + 1, ...given, ...(before ? { before: Number(before) } : {}) });
    return { item, rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
  }, [api, item]);
  const { data: answer, refusal, reload } = useLoaded(load);
  // The answer to another search is not shown as the answer to this one.
  const data = answer?.item === item ? answer : null;
  const question = readQuestion(item);
  const isSearch = writeQuestion({ ...question, before: '' }) !== '';
  const last = data?.rows.at(-1)?.seq;
  return (
    <div className={styles['view']}>
      <LedgerSearch key={item} question={question} />
      {refusal && !data ? (
        <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />
      ) : (
        <DataTable
          caption={ledgerTexts.caption}
          columns={COLUMNS}
          rows={data?.rows ?? []}
          rowKey={({ hash }) => hash}
          status={data ? 'ready' : 'loading'}
          empty={<EmptyState title={isSearch ? ledgerTexts.nothingFound : texts.none} />}
        />
      )}
      <nav className={styles['buttons']} aria-label={ledgerTexts.pages}>
        {question.before !== '' && (
          <LinkButton variant="secondary" href={linkTo('ledger', writeQuestion({ ...question, before: '' }))}>
            {ledgerTexts.newest}
          </LinkButton>
        )}
        {data?.hasMore && last !== undefined && (
          <LinkButton variant="secondary" href={linkTo('ledger', writeQuestion({ ...question, before: String(last) }))}>
            {ledgerTexts.older}
          </LinkButton>
        )}
      </nav>
      <VerifyLedger />
    </div>
  );
}
