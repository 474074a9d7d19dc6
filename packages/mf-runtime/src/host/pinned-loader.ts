import { type SnapshotBuild, buildBase } from '@redress/contracts/releases';

/** The part of `TrustedTypePolicyFactory` used here: TypeScript's DOM library does not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

export interface PinnedLoader {
  /** Trusts the files of a build of a verified snapshot, each with its integrity. */
  trust(build: SnapshotBuild): void;
  /** A script element for this address, pinned; one that fails at once when the address is not pinned. */
  script(url: string): HTMLScriptElement;
  /** Pins a style sheet's element that is about to enter the document; one without a pin fails instead of loading. */
  pin(link: HTMLLinkElement): void;
  isPinned(url: string): boolean;
}

/** Where webpack's runtime in every build finds the loader (PinnedLoadingPlugin). */
const GLOBAL = '__redress';
const POLICY = 'redress';

/**
 * The one place of the page where script and style elements are made. Fails closed: a file that the signed snapshot
 * does not list is neither fetched nor run.
 * @param onRefused - told of every address that had no pin
 */
export function createPinnedLoader(onRefused: (url: string) => void, origin = location.origin): PinnedLoader {
  const pins = new Map<string, string>();
  /** Fetches of each file that failed: the next asks under another address, past whatever a cache kept of the bad answer. */
  const failures = new Map<string, number>();
  const absolute = (url: string) => {
    const address = new URL(url, document.baseURI);
    address.search = '';
    return address.href;
  };
  const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = factory?.createPolicy(POLICY, {
    createScriptURL(url) {
      if (!pins.has(absolute(url))) throw new TypeError(`Not in the release: ${url}`);
      return url;
    },
  });

  const refuse = (element: HTMLElement, url: string) => {
    onRefused(url);
    // As a failed fetch would: later than the caller, who sets its handlers after asking for the element.
    queueMicrotask(() => element.dispatchEvent(new Event('error')));
  };

  return {
    trust(build) {
      const base = new URL(buildBase(build), origin).href;
      for (const [file, integrity] of Object.entries(build.integrity)) pins.set(base + file, integrity);
    },
    script(url) {
      const script = document.createElement('script');
      const integrity = pins.get(absolute(url));
      if (integrity === undefined) {
        refuse(script, url);
        return script;
      }
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      script.async = true;
      const pinned = absolute(url);
      const failed = failures.get(pinned) ?? 0;
      const address = failed === 0 ? url : `${pinned}?again=${failed}`;
      script.addEventListener('error', () => failures.set(pinned, failed + 1));
      script.src = policy ? policy.createScriptURL(address) : address;
      return script;
    },
    pin(link) {
      const integrity = pins.get(link.href);
      if (integrity === undefined) {
        const url = link.href;
        link.removeAttribute('href');
        refuse(link, url);
        return;
      }
      link.integrity = integrity;
      link.crossOrigin = 'anonymous';
    },
    isPinned: (url) => pins.has(absolute(url)),
  };
}

/** Publishes the loader to the builds' runtimes, for good: no later script can put another in its place. */
export function publishPinnedLoader({ script, pin }: PinnedLoader): void {
  Object.defineProperty(globalThis, GLOBAL, {
    value: Object.freeze({ script, pin }),
    writable: false,
    configurable: false,
  });
}
