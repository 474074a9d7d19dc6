import { FILES_FOLDER } from '@redress/contracts/releases';
import { SLOT_UNUSABLE } from '../slot-event.ts';
import { isControl, isTickable } from '../typed-fields.ts';
import type { RemoteController } from './remote-controller.ts';

/** How long something on screen may take to change after a handler threw. */
const SETTLE_MS = 500;
/** A handler that waits for the server may throw this long after it was called. */
const RELATED_MS = 15_000;

/** Something that changes this long after the last act of the visitor changes by itself: a clock, a countdown. */
const BY_ITSELF_MS = 1_000;
/** What has changed by itself twice in this time is expected to do so again. */
const CLOCK_MS = 5_000;

const FILE_OWNER = new RegExp(`/assets/([a-z0-9-]+)/${FILES_FOLDER}/`, 'g');

interface Act {
  target: Element;
  at: number;
  /** What the visitor did is visible in the control itself. */
  isKept(): boolean;
}

function stateOf(target: EventTarget | null): string {
  if (!isControl(target)) return '';
  return isTickable(target) ? String(target.checked) : target.value;
}

/**
 * Watches for event handlers that throw and leave what they stand in unusable: React keeps a screen whose handler threw,
 * so a button that does nothing stays. It is unusable when nothing on it changes after the throw, and a field does not
 * hold what was just typed. A countdown is no such change. Then another build takes its place, as after a throw while
 * rendering.
 * @param controller - of a remote, by name
 * @param buildsOf - ids of the builds that the release has of a remote
 * @returns the way to stop
 */
export function watchHandlers(
  controller: (remote: string) => RemoteController | undefined,
  buildsOf: (remote: string) => readonly string[],
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Act | null = null;

  const note = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const state = stateOf(target);
    const isEntry = event.type === 'input' || state !== '';
    last = { target, at: performance.now(), isKept: () => isEntry && stateOf(target) === state };
  };
  for (const type of ['click', 'submit', 'input', 'change', 'keydown'])
    document.addEventListener(type, note, { capture: true, signal });

  /** When each part of the document last changed by itself, and the time before that. */
  const changes = new WeakMap<Node, readonly [number, number]>();
  const clocks = new MutationObserver((records) => {
    const now = performance.now();
    if (last && now - last.at < BY_ITSELF_MS) return;
    for (const target of new Set(records.map((record) => record.target)))
      changes.set(target, [now, changes.get(target)?.[0] ?? -Infinity]);
  });
  clocks.observe(document.body, { childList: true, subtree: true, characterData: true });
  signal.addEventListener('abort', () => clocks.disconnect());
  const isClock = (node: Node) => performance.now() - (changes.get(node)?.[1] ?? -Infinity) < CLOCK_MS;

  /** The slot or page that the visitor acted on last, when the error came out of its build. */
  const sourceOf = ({ target }: Act, trace: string) => {
    const element = target.closest<HTMLElement>('[data-build]');
    const { build = '', remote } = element?.dataset ?? {};
    if (trace.includes(`-${build}/`)) return element;
    // The address of a file that builds have in common names the remote alone.
    const owners = [...trace.matchAll(FILE_OWNER)].map(([, owner = '']) => owner);
    return owners.some((owner) => owner === remote || buildsOf(owner).includes(build)) ? element : null;
  };
  const recover = (element: HTMLElement, error: unknown) => {
    if (element.dataset['slot']) element.dispatchEvent(new CustomEvent(SLOT_UNUSABLE, { detail: error }));
    else void controller(element.dataset['remote'] ?? '')?.recover(error);
  };

  const failed = (error: unknown, file: string) => {
    const act = last;
    if (!act || performance.now() - act.at > RELATED_MS || !act.target.isConnected) return;
    const source = sourceOf(act, `${file} ${error instanceof Error ? error.stack : ''}`);
    if (!source) return;
    let isAlive = false;
    const observer = new MutationObserver((records) => {
      if (records.some((record) => !isClock(record.target))) isAlive = true;
    });
    observer.observe(source, { childList: true, subtree: true, attributes: true, characterData: true });
    // A dialog stands beside the page, not in it.
    observer.observe(document.body, { childList: true });
    setTimeout(() => {
      observer.disconnect();
      if (!isAlive && !act.isKept() && source.isConnected) recover(source, error);
    }, SETTLE_MS);
  };

  addEventListener('error', ({ error, filename }: ErrorEvent) => failed(error, filename), { signal });
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => failed(reason, ''), { signal });
  return () => stopping.abort();
}
