import { rows as copy } from '@redress/copy/rows';
import { useFillFields, useFormField } from '@redress/forms';
import { announce } from '@redress/ui';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useNamedRow } from '../../../shared/use-address.ts';

export const newRowId = (): string => crypto.randomUUID();

export interface RowList<Row extends { id: string }> {
  rows: readonly Row[];
  /** Ref of the element around the list: focus is looked for in it. */
  list: RefObject<HTMLDivElement | null>;
  openId: string | null;
  isFull: boolean;
  canUndo: boolean;
  /** A new row, open, with focus in its first field. */
  add: (row: Row) => void;
  /** A new row that is whole as it is. @param others - fields that change with it */
  put: (row: Row, others?: Record<string, unknown>) => void;
  open: (id: string) => void;
  /** Closes the open row; focus goes back to its Change. */
  close: () => void;
  move: (id: string, by: -1 | 1) => void;
  remove: (id: string) => void;
  undo: () => void;
}

const inRow = (id: string, what: string) => `[data-row="${CSS.escape(id)}"] ${what}`;
const ITS_FIELDS = 'select, input, textarea';

/**
 * The rows of one answer of the surrounding form: one is open at a time, and the last that was removed can be had back.
 * @param settle - what a list is brought to when a row is closed: order
 */
export function useRows<Row extends { id: string }>(
  name: string,
  most: number,
  settle: (rows: readonly Row[]) => readonly Row[] = (rows) => rows,
): RowList<Row> {
  const { value, setValue } = useFormField<readonly Row[] | '' | null | undefined>(name);
  const fill = useFillFields();
  const rows = value || [];
  const named = useNamedRow();
  const [openId, setOpenId] = useState(rows.some(({ id }) => id === named) ? named : null);
  const [removed, setRemoved] = useState<{ row: Row; at: number } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef(openId && inRow(openId, ITS_FIELDS));
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const found = list.current?.querySelector<HTMLElement>(focusNext.current);
    if (!found) return;
    focusNext.current = null;
    found.focus();
  });
  const focusOn = (selector: string) => void (focusNext.current = selector);
  const open = (id: string) => {
    setOpenId(id);
    focusOn(inRow(id, ITS_FIELDS));
  };

  return {
    rows,
    list,
    openId,
    isFull: rows.length >= most,
    canUndo: removed !== null,
    add(row) {
      setValue([...rows, row]);
      open(row.id);
    },
    put(row, others = {}) {
      const settled = settle([...rows, row]);
      fill({ [name]: settled, ...others });
      announce(copy.nowLine(settled.indexOf(row) + 1, settled.length));
      focusOn(inRow(row.id, '[data-change]'));
    },
    open,
    close() {
      if (!openId) return;
      const settled = settle(rows);
      if (settled !== rows) setValue(settled);
      announce(copy.nowLine(settled.findIndex(({ id }) => id === openId) + 1, settled.length));
      focusOn(inRow(openId, '[data-change]'));
      setOpenId(null);
    },
    move(id, by) {
      const at = rows.findIndex((row) => row.id === id);
      const row = rows[at];
      const to = at + by;
      if (!row || to < 0 || to >= rows.length) return;
      const moved = rows.filter((each) => each !== row);
      setValue([...moved.slice(0, to), row, ...moved.slice(to)]);
      announce(copy.nowLine(to + 1, rows.length));
      focusOn(inRow(id, `[data-move="${by}"]:not(:disabled), [data-move]:not(:disabled)`));
    },
    remove(id) {
      const at = rows.findIndex((row) => row.id === id);
      const row = rows[at];
      if (!row) return;
      setRemoved({ row, at });
      setValue(rows.filter((each) => each !== row));
      setOpenId(null);
      focusOn('[data-undo]');
    },
    undo() {
      if (!removed) return;
      setValue([...rows.slice(0, removed.at), removed.row, ...rows.slice(removed.at)]);
      setRemoved(null);
      focusOn(inRow(removed.row.id, '[data-change]'));
    },
  };
}
