import { common } from '@redress/copy/common';
import { rows as copy } from '@redress/copy/rows';
import { Button, Icon, VisuallyHidden } from '@redress/ui';
import { triangleAlert } from '@redress/ui/icons';
import type { ReactNode } from 'react';
import type { RowList } from './use-rows.ts';
import styles from './rows.module.css';

interface RowCardProps<Row extends { id: string }> {
  list: RowList<Row>;
  row: Row;
  at: number;
  /** The row in a few words: what its buttons are named by. */
  title: string;
  /** Title while the card is open. */
  openTitle?: string;
  /** More of it while it is closed. */
  detail?: ReactNode;
  /** What it does not agree with: told, never in the way. */
  problems?: readonly string[];
  canMove?: boolean;
  /** Its fields, while it is open. */
  children: ReactNode;
}

/** One row: closed a line with what can be done to it, open its fields. */
export function RowCard<Row extends { id: string }>(props: RowCardProps<Row>) {
  const { list, row, at, title, openTitle = title, detail, problems = [], canMove = false, children } = props;
  const name = copy.line(at + 1, title);
  const actions = (
    <Button size="small" variant="quiet" onClick={() => list.remove(row.id)}>
      {common.actions.remove} <VisuallyHidden>{name}</VisuallyHidden>
    </Button>
  );
  const told = (
    <div role="status">
      {problems.map((problem) => (
        <p key={problem} className={styles['problem']}>
          <Icon shape={triangleAlert} /> {problem}
        </p>
      ))}
    </div>
  );
  if (list.openId === row.id) {
    return (
      <li data-row={row.id} className={styles['card']}>
        <fieldset className={styles['fields']}>
          <legend dir="auto">{copy.line(at + 1, openTitle)}</legend>
          {children}
          {told}
          <div className={styles['acts']}>
            <Button size="small" variant="secondary" onClick={list.close}>
              {copy.done} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
            {actions}
          </div>
        </fieldset>
      </li>
    );
  }
  return (
    <li data-row={row.id} className={styles['card']}>
      <p dir="auto">{title}</p>
      {detail}
      {told}
      <div className={styles['acts']}>
        <Button size="small" variant="secondary" data-change="" onClick={() => list.open(row.id)}>
          {common.actions.edit} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
        {canMove &&
          ([-1, 1] as const).map((by) => (
            <Button
              key={by}
              size="small"
              variant="quiet"
              data-move={by}
              disabled={by < 0 ? at === 0 : at === list.rows.length - 1}
              onClick={() => list.move(row.id, by)}
            >
              {copy.move[by]} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          ))}
        {actions}
      </div>
    </li>
  );
}

interface RowListEndProps<Row extends { id: string }> {
  list: RowList<Row>;
  adds: readonly { text: string; onAdd: () => void }[];
}

/** Below a list: the next row, and the last removed one back. */
export function RowListEnd<Row extends { id: string }>({ list, adds }: RowListEndProps<Row>) {
  return (
    <>
      {list.canUndo && (
        <p className={styles['undo']}>
          {copy.removed}{' '}
          <Button size="small" variant="secondary" data-undo="" onClick={list.undo}>
            {copy.undo}
          </Button>
        </p>
      )}
      {list.isFull ? (
        <p>{copy.full}</p>
      ) : (
        <div className={styles['acts']}>
          {adds.map(({ text, onAdd }) => (
            <Button key={text} size="small" variant="secondary" onClick={onAdd}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
