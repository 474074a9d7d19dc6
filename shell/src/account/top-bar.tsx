import { shell } from '@redress/copy/shell';
import { AppLink, usePageData } from '@redress/mf-runtime';
import { selectDisplayName, useAppSelector } from '@redress/session-store';
import { Icon } from '@redress/ui';
import { bell, circleQuestionMark, logOut as logOutShape, menu, settings } from '@redress/ui/icons';
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
        aria-label={shell.account.menu.open}
        aria-expanded={menuIsOpen}
        aria-controls="account-menu"
        onClick={onMenu}
      >
        <Icon shape={menu} />
      </button>
      <p className={styles.welcome}>
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase(locale)}
        </span>
        <span className={styles.name}>{shell.account.welcome(name)}</span>
      </p>
      <SearchBox />
      <a className={styles.icon} href="/help" aria-label={shell.header.help}>
        <Icon shape={circleQuestionMark} />
      </a>
      <AppLink className={`${styles.icon} ${styles.settings}`} to="/settings" aria-label={shell.account.settings}>
        <Icon shape={settings} />
      </AppLink>
      <button
        type="button"
        className={styles.icon}
        aria-label={shell.alerts.open(alertCount)}
        aria-expanded={alertsAreOpen}
        onClick={onAlerts}
      >
        <Icon shape={bell} />
        {alertCount > 0 && <span className={styles.dot} />}
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.logOut}`}
        aria-label={shell.account.logOut}
        disabled={isBusy}
        onClick={() => void logOut()}
      >
        <Icon shape={logOutShape} />
      </button>
    </div>
  );
}
