import type { LedgerRow } from '@redress/contracts/release-api';
import { movesOf } from '@redress/release-client/sentences';
import { useCallback } from 'react';
import { ActButton } from '../acts/act-button.tsx';
import { verifyLedger } from '../acts/coming-acts.ts';
import { useConsole } from '../console-context.ts';
import { List, type Columns } from '../list.tsx';
import { Instant } from '../parts.tsx';
import { texts } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { LedgerSearch } from './ledger-search.tsx';
import { isSearch, readQuestion, writeQuestion } from './question.ts';

const PAGE = 50;

const COLUMNS: Columns<LedgerRow> = {
  No: ({ seq }) => seq,
  When: ({ at }) => <Instant at={at} />,
  Who: ({ person, actor }) => (person === undefined ? actor : `${person} (${actor})`),
  What: ({ action, subject, detail }) => `${action} ${subject}${detail['overridden'] ? ', override' : ''}`,
  'From and to': ({ detail }) => movesOf(detail).replace(/^none$/, ''),
  Why: ({ reason }) => reason,
  Hash: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code>,
};

/** Who did what, when and why; each entry holds the hash of the one before. @param props.item - what it is searched by */
export function LedgerList({ item }: { item: string }) {
  const { api, linkTo } = useConsole();
  const load = useCallback(async () => {
    const { before, ...sought } = readQuestion(item);
    const given = Object.fromEntries(Object.entries(sought).filter(([, value]) => value !== ''));
    // One more than is shown says whether there is another page.
    const rows = await api('ledger', { limit: PAGE + 1, ...given, ...(before ? { before: Number(before) } : {}) });
    return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
  }, [api, item]);
  const of = useLoaded(load);
  const { data } = of;
  const question = readQuestion(item);
  const pageOf = (before: string) => linkTo('history', writeQuestion({ ...question, before }));
  const last = data?.rows.at(-1)?.seq;
  return (
    <List
      heading="Ledger"
      begin={<ActButton act={verifyLedger} />}
      caption="Ledger, newest first"
      filter={<LedgerSearch key={item} question={question} />}
      of={of}
      rows={data?.rows}
      rowKey={({ hash }) => hash}
      columns={COLUMNS}
      empty={isSearch(question) ? 'No entry answers this search.' : texts.none}
      pages={{
        label: 'Pages of the ledger',
        newest: question.before === '' ? null : pageOf(''),
        older: data?.hasMore && last !== undefined ? pageOf(String(last)) : null,
      }}
    />
  );
}
