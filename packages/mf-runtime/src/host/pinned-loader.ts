import { type SnapshotBuild, buildBase, fileAddress } from '@redress/contracts/releases';
import type { TrustedTypesWindow } from 'trusted-types/lib';

export interface PinnedLoader {
  /** Trusts the files of a build of a verified snapshot, each with its integrity. */
  trust(build: SnapshotBuild): void;
  /** A script element for this address, pinned; one that fails at once when the address is not pinned. */
  script(url: string): HTMLScriptElement;
  /** Pins a style sheet's element that is about to enter the document; one without a pin fails instead of loading. */
  pin(link: HTMLLinkElement): void;
  isPinned(url: string): boolean;
}

export interface PinnedLoaderOptions {
  /** An address without a pin was asked for. */
  onRefused(url: string): void;
  /** A pinned file failed twice: it did not arrive, or its bytes are not those of the release. */
  onFailed(url: string, integrity: string): void;
  origin?: string;
  /** Wait before the second fetch of a file that failed. Random, so that many tabs do not ask in the same moment. */
  retryAfterMs?: () => number;
}

interface Pin {
  integrity: string;
  /** Where the file is fetched first. */
  address: string;
  /** Global name of its build. */
  build: string;
}

/** Where webpack's runtime in every build finds the loader (PinnedLoadingPlugin). */
const GLOBAL = '__redress';
const POLICY = 'redress';
/** A fetch that has brought nothing in this time is not waited for by another build: less than the least limit of a load (`LIMITS_MS`). */
const HUNG_MS = 2_000;

/**
 * The one place of the page where script and style elements are made. Fails closed: a file that the signed snapshot
 * does not list is neither fetched nor run. A file that fails is fetched once more before the caller is told; this holds
 * for entries, chunks and style sheets of every build, because all of them are made here.
 */
export function createPinnedLoader({
  onRefused,
  onFailed,
  origin = location.origin,
  retryAfterMs = () => 100 + Math.random() * 300,
}: PinnedLoaderOptions): PinnedLoader {
  /** By the address under its build, which is how webpack and the module loader name a file. */
  const pins = new Map<string, Pin>();
  /** Where files are fetched: every address that a script element may have. */
  const fetched = new Set<string>();
  /** Fetches of a file that have not succeeded. The next one uses another address: a cache may hold the bad answer, or a hung fetch may block it. */
  const attempts = new Map<string, number>();
  /** Since when nothing has come from an address that builds have in common. */
  const askedAt = new Map<string, number>();
  const absolute = (url: string) => {
    const address = new URL(url, document.baseURI);
    address.search = '';
    return address.href;
  };
  const factory = (globalThis as Partial<TrustedTypesWindow>).trustedTypes;
  const policy = factory?.createPolicy(POLICY, {
    createScriptURL(url) {
      if (!fetched.has(absolute(url))) throw new TypeError(`Not in the release: ${url}`);
      return url;
    },
  });

  const refuse = (element: HTMLElement, url: string) => {
    onRefused(url);
    // As a failed fetch would: later than the caller, who sets its handlers after asking for the element.
    queueMicrotask(() => element.dispatchEvent(new Event('error')));
  };

  /** Hides the first failure of an element from its other listeners and calls `again` after a pause. */
  const retryOnce = (element: HTMLElement, pinned: string, integrity: string, again: () => void) => {
    let isRetried = false;
    element.addEventListener(
      'error',
      (event) => {
        if (isRetried) return onFailed(pinned, integrity);
        isRetried = true;
        event.stopImmediatePropagation();
        setTimeout(() => {
          // Taken out of the document: its caller has given up waiting.
          if (element.isConnected) again();
        }, retryAfterMs());
      },
      // webpack sets `onerror` of a style sheet before it passes the element on; capturing listeners run before that.
      true,
    );
  };

  /** Where an element that is made now fetches its file. */
  const sourceFor = (element: HTMLElement, pinned: string, { address }: Pin): string => {
    const attempt = attempts.get(pinned) ?? 0;
    attempts.set(pinned, attempt + 1);
    const asked = askedAt.get(address) ?? performance.now();
    askedAt.set(address, asked);
    element.addEventListener('load', () => {
      attempts.delete(pinned);
      askedAt.delete(address);
    });
    const isHung = performance.now() - asked > HUNG_MS;
    // Under its build a site has the file as long as the build is kept.
    return attempt === 0 && !isHung ? address : `${pinned}?again=${attempt}`;
  };

  const makeScript = (pinned: string, pin: Pin) => {
    const { integrity, build } = pin;
    const script = document.createElement('script');
    script.integrity = integrity;
    // A chunk hands its modules to the build that is written here (ChunkIdentityPlugin).
    script.dataset['build'] = build;
    script.crossOrigin = 'anonymous';
    script.async = true;
    const source = sourceFor(script, pinned, pin);
    // TypeScript's DOM library knows no Trusted Types yet.
    script.src = policy ? (policy.createScriptURL(source) as unknown as string) : source;
    return script;
  };

  return {
    trust(build) {
      const base = new URL(buildBase(build), origin).href;
      for (const [file, integrity] of Object.entries(build.integrity)) {
        const address = new URL(fileAddress(build, file), origin).href;
        pins.set(base + file, { integrity, address, build: build.globalName });
        fetched.add(base + file).add(address);
      }
    },
    script(url) {
      const pinned = absolute(url);
      const pin = pins.get(pinned);
      if (pin === undefined) {
        const script = document.createElement('script');
        refuse(script, url);
        return script;
      }
      const script = makeScript(pinned, pin);
      // A script element fetches once, so the second fetch has an element of its own, which answers through the first.
      retryOnce(script, pinned, pin.integrity, () => {
        const second = makeScript(pinned, pin);
        const settle = ({ type }: Event) => {
          second.remove();
          script.dispatchEvent(new Event(type));
        };
        second.addEventListener('load', settle);
        second.addEventListener('error', settle);
        document.head.append(second);
      });
      return script;
    },
    pin(link) {
      const url = link.href;
      const pin = pins.get(url);
      if (pin === undefined) {
        link.removeAttribute('href');
        refuse(link, url);
        return;
      }
      link.integrity = pin.integrity;
      link.crossOrigin = 'anonymous';
      // By this webpack and the module loader know the sheet.
      link.dataset['href'] = url;
      link.href = sourceFor(link, url, pin);
      retryOnce(link, url, pin.integrity, () => {
        link.href = sourceFor(link, url, pin);
      });
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
