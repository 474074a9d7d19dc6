import { documentToken } from '@redress/contracts/releases';
import { Fragment, type ReactNode } from 'react';

/**
 * The site's own words in a page of the shell. The build draws the page with tokens in their places, which the site fills
 * (`fillDocument`); a browser that comes to the page without a document draws it with the words themselves.
 */
export interface SiteWords {
  text(path: string): string;
  /** Draws where there is such a word, or list. */
  when(path: string, shown: ReactNode): ReactNode;
  unless(path: string, shown: ReactNode): ReactNode;
  /** Draws once for each entry of a list. */
  each(path: string, draw: (entry: SiteWords) => ReactNode): ReactNode;
}

export const TOKENS: SiteWords = {
  text: documentToken,
  when: (path, shown) => (
    <>
      {`%{?${path}}`}
      {shown}
      {`%{/${path}}`}
    </>
  ),
  unless: (path, shown) => (
    <>
      {`%{!${path}}`}
      {shown}
      {`%{/${path}}`}
    </>
  ),
  each: (path, draw) => (
    <>
      {`%{#${path}}`}
      {draw(TOKENS)}
      {`%{/${path}}`}
    </>
  ),
};

const lookUp = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      data,
    );

const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

export const wordsOf = (data: unknown): SiteWords => ({
  text: (path) => String(lookUp(data, path) ?? ''),
  when: (path, shown) => (isThere(lookUp(data, path)) ? shown : null),
  unless: (path, shown) => (isThere(lookUp(data, path)) ? null : shown),
  each: (path, draw) => {
    const entries = lookUp(data, path);
    return Array.isArray(entries)
      ? entries.map((entry, at) => <Fragment key={at}>{draw(wordsOf(entry))}</Fragment>)
      : null;
  },
});
