import { common } from '@redress/copy/common';
import { shell } from '@redress/copy/shell';
import { DOCUMENT_PARTS, documentToken } from '@redress/contracts/releases';
import { visuallyHidden } from '@redress/ui';
import styles from './frame.module.css';
import { Brand } from './brand.tsx';
import { DrawnSideBar } from './drawn-side-bar.tsx';
import { CONSENT_BUTTON, type Layout, REGIONS } from './regions.ts';

const TAGLINE = 'header.site_tagline';

const each = (path: string) => `%{#${path}}`;
const when = (path: string) => `%{?${path}}`;
const end = (path: string) => `%{/${path}}`;

/**
 * Both layouts as the server draws them, once, for the site to fill with its own words (`fillDocument`). They are plain
 * markup for good: nothing here is hydrated. Which of the two is seen is a matter of `data-layout`, so that going from
 * one to the other moves nothing else.
 */
export function Frame({ layout }: { layout: Layout }) {
  return (
    <div id={REGIONS.frame} className={styles.frame} data-layout={layout}>
      <a className={styles.skip} href={`#${REGIONS.main}`}>
        {common.skipToContent}
      </a>
      <PublicHeader />
      <div id={REGIONS.accountSide} className={styles.accountSide}>
        {layout === 'account' && <DrawnSideBar />}
      </div>
      <header id={REGIONS.accountTop} className={styles.accountTop} />
      <main id={REGIONS.main} className={styles.main} tabIndex={-1}>
        <div id={REGIONS.outlet} dangerouslySetInnerHTML={{ __html: DOCUMENT_PARTS.outlet }} />
      </main>
      <Footer />
      <div id={REGIONS.overlay} />
      <p id={REGIONS.announcer} className={visuallyHidden} role="status" />
    </div>
  );
}

function PublicHeader() {
  const items = 'header.navigation_items';
  return (
    <header className={styles.publicHeader}>
      <Brand styles={styles} />
      {when(TAGLINE)}
      <p className={styles.tagline}>{documentToken(TAGLINE)}</p>
      {end(TAGLINE)}
      <nav className={styles.publicNavigation} aria-label={shell.header.navigation}>
        <ul>
          {when('header.show_navigation')}
          {each(items)}
          <li>
            <a href={documentToken('url')}>{documentToken('title')}</a>
          </li>
          {end(items)}
          {end('header.show_navigation')}
          <li>
            <a href="/help">{shell.header.help}</a>
          </li>
          <li>
            <a
              id={REGIONS.sessionLink}
              className={styles.sessionLink}
              href="/login"
              data-signed-in={shell.header.account}
              data-signed-out={shell.header.login}
            >
              {shell.header.login}
            </a>
          </li>
        </ul>
      </nav>
    </header>
  );
}

const SOCIAL = ['linkedin', 'facebook', 'instagram', 'twitter'] as const;

/** Pages of the shell's own, as the footer names them. */
const OWN_PAGES = [
  ['/prices', shell.footer.prices],
  ['/how-it-works', shell.footer.how],
  ['/help', shell.footer.help],
  ['/terms', shell.footer.terms],
  ['/privacy', shell.footer.privacy],
] as const;

/** The same in both layouts, so that who looks for a page or an address finds it in its place. */
function Footer() {
  const email = 'footer.company_email';
  return (
    <footer className={styles.footer}>
      <SiteName />
      <p>{shell.footer.notLawFirm}</p>
      <ul className={styles.footerLinks}>
        {OWN_PAGES.map(([path, name]) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
        <ConsentChoices />
        {when(email)}
        <li>
          <a href={`mailto:${documentToken(email)}`}>{documentToken(email)}</a>
        </li>
        {end(email)}
        {SOCIAL.map((network) => {
          const path = `footer.social_links.${network}`;
          return (
            <SocialLink key={network} path={path}>
              {shell.footer.networks[network]}
            </SocialLink>
          );
        })}
      </ul>
      <FooterText />
    </footer>
  );
}

function SiteName() {
  return (
    <p>
      <strong>{documentToken('header.site_title')}</strong>
      {when(TAGLINE)} {documentToken(TAGLINE)}
      {end(TAGLINE)}
    </p>
  );
}

function FooterText() {
  const text = 'footer.footer_text';
  return (
    <>
      {when(text)}
      <p>{documentToken(text)}</p>
      {end(text)}
    </>
  );
}

function SocialLink({ path, children }: { path: string; children: string }) {
  return (
    <>
      {when(path)}
      <li>
        <a href={documentToken(path)} rel="noopener noreferrer">
          {children}
        </a>
      </li>
      {end(path)}
    </>
  );
}

/** Button of the choices, only where the site has third-party tags. */
function ConsentChoices() {
  return (
    <>
      {when('consent')}
      <li>
        <button type="button" className={styles.choices} {...{ [CONSENT_BUTTON]: '' }}>
          {shell.consent.change}
        </button>
      </li>
      {end('consent')}
    </>
  );
}
