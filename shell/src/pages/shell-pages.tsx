import type { PageData } from '@redress/contracts/releases';
import { shell } from '@redress/copy/shell';
import { useDocumentTitle, usePageData } from '@redress/mf-runtime';
import { useEffect, useLayoutEffect, useReducer, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { isDrawn, removeDrawnUnless } from './drawn-screen.ts';
import { followContents } from './follow-contents.ts';
import { Message, NotFound } from './message.tsx';
import type { ShellPage } from './page-choice.ts';
import { PUBLIC_PAGES, type PublicPage } from './public-pages.tsx';
import { publishedPrices } from './published-prices.ts';
import styles from './shell-pages.module.css';
import { wordsOf } from './site-words.tsx';

export interface ShellPagesPort {
  page(): ShellPage | null;
  sessionFailed(): boolean;
  retrySession(): void;
  /** Calls back whenever `page` or `sessionFailed` may answer otherwise. */
  subscribe(listener: () => void): () => void;
}

/** Public documents, "not found", and what stands in a guarded page's place until it is known who asks. */
export function ShellPages({ port }: { port: ShellPagesPort }) {
  const [, update] = useReducer((count: number) => count + 1, 0);
  // At once: the code that changes pages looks for the heading next, and restores the scroll position.
  useEffect(() => port.subscribe(() => flushSync(update)), [port]);
  const page = port.page();
  useLayoutEffect(() => {
    removeDrawnUnless(page);
    return followContents();
  }, [page]);
  return isDrawn(page) ? null : pageOf(page, port);
}

function pageOf(page: ShellPage | null, port: ShellPagesPort): ReactNode {
  switch (page) {
    case null:
      return null;
    case 'switched-off':
      return (
        <Titled title={shell.switchedOff.title}>
          <Message title={shell.switchedOff.title} text={shell.switchedOff.text} />
        </Titled>
      );
    case 'loading':
      return port.sessionFailed() ? (
        <div className={styles.message} role="alert">
          <p>{shell.session.failed}</p>
          <button type="button" onClick={() => port.retrySession()}>
            {shell.panel.retry}
          </button>
        </div>
      ) : (
        <Loading />
      );
    default:
      return <OwnPage key={page} path={page} />;
  }
}

function OwnPage({ path }: { path: string }) {
  const data = usePageData();
  const page = PUBLIC_PAGES[path];
  if (page?.saysPrices) return <PricedPage path={path} page={page} />;
  if (page) return <Titled title={page.title}>{page.draw(wordsOf(data))}</Titled>;
  return (
    <Titled title={shell.notFound.title}>
      <NotFound />
    </Titled>
  );
}

/** A page that is drawn whole once prices are known, or known not to be had: nothing below them moves. */
function PricedPage({ path, page }: { path: string; page: PublicPage }) {
  const data = usePageData();
  const [asked, setAsked] = useState<{ prices?: PageData['prices'] } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    publishedPrices(path, left.signal).then(
      (prices) => setAsked({ prices }),
      () => left.signal.aborted || setAsked({}),
    );
    return () => left.abort();
  }, [path]);
  if (!asked) return <Loading />;
  return <Titled title={page.title}>{page.draw(wordsOf({ ...data, ...asked }))}</Titled>;
}

function Loading() {
  return (
    <p className={styles.message} role="status">
      {shell.account.loading}
    </p>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return children;
}
