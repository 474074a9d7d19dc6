import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { host } from './host-port.ts';

/** Goes to a path of this site without loading a document, unless the next page belongs to another document class. */
export const navigateTo = (path: string, options?: { replace?: boolean }): void => host().navigate(path, options);

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A link to a page of this site, of whichever remote. Approaching it (pointer, focus) starts loading that page.
 * Inside one remote react-router's `Link` does as well.
 */
export function AppLink({
  to,
  onClick,
  children,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const prefetch = () => host().prefetch(to);
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event) || rest.target === '_blank') return;
        event.preventDefault();
        navigateTo(to);
      }}
    >
      {children}
    </a>
  );
}
