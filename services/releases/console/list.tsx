import { LinkButton, LoadError, Skeleton } from '@redress/ui';
import { DataTable } from '@redress/ui/data';
import { useId, type ReactNode } from 'react';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { texts } from './texts.ts';
import type { Loaded } from './use-loaded.ts';

/** What is shown of an answer, while it is on its way, and where there is none. */
export function Shown<T>({ of, children }: { of: Loaded<T>; children: (data: T) => ReactNode }) {
  if (of.data !== null) return children(of.data);
  return of.refusal ? <Failed of={of} /> : <Skeleton />;
}

const Failed = ({ of: { refusal, reload } }: { of: Pick<Loaded<unknown>, 'refusal' | 'reload'> }) => (
  <LoadError title={texts.failed} text={`${refusal?.message} ${refusal?.remedy}`} onRetry={reload} />
);

/** By the name of each column what stands in it; the first one names the row. `null`: nothing to say. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

export interface ListProps<Row> {
  caption: string;
  heading?: string;
  /** What can be begun, beside the heading. */
  begin?: ReactNode;
  /** What it is searched by. */
  filter?: ReactNode;
  /** Of the question that the rows answer. */
  of: Pick<Loaded<unknown>, 'refusal' | 'reload'>;
  /** Absent while they are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  columns: Columns<Row>;
  /** Said where there is no row. */
  empty: string;
  /** What can be done with a row. */
  buttons?: (row: Row) => ReactNode;
  /** Whether the buttons are of use to those who may only read; if not, they have no column for them. */
  forReaders?: boolean;
  details?: (row: Row) => ReactNode;
  /** Addresses of the first page, unless it is this one, and of the next. */
  pages?: { label: string; newest: string | null; older: string | null };
}

/** Every list of the console: its rows, the way to more of them, and what is said where there is none. */
export function List<Row>({ caption, heading, begin, filter, of, rows, pages, ...list }: ListProps<Row>) {
  const id = useId();
  const { person } = useConsole();
  const { rowKey, columns, empty, details, forReaders = person.role !== 'reader' } = list;
  const buttons = forReaders && list.buttons;
  const shown = Object.entries(columns).map(([header, render], index) => ({
    key: header,
    header,
    isRowHeader: index === 0,
    render: (row: Row) => {
      const value = render(row);
      if (value === null || value === '' || typeof value === 'number') return value || null;
      return <span className={styles['state']}>{value}</span>;
    },
  }));
  const acts = buttons && {
    key: 'acts',
    header: 'Actions',
    hideHeader: true,
    render: (row: Row) => <span className={styles['acts']}>{buttons(row)}</span>,
  };
  return (
    <section className={styles['section']} aria-labelledby={heading && id}>
      {heading && (
        <div className={styles['head']}>
          <h2 id={id}>{heading}</h2>
          {/* What is begun is made of what is there. */}
          {rows && begin}
        </div>
      )}
      {filter}
      {of.refusal && !rows ? (
        <Failed of={of} />
      ) : (
        <DataTable
          caption={caption}
          columns={acts ? [...shown, acts] : shown}
          rows={rows ?? []}
          rowKey={(row) => String(rowKey(row))}
          status={rows ? 'ready' : 'loading'}
          empty={<p className={styles['soft']}>{empty}</p>}
          renderDetails={details}
        />
      )}
      {pages && (
        <nav className={styles['buttons']} aria-label={pages.label}>
          {pages.newest !== null && (
            <LinkButton variant="secondary" href={pages.newest}>
              Newest
            </LinkButton>
          )}
          {pages.older !== null && (
            <LinkButton variant="secondary" href={pages.older}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </section>
  );
}
