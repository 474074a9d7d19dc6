import { useSyncExternalStore } from 'react';

/**
 * The wizard is one page whose query names the screen, so it needs no router: it reads the query, and asks for another
 * one. An entry of the history is written as react-router writes it, which builds of before read.
 */
interface EntryState {
  usr: { row: string } | null;
}

const listeners = new Set<() => void>();
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('popstate', changed);
  };
}

let shown = '';
/**
 * No address is known where the first screen is drawn. Where that is hydrated the real one counts, or a reload would open
 * the first screen. That of another page says nothing here: this page is about to go.
 */
const search = () => {
  if (typeof location !== 'undefined' && location.pathname === '/') shown = location.search;
  return shown;
};
export const useSearch = (): string => useSyncExternalStore(subscribe, search, search);

function namedRow(): string | null {
  if (typeof history === 'undefined') return null;
  const { usr } = (history.state ?? {}) as Partial<EntryState>;
  return typeof usr?.row === 'string' ? usr.row : null;
}
/** The row of an answer that the way to this screen named; `null` for none. A reload still finds it. */
export const useNamedRow = (): string | null => useSyncExternalStore(subscribe, namedRow, namedRow);

/** Shows another address of this page, at once. */
export function showAddress(address: string, { replace, row }: { replace: boolean; row?: string | undefined }): void {
  const state: EntryState = { usr: row === undefined ? null : { row } };
  history[replace ? 'replaceState' : 'pushState'](state, '', address);
  for (const changed of [...listeners]) changed();
}
