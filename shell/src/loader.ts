import {
  DOCUMENT_BLOCKS,
  type SignedSnapshot,
  type Snapshot,
  buildBase,
  fileAddress,
} from '@redress/contracts/releases';
import type { TrustedTypesWindow } from 'trusted-types/lib';
import { afterFirstPaint } from './after-first-paint.ts';
import { showLastResort } from './last-resort/last-resort.ts';
import { START_FAILED } from './last-resort/start-failed.ts';

/**
 * Written into every document as it is, and allowed by its hash. Starts the shell's script with its integrity; when that
 * cannot be done, says so in words that do not need the shell.
 */
function startShell(): void {
  const block = document.getElementById(DOCUMENT_BLOCKS.snapshot)?.textContent ?? '';
  const { shell } = JSON.parse((JSON.parse(block) as SignedSnapshot).payload) as Snapshot;
  const policy = (window as Partial<TrustedTypesWindow>).trustedTypes?.createPolicy('redress-loader', {
    createScriptURL: (url) => url,
  });
  const add = (file: string, query: string) => {
    const script = document.createElement('script');
    const integrity = shell.integrity[file];
    if (integrity === undefined) throw new Error(`${file} has no integrity`);
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    script.async = false;
    // As the pinned loader does for every other file (ChunkIdentityPlugin).
    script.dataset['build'] = shell.globalName;
    const url = query ? buildBase(shell) + file + query : fileAddress(shell, file);
    // TypeScript's DOM library knows no Trusted Types yet.
    script.src = policy ? (policy.createScriptURL(url) as unknown as string) : url;
    // Once more, past a cache that may hold the bad answer; not in the same moment in every tab.
    script.onerror = () =>
      query ? showLastResort() : setTimeout(() => add(file, '?again=1'), 100 + Math.random() * 300);
    document.head.append(script);
  };
  for (const file of shell.exposes['./shell']?.js ?? [shell.entry]) add(file, '');
}

addEventListener(START_FAILED, showLastResort);

// A form sent before its page is alive sends nothing: the press is kept at the form, and the page does it once it is
// there (`useEarlyPress`). A page that is alive has prevented the event by then.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  (event.target as Element).setAttribute('data-pressed', '');
});

afterFirstPaint(() => {
  try {
    startShell();
  } catch {
    showLastResort();
  }
});
