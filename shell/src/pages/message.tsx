import { shell } from '@redress/copy/shell';
import { LinkButton } from '@redress/ui';
import { BrandMark } from '@redress/ui/brand-mark';
import type { ReactNode } from 'react';
import styles from './shell-pages.module.css';

/** A page of one sentence and the ways on. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={styles.message}>
      <BrandMark size={96} />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  );
}

export function NotFound() {
  return (
    <Message title={shell.notFound.title} text={shell.notFound.text}>
      <LinkButton href="/">{shell.notFound.home}</LinkButton>
      <p>{shell.notFound.elsewhere}</p>
      <ul>
        <li>
          <a href="/dashboard">{shell.notFound.account}</a>
        </li>
        <li>
          <a href="/how-it-works">{shell.footer.how}</a>
        </li>
        <li>
          <a href="/prices">{shell.footer.prices}</a>
        </li>
      </ul>
    </Message>
  );
}
