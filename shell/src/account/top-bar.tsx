import { common } from '@redress/copy/common';
import { shell } from '@redress/copy/shell';
import { AppLink, usePageData } from '@redress/mf-runtime';
import { selectDisplayName, useAppSelector } from '@redress/session-store';
import { Bell, CircleQuestionMark, LogOut, Menu, Settings } from 'lucide-react';
import { SearchBox } from './search-box.tsx';
import styles from './top-bar.module.css';
import { useLogOut } from './use-log-out.ts';

interface TopBarProps {
  alertCount: number;
  alertsAreOpen: boolean;
  menuIsOpen: boolean;
  onAlerts: () => void;
  onMenu: () => void;
  onLogOut: () => Promise<boolean>;
}

export function TopBar({ alertCount, alertsAreOpen, menuIsOpen, onAlerts, onMenu, onLogOut }: TopBarProps) {
  const name = useAppSelector(selectDisplayName);
  const { locale } = usePageData();
  const { logOut, isBusy } = useLogOut(onLogOut);

  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.menu}
        aria-label={common.menu.open}
        aria-expanded={menuIsOpen}
        aria-controls="account-menu"
        onClick={onMenu}
      >
        <Menu aria-hidden="true" />
      </button>
      <p className={styles.welcome}>
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase(locale)}
        </span>
        <span className={styles.name}>{shell.account.welcome(name)}</span>
      </p>
      <SearchBox />
      <a className={styles.icon} href="/help" aria-label={shell.header.help}>
        <CircleQuestionMark aria-hidden="true" />
      </a>
      <AppLink className={`${styles.icon} ${styles.settings}`} to="/settings" aria-label={shell.account.settings}>
        <Settings aria-hidden="true" />
      </AppLink>
      <button
        type="button"
        className={styles.icon}
        aria-label={shell.alerts.open(alertCount)}
        aria-expanded={alertsAreOpen}
        onClick={onAlerts}
      >
        <Bell aria-hidden="true" />
        {alertCount > 0 && <span className={styles.dot} />}
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.logOut}`}
        aria-label={shell.account.logOut}
        disabled={isBusy}
        onClick={() => void logOut()}
      >
        <LogOut aria-hidden="true" />
      </button>
    </div>
  );
}
