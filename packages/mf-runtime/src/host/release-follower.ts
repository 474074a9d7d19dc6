import type { Snapshot } from '@redress/contracts/releases';
import { canSave, flushRemote, isDirty, onClean } from '../safe-points.ts';
import type { Host } from './host.ts';
import { LIMITS_MS, withinLimit } from './limits.ts';
import { keepPlace } from './kept-place.ts';
import { isTouched } from './touched.ts';

export interface FollowerPort {
  host: Pick<Host, 'snapshot' | 'adopt' | 'controller'>;
  /** Fetches and verifies what is current now. */
  fetchSnapshot(): Promise<Snapshot>;
  /** Remotes whose new build waits for a yes (`ask`); `shell` when the shell itself is newer. Called on every change. */
  onWaiting(names: ReadonlySet<string>): void;
  onRefused(error: unknown): void;
}

export interface ReleaseFollower {
  /** A snapshot of this number is said to be current. */
  heard(number: number): void;
  /** Another page is shown: what waited may have been replaced by going. */
  pageChanged(): void;
  /** The visitor agreed to the new build of a remote. */
  agree(remote: string): Promise<void>;
}

/**
 * Brings an open tab to the current snapshot, remote by remote. What is not on screen changes at once. What is on screen
 * changes in place at its next safe point: `allow` now, `block-while-dirty` when nothing is unsaved, `ask` after a yes.
 * Before it goes, it saves; what was in its fields is given to its successor.
 */
export function createReleaseFollower(port: FollowerPort): ReleaseFollower {
  const { host } = port;
  /** The shell that runs in this tab. */
  const shellBuild = host.snapshot().shell.buildId;
  const waiting = new Set<string>();
  const blocked = new Set<string>();
  const replacing = new Map<string, Promise<void>>();
  let wanted = 0;
  let fetching = false;

  const wait = (name: string, isWaiting: boolean) => {
    if (waiting.has(name) === isWaiting) return;
    if (isWaiting) waiting.add(name);
    else waiting.delete(name);
    port.onWaiting(new Set(waiting));
  };

  const replace = async (name: string) => {
    const controller = host.controller(name);
    if (!controller) return;
    await withinLimit(flushRemote(name), LIMITS_MS.flush, `${name} saving`);
    const restore = keepPlace(name);
    await controller.remount();
    restore();
  };

  const replaceOnce = (name: string): Promise<void> => {
    const running = replacing.get(name);
    if (running) return running;
    const work = replace(name)
      .catch(port.onRefused)
      .finally(() => replacing.delete(name));
    replacing.set(name, work);
    return work;
  };

  const settle = (name: string) => {
    blocked.delete(name);
    const controller = host.controller(name);
    if (controller?.isFailed()) {
      // Nothing to lose: its panel stands there.
      void controller.remount();
      return;
    }
    if (!controller?.isOutdated()) {
      wait(name, false);
      return;
    }
    const policy = controller.mounted()?.updatePolicy;
    if (policy === 'ask') wait(name, true);
    else if (policy === 'block-while-dirty' && isDirty(name)) blocked.add(name);
    // Typed into, and without a way of its own to save: it stays as long as it is on screen.
    else if (isTouched(name) && !canSave(name)) blocked.add(name);
    else void replaceOnce(name);
  };

  onClean(() => {
    for (const name of [...blocked]) settle(name);
  });

  const adopt = (next: Snapshot) => {
    if (next.number <= host.snapshot().number) return;
    host.adopt(next);
    for (const name of Object.keys(next.remotes)) settle(name);
    // The shell cannot be replaced in place; the next page change loads a document.
    wait('shell', next.shell.buildId !== shellBuild);
  };

  const catchUp = async () => {
    if (fetching) return;
    fetching = true;
    try {
      // The number is only ever read from a verified snapshot; what the stream says is a reason to look.
      while (host.snapshot().number < wanted) {
        const reached = host.snapshot().number;
        adopt(await port.fetchSnapshot());
        if (host.snapshot().number === reached) break;
      }
    } catch (error) {
      port.onRefused(error);
    } finally {
      fetching = false;
    }
  };

  const agree = async (remote: string) => {
    wait(remote, false);
    await replaceOnce(remote);
  };

  return {
    heard(number) {
      if (number <= host.snapshot().number) return;
      wanted = Math.max(wanted, number);
      void catchUp();
    },
    pageChanged() {
      for (const name of [...waiting, ...blocked]) {
        if (name === 'shell') continue;
        settle(name);
        // Between two pages nobody holds anything in their hands, so a remote that asks need not.
        if (waiting.has(name) && !isDirty(name) && !isTouched(name)) void agree(name);
      }
    },
    agree,
  };
}
