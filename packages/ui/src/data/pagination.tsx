import { common } from '@redress/copy/common';
import { Button } from '@redress/ui';
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
  return (
    <nav className={styles['pagination']} aria-label={common.pagination.label}>
      <p role="status">{common.pagination.showing(from, to, total, what)}</p>
      {pages > 1 && (
        <div className={styles['buttons']}>
          <Button
            variant="secondary"
            size="small"
            icon={chevronLeft}
            disabled={current === 1 || busy}
            onClick={() => onPage(current - 1)}
          >
            {common.pagination.previous}
          </Button>
          <Button
            variant="secondary"
            size="small"
            iconAfter={chevronRight}
            disabled={current === pages || busy}
            onClick={() => onPage(current + 1)}
          >
            {common.pagination.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
