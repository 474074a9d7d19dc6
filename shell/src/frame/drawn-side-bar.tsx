import { shell } from '@redress/copy/shell';
import { MENU_ICONS, documentToken } from '@redress/contracts/releases';
import { Icon } from '@redress/ui';
import { DRAWN_SIDE_BAR } from '../account/drawn-side-bar.ts';
import { MENU_SHAPES } from '../account/menu-shapes.ts';
import styles from '../account/side-bar.module.css';
import { Brand } from './brand.tsx';

const BAR = 'side_bar';
const ENTRIES = 'side_bar.entries';

/**
 * The side bar as the server draws it, for the site to fill with the entries of the release: they are there with the first
 * bytes, and links before anything has run. The shell puts its own in its place.
 */
export function DrawnSideBar() {
  return (
    <nav className={styles.bar} data-open="false" aria-label={shell.account.navigation} {...{ [DRAWN_SIDE_BAR]: '' }}>
      <div className={styles.head}>
        <Brand styles={styles} />
      </div>
      {`%{?${BAR}}`}
      <ul className={styles.links}>
        {`%{#${ENTRIES}}`}
        <li>
          <a className={styles.link} href={documentToken('to')} aria-current={documentToken('current') as 'page'}>
            {MENU_ICONS.map((icon) => {
              // A token has no hyphen.
              const path = `icon.${icon.replaceAll('-', '_')}`;
              return [`%{?${path}}`, <Icon key={icon} shape={MENU_SHAPES[icon]} />, `%{/${path}}`];
            })}
            {documentToken('label')}
          </a>
        </li>
        {`%{/${ENTRIES}}`}
      </ul>
      {`%{/${BAR}}`}
    </nav>
  );
}
