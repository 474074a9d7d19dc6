import type { SlotName, SlotProps } from '@redress/contracts';
import type { PageData } from '@redress/contracts/releases';
import type { ComponentType } from 'react';

/**
 * What a remote may ask of the page it lives in. The shell installs it before any remote is loaded; remotes reach it
 * through this package, which the shell shares, never through `window`.
 */
export interface HostPort {
  page: PageData;
  navigate(path: string, options?: { replace?: boolean }): void;
  /** The component that fills a slot, its last good build when the current one fails. */
  loadSlot<Name extends SlotName>(name: Name): Promise<LoadedSlot<Name>>;
  /** Starts loading what a path will need; never throws. */
  prefetch(path: string): void;
  /** @see fetchAhead */
  fetchAhead(names: readonly string[]): void;
  /** Whether a path is a page of this site, by the release in use. */
  isPage(path: string): boolean;
  announce(text: string): void;
  setTitle(title: string): void;
  /**
   * Reports that a slot's build failed after it was loaded, and fetches another one.
   * @param failure.holdsInput - the visitor has typed into the slot
   * @returns whether `loadSlot` now brings another build
   */
  recoverSlot(name: SlotName, buildId: string, failure: { error: unknown; holdsInput: boolean }): Promise<boolean>;
}

export interface LoadedSlot<Name extends SlotName> {
  Component: ComponentType<SlotProps[Name]>;
  buildId: string;
  /** Id of the build that was current then; `buildId` is another one when that one failed. */
  inPlaceOf: string;
}

let installed: HostPort | undefined;

export function installHost(host: HostPort): () => void {
  installed = host;
  return () => {
    if (installed === host) installed = undefined;
  };
}

/** @throws {Error} outside a shell: a test or a remote alone installs a host of its own first */
export function host(): HostPort {
  if (!installed) throw new Error('No host is installed: mount the remote through the shell or its alone page.');
  return installed;
}
