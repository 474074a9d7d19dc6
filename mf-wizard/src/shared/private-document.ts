import type { PageData } from '@redress/contracts/releases';
import { usePageDataOr } from '@redress/mf-runtime';
import { useAppSelector } from '@redress/session-store';
import { useEffect } from 'react';
import { useSearch } from './use-address.ts';
import { isPrivateAddress } from './wizard-address.ts';

const isPublic = ({ documentClass }: PageData) => documentClass === 'public';

interface PrivateDocumentOptions {
  /** Somebody stands at the account gate or behind it. */
  isDue: boolean;
  /** Where this very screen is in a private document. */
  address: string;
  flush(): Promise<void>;
}

/**
 * A site with third-party tags has two documents of the wizard (R30): the public one, in which tags may run, and
 * the private one, in which passwords, cards and letters are. From the gate on it must be the private one: it is loaded
 * as soon as everything typed is saved. Offline nothing can be loaded, so the page waits for the save.
 * @returns true while this document is being left: nothing private may be drawn in it
 */
export function usePrivateDocument({ isDue, address, flush }: PrivateDocumentOptions): boolean {
  const search = useSearch();
  // An address that names the private document was asked for already: asking again would never end.
  const isLeaving = usePageDataOr(isPublic, false) && isDue && !isPrivateAddress(search);
  const isSaved = useAppSelector(({ wizard }) => !wizard.formChanged && !wizard.isSaving);

  useEffect(() => {
    if (isLeaving) void flush();
  }, [isLeaving, flush]);
  useEffect(() => {
    if (isLeaving && isSaved) location.replace(address);
  }, [isLeaving, isSaved, address]);

  // Back from the private document: a page kept by the browser still believes that it is being left.
  useEffect(() => {
    if (!isLeaving) return;
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [isLeaving]);

  return isLeaving;
}
