import { shell } from '@redress/copy/shell';
import { useEffect, useReducer } from 'react';
import { flushSync } from 'react-dom';
import { LegalPage } from './legal-page.tsx';
import styles from './shell-pages.module.css';
import type { ShellPage } from './page-choice.ts';

export interface ShellPagesPort {
  page(): ShellPage | null;
  sessionFailed(): boolean;
  retrySession(): void;
  /** Calls back whenever `page` or `sessionFailed` may answer otherwise. */
  subscribe(listener: () => void): () => void;
}

/** Terms, privacy, "not found", and what stands in a guarded page's place until it is known who asks. */
export function ShellPages({ port }: { port: ShellPagesPort }) {
  const [, update] = useReducer((count: number) => count + 1, 0);
  // At once: the code that changes pages looks for the heading next, and restores the scroll position.
  useEffect(() => port.subscribe(() => flushSync(update)), [port]);

  switch (port.page()) {
    case 'terms':
    case 'privacy':
      return <LegalPage kind={port.page() === 'terms' ? 'terms' : 'privacy'} />;
    case 'not-found':
      return (
        <Message title={shell.notFound.title} text={shell.notFound.text}>
          <a href="/">{shell.notFound.home}</a>
        </Message>
      );
    case 'switched-off':
      return <Message title={shell.switchedOff.title} text={shell.switchedOff.text} />;
    case 'loading':
      return port.sessionFailed() ? (
        <div className={styles.message} role="alert">
          <p>{shell.session.failed}</p>
          <button type="button" onClick={() => port.retrySession()}>
            {shell.panel.retry}
          </button>
        </div>
      ) : (
        <p className={styles.message} role="status">
          {shell.account.loading}
        </p>
      );
    default:
      return null;
  }
}

function Message({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <section className={styles.message}>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  );
}
