import { controls } from '@redress/copy/controls';
import { Button } from '@redress/ui';
import type { ComponentProps } from 'react';
import { chevronLeft, chevronRight } from '../icons/index.ts';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** What is counted: "sessions", "letters". */
  what: string;
  busy?: boolean | undefined;
}

/** "Showing x to y of z sessions", Previous and Next. The buttons are left out when everything is on one page. */
export function Pagination({ page, pageSize, total, onPage, what, busy = false }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const current = Math.min(Math.max(page, 1), pages);
  const from = total === 0 ? 0 : (current - 1) * pageSize + 1;
  const to = Math.min(current * pageSize, total);
  const turnTo = (target: number, text: string, icon: Pick<ComponentProps<typeof Button>, 'icon' | 'iconAfter'>) => {
    const isOff = busy || target < 1 || target > pages;
    return (
      <Button variant="secondary" size="small" {...icon} disabled={isOff} onClick={() => onPage(target)}>
        {text}
      </Button>
    );
  };
  return (
    <nav className={styles['pagination']} aria-label={controls.pagination.label}>
      <p role="status">{controls.pagination.showing(from, to, total, what)}</p>
      {pages > 1 && (
        <div className={styles['buttons']}>
          {turnTo(current - 1, controls.pagination.previous, { icon: chevronLeft })}
          {turnTo(current + 1, controls.pagination.next, { iconAfter: chevronRight })}
        </div>
      )}
    </nav>
  );
}
