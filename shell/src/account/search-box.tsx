import { shell } from '@redress/copy/shell';
import { navigateTo } from '@redress/mf-runtime';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLazySearchQuery } from './account.api.ts';
import styles from './search-box.module.css';

/** Finds the person's own sessions, letters, documents and orders. Searches when asked to, not at every key. */
export function SearchBox() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [search, { data, isFetching, isError }] = useLazySearchQuery();
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => setAsked(null), [pathname]);

  useEffect(() => {
    if (asked === null) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setAsked(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAsked(null);
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
    void search({ q });
  };

  const results = data?.results ?? [];
  return (
    <div ref={box} className={styles.box}>
      <form role="search" className={styles.form} onSubmit={submit}>
        <Search className={styles.icon} aria-hidden="true" />
        <input
          type="search"
          name="q"
          className={styles.input}
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
          {!isFetching && !isError && (
            <ul className={styles.list}>
              {results.map(({ kind, id, title, detail, url }) => (
                <li key={`${kind}-${id}`}>
                  <a
                    className={styles.result}
                    href={url}
                    onClick={(event) => {
                      event.preventDefault();
                      setAsked(null);
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
          )}
        </div>
      )}
    </div>
  );
}
