import { documentToken } from '@redress/contracts/releases';
import { Mark } from './mark.tsx';

const LOGO = 'header.site_logo';

/** Logo or mark, and name, for the site to fill. */
export function Brand({ styles }: { styles: { readonly [part: string]: string | undefined } }) {
  return (
    <a className={styles['brand']} href="/">
      {`%{?${LOGO}}`}
      {/* Low priority: React would put a preload tag in front of the frame, before the site has filled in an address. */}
      <img className={styles['logo']} src={documentToken(LOGO)} alt="" fetchPriority="low" />
      {`%{/${LOGO}}`}
      <Mark className={styles['mark']} />
      <span>{documentToken('header.site_title')}</span>
    </a>
  );
}
