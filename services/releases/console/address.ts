import { useMemo, useSyncExternalStore } from 'react';

/** What the address says is shown: `#/remotes/mf-letters?channel=preview`. */
export interface Address {
  view: string;
  /** One of the things of the view; `null` for all of them. */
  item: string | null;
  /** `null`: the first one. */
  channel: string | null;
}

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Anything may stand in an address: what cannot be read is nothing. */
function decoded(text: string | undefined): string | null {
  try {
    return text ? decodeURIComponent(text) : null;
  } catch {
    return null;
  }
}

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [first, item] = path.split('/');
  return {
    view: decoded(first) ?? '',
    item: decoded(item),
    channel: new URLSearchParams(query).get('channel') || null,
  };
}

/** For a link, or to go there. */
export function addressOf({ view, item = null, channel = null }: Partial<Address> & { view: string }): string {
  const of = item === null ? '' : `/${encodeURIComponent(item)}`;
  return `#/${view}${of}${channel === null ? '' : `?channel=${encodeURIComponent(channel)}`}`;
}

/** The address as it is now; a reload, a bookmark and the way back lead to the same screen. */
export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readAddress(hash), [hash]);
}
