import { shell } from '@redress/copy/shell';
import { AppLink, usePageData } from '@redress/mf-runtime';
import { Icon } from '@redress/ui';
import { logOut as logOutShape, x } from '@redress/ui/icons';
import type { ServedMenuEntry } from '@redress/contracts/releases';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Mark } from '../frame/mark.tsx';
import { REGIONS } from '../frame/regions.ts';
import { takeDrawnSideBar } from './drawn-side-bar.ts';
import { menuShape } from './menu-shapes.ts';
import { returnFocus } from './return-focus.ts';
import styles from './side-bar.module.css';
import { useInertBehind } from './use-inert-behind.ts';
import { useLogOut } from './use-log-out.ts';

interface SideBarProps {
  entries: readonly ServedMenuEntry[];
  /** Whether the drawer is open that the bar is on narrow screens; on wide ones it is always there. */
  isOpen: boolean;
  onClose: () => void;
  onLogOut: () => Promise<boolean>;
}

export function SideBar({ entries, isOpen, onClose, onLogOut }: SideBarProps) {
  const { pathname } = useLocation();
  const { header } = usePageData();
  const drawer = useRef<HTMLElement>(null);
  const { logOut, isBusy } = useLogOut(onLogOut);

  // Before the next paint: what the server drew and this are never seen together, and never none of them.
  useLayoutEffect(() => takeDrawnSideBar(drawer.current), []);

  useInertBehind(isOpen, REGIONS.accountSide);

  useEffect(() => {
    if (!isOpen) return;
    const bar = drawer.current;
    const before = document.activeElement;
    bar?.querySelector<HTMLElement>('button, a')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      returnFocus(before, bar);
    };
  }, [isOpen, onClose]);

  // Also by the way back. A link closes the drawer itself: the heading of the next page may be there before this runs,
  // and takes no focus while the page is inert.
  useEffect(() => onClose(), [pathname, onClose]);

  return (
    <>
      {isOpen && <div className={styles.backdrop} aria-hidden="true" onClick={onClose} />}
      <nav
        ref={drawer}
        id="account-menu"
        className={styles.bar}
        data-open={isOpen}
        aria-label={shell.account.navigation}
      >
        <div className={styles.head}>
          <AppLink className={styles.brand} to="/" onClick={onClose}>
            {header.site_logo ? (
              <img className={styles.logo} src={header.site_logo} alt="" />
            ) : (
              <Mark className={styles.mark} />
            )}
            {header.site_title}
          </AppLink>
          <button type="button" className={styles.close} aria-label={shell.account.menu.close} onClick={onClose}>
            <Icon shape={x} />
          </button>
        </div>
        <ul className={styles.links}>
          {entries.map(({ to, label, icon }) => (
            <li key={to}>
              <AppLink
                className={styles.link}
                to={to}
                aria-current={pathname === to ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon shape={menuShape(icon)} />
                {label}
              </AppLink>
            </li>
          ))}
        </ul>
        <button type="button" className={styles.link} disabled={isBusy} onClick={() => void logOut()}>
          <Icon shape={logOutShape} />
          {shell.account.logOut}
        </button>
      </nav>
    </>
  );
}
