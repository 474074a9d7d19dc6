import type { AnswerOf, search } from '@redress/contracts';
import { shell } from '@redress/copy/shell';
import { navigateTo } from '@redress/mf-runtime';
import { SearchInput } from '@redress/ui/controls';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLazySearchQuery } from './account.api.ts';
import styles from './search-box.module.css';

/** Finds the person's own sessions, letters, documents and orders. Searches when asked to, not at every key. */
export function SearchBox() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [find, { data, isFetching, isError }] = useLazySearchQuery();
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => setAsked(null), [pathname]);

  const close = () => {
    // Focus does not go down with the list.
    if (box.current?.contains(document.activeElement)) input.current?.focus();
    setAsked(null);
  };

  /** Goes by Up and Down through the field and what was found, beside Tab. */
  const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const next = stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    if (stops.length === 1 || !stops[next]) return;
    event.preventDefault();
    stops[next].focus();
  };

  useEffect(() => {
    if (asked === null) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setAsked(null);
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [asked]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q === '') return;
    setAsked(q);
    void find({ q });
  };

  const results = data?.results ?? [];
  return (
    // The keys of the field and the links in it; it is no control itself.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={styles.box} onKeyDown={onArrow}>
      <form role="search" onSubmit={submit}>
        <SearchInput
          ref={input}
          name="q"
          aria-label={shell.search.label}
          placeholder={shell.search.placeholder}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {asked !== null && (
        <div className={styles.results}>
          <p role="status" className={styles.status}>
            {isFetching && shell.account.loading}
            {!isFetching && isError && shell.search.failed}
            {!isFetching &&
              !isError &&
              (results.length ? shell.search.found(results.length) : shell.search.none(asked))}
          </p>
          {!isFetching && !isError && <Found results={results} onGo={() => setAsked(null)} />}
        </div>
      )}
    </div>
  );
}

function Found({ results, onGo }: { results: AnswerOf<typeof search>['results']; onGo: () => void }) {
  return (
    <ul className={styles.list}>
      {results.map(({ kind, id, title, detail, url }) => (
        <li key={`${kind}-${id}`}>
          <a
            className={styles.result}
            href={url}
            onClick={(event) => {
              event.preventDefault();
              onGo();
              navigateTo(url);
            }}
          >
            <span className={styles.kind}>{shell.search.kinds[kind]}</span>
            <span className={styles.title}>{title}</span>
            <span className={styles.detail}>{detail}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
