/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on phones the table is shown as cards, and WebKit drops the roles of a table whose display is changed */
import { common } from '@redress/copy/common';
import { LoadError, Skeleton, VisuallyHidden, cx } from '@redress/ui';
import { Fragment, type ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Item> {
  key: string;
  header: string;
  /** `null` when there is nothing to say: a dash in a table, no line on a card. */
  render: (item: Item) => ReactNode;
  /** Numbers and sums stand at the end. */
  align?: 'end' | undefined;
  /** Names the row: its header for screen readers, the heading of its card on phones. One column of a table. */
  isRowHeader?: boolean | undefined;
  /** The header is only read out: for columns of buttons. */
  hideHeader?: boolean | undefined;
  /** In a table its values stay on one line: days, short names. */
  isWhole?: boolean | undefined;
  /** On a card its values stand without the column's name: badges, buttons. */
  isSelfExplaining?: boolean | undefined;
}

export interface DataTableProps<Item> {
  /** Says what the table is; read out. */
  caption: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  rowKey: (item: Item) => string;
  status?: 'loading' | 'ready' | 'error' | undefined;
  /** In place of the table when there are no rows: an `EmptyState`. */
  empty: ReactNode;
  error?: { title?: string | undefined; text?: string | undefined; reference?: string | undefined } | undefined;
  onRetry?: (() => void) | undefined;
  /** A row's details, across the whole table, while it is open. */
  renderDetails?: ((item: Item) => ReactNode) | undefined;
}

/** Rows shown as shapes while loading. */
const EXPECTED_ROWS = 3;

/**
 * Rows of things. A table where there is room; elsewhere each row is a card whose values carry the names of their
 * columns. Roles are written out because a table whose display is changed loses them.
 */
export function DataTable<Item>({
  caption,
  columns,
  rows,
  rowKey,
  status = 'ready',
  empty,
  error,
  onRetry,
  renderDetails,
}: DataTableProps<Item>) {
  if (status === 'error') return <LoadError {...error} onRetry={onRetry} />;
  if (status === 'ready' && rows.length === 0) return empty;
  const isLoading = status === 'loading';
  return (
    <div className={styles['frame']}>
      {/* What is on its way is drawn as shapes and replaced whole: no word of it moves when the columns find their widths. */}
      <table
        key={isLoading ? 'loading' : 'ready'}
        className={styles['table']}
        role="table"
        aria-busy={isLoading || undefined}
      >
        <caption className={styles['caption']}>
          <VisuallyHidden>{caption}</VisuallyHidden>
          {isLoading && <VisuallyHidden>{` ${common.loading}`}</VisuallyHidden>}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, align, hideHeader }) => (
              <th key={key} role="columnheader" scope="col" className={cx(align === 'end' && styles['end'])}>
                {hideHeader || isLoading ? <VisuallyHidden>{header}</VisuallyHidden> : header}
                {isLoading && <Skeleton />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {isLoading &&
            Array.from({ length: EXPECTED_ROWS }, (_, index) => (
              <tr key={index} role="row" aria-hidden="true">
                {columns.map(({ key }) => (
                  <td key={key} role="cell">
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
          {!isLoading &&
            rows.map((item) => {
              const details = renderDetails?.(item);
              return (
                <Fragment key={rowKey(item)}>
                  <tr role="row">
                    {columns.map((column) => (
                      <Cell key={column.key} column={column} item={item} />
                    ))}
                  </tr>
                  {details && (
                    <tr role="row" className={styles['details']}>
                      <td role="cell" colSpan={columns.length}>
                        {details}
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Item>({ column, item }: { column: Column<Item>; item: Item }) {
  const { header, render, align, isRowHeader, hideHeader, isSelfExplaining, isWhole } = column;
  const value = render(item);
  const className = cx(
    align === 'end' && styles['end'],
    isWhole && styles['whole'],
    hideHeader && styles['unlabelled'],
    isSelfExplaining && styles['selfExplaining'],
    value === null && styles['nothing'],
  );
  const label = hideHeader || isRowHeader ? {} : { 'data-label': header };
  return isRowHeader ? (
    <th role="rowheader" scope="row" className={cx(styles['rowHeader'], className)}>
      {value}
    </th>
  ) : (
    <td role="cell" className={className} {...label}>
      {value ?? '–'}
    </td>
  );
}
