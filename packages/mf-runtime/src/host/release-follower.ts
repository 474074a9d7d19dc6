import type { Snapshot } from '@redress/contracts/releases';
import { type SlotOnScreen, slotsOnScreen } from '../slots-on-screen.ts';
import { canSave, flushRemote, isDirty, onClean } from '../safe-points.ts';
import type { Host } from './host.ts';
import { LIMITS_MS, withinLimit } from './limits.ts';
import { keepPlace } from './kept-place.ts';
import { slotOwner } from './routes.ts';
import { isTouched, keepTyped } from './touched.ts';
import { watchPauses } from './typing-pauses.ts';

/**
 * Why a newer build is not on screen yet. `ask`: its remote asks the visitor first. `unsaved`: it holds edits that are
 * nowhere else. `typed`: it was typed into, and it has no safe point that saves it. `next-page`: the shell, which no
 * tab can replace.
 */
export type WaitReason = 'ask' | 'unsaved' | 'typed' | 'next-page';

/** Longest wait for a pause in typing before a build is replaced; the shorter one is for a withdrawn build. */
const PAUSE_WITHIN_MS = 4_000;
const URGENT_PAUSE_WITHIN_MS = 1_000;

/** How a build goes: withdrawn, whatever is typed into it; with its visitor's consent. */
interface Going {
  isUrgent?: boolean;
  isAgreed?: boolean;
}

/** After an announcement; then the poll looks. */
const AGAIN_AFTER_MS = [250, 500, 1_000, 2_000, 4_000];

export interface FollowerPort {
  host: Pick<Host, 'snapshot' | 'adopt' | 'controller'>;
  /** Fetches and verifies what is current now. */
  fetchSnapshot(): Promise<Snapshot>;
  /** By remote, or `shell`. Called on every change. */
  onWaiting(waiting: ReadonlyMap<string, WaitReason>): void;
  /** A snapshot that was fetched must not be used, or a remote could not be replaced. */
  onRefused(error: unknown): void;
  /**
   * In a page of developers, which follows each save of a file: a remote that was typed into and has no safe point is replaced
   * as well.
   */
  givesTyped?: boolean;
  /**
   * In a page of developers: gives builds that run here what a rebuild changed.
   * @returns by the id of a build in the page, the id of the one that it has become
   */
  takeInPlace?: ((next: Snapshot) => Promise<ReadonlyMap<string, string>>) | undefined;
  /** 0 to 1: many tabs must not ask again in the same moment. */
  random?: () => number;
}

export interface ReleaseFollower {
  /** A snapshot of this number is said to be current. */
  announced(number: number): void;
  /** Looks for a newer snapshot without an event, and tries again what waits. */
  look(): void;
  /** Another page is shown: what waited may have been replaced by going. */
  pageChanged(): void;
  /** The visitor agreed to the new build of a remote. */
  agree(remote: string): Promise<void>;
}

/**
 * Brings an open tab to the current snapshot, remote by remote. What is not on screen changes at once. What is on
 * screen changes in place at its next safe point: `allow` now, `block-while-dirty` when nothing is unsaved, `ask` after
 * consent. Before it goes, it saves; its successor reads that, and is given what is typed. A build that the snapshot
 * withdraws, or a remote that is switched off, is saved as far as it can be and goes at once. Slots follow in the same way.
 */
export function createReleaseFollower(port: FollowerPort): ReleaseFollower {
  const { host, random = Math.random } = port;
  /** The shell that runs in this tab. */
  const shellBuild = host.snapshot().shell.buildId;
  const waiting = new Map<string, WaitReason>();
  const replacing = new Map<string, Going & { work: Promise<void> }>();
  const typing = watchPauses();
  /** On screen, gone from the next snapshot, and typed into without a safe point: it stays until it is left. */
  let staying: readonly string[] = [];
  /** Of those, the ones that the visitor agreed to leave. */
  const agreed = new Set<string>();
  /** By the id of a build in the page, the id of the one that it has become. */
  let became: ReadonlyMap<string, string> = new Map();
  let wanted = 0;
  /** Number of the newest snapshot that was fetched, adopted or not. */
  let fetched = 0;
  let isFetching = false;
  let againCount = 0;
  let againTimer: ReturnType<typeof setTimeout> | undefined;

  const wait = (name: string, reason: WaitReason | null) => {
    if ((waiting.get(name) ?? null) === reason) return;
    if (reason) waiting.set(name, reason);
    else waiting.delete(name);
    port.onWaiting(new Map(waiting));
  };

  const save = (name: string) => withinLimit(flushRemote(name), LIMITS_MS.flush, `${name} saving`);

  /** Why what is on screen stays for now, unless its visitor agrees or it is withdrawn. */
  const keptFor = (name: string): WaitReason | null => {
    if (host.controller(name)?.mounted()?.updatePolicy === 'block-while-dirty' && isDirty(name)) return 'unsaved';
    return isTouched(name) && !canSave(name) && !port.givesTyped ? 'typed' : null;
  };

  const replace = async (name: string, { isUrgent = false, isAgreed = false }: Going) => {
    const controller = host.controller(name);
    if (!controller) return;
    // Until its files are here and the visitor pauses, what is on screen goes on taking keys.
    const coming = controller.prepare();
    const hasCome = await (isUrgent ? withinLimit(coming, URGENT_PAUSE_WITHIN_MS, name).catch(() => false) : coming);
    if (!hasCome && !isUrgent && !navigator.onLine) throw new Error(`${name} waits for the network`);
    const until = performance.now() + (isUrgent ? URGENT_PAUSE_WITHIN_MS : PAUSE_WITHIN_MS);
    let typedAt: number;
    do {
      await typing.pause(until);
      typedAt = typing.lastAt();
      await save(name).catch((error: unknown) => {
        if (!isUrgent) throw error;
        port.onRefused(error);
      });
    } while (typing.lastAt() !== typedAt && performance.now() < until);
    // Meanwhile it may have gone, or hold what is nowhere else.
    const reason = isUrgent || isAgreed || !controller.isOutdated() ? null : keptFor(name);
    if (reason || !controller.isOutdated()) return wait(name, reason);
    const restore = keepPlace(name);
    const giveTyped = keepTyped(name);
    await controller.remount();
    giveTyped();
    restore();
    wait(name, null);
  };

  const replaceOnce = (name: string, going: Going = {}): Promise<void> => {
    const running = replacing.get(name);
    if (running && (running.isUrgent || !going.isUrgent)) return running.work;
    const work = replace(name, going)
      .catch((error: unknown) => {
        // Not saved: tried again with the next look.
        wait(name, 'unsaved');
        port.onRefused(error);
      })
      .finally(() => replacing.get(name)?.work === work && replacing.delete(name));
    replacing.set(name, { work, ...going });
    return work;
  };

  const settle = (name: string) => {
    if (staying.includes(name)) return;
    const controller = host.controller(name);
    if (controller?.isFailed()) {
      // Nothing to lose: its panel is shown.
      void controller.remount();
      return;
    }
    const mounted = controller?.mounted();
    const current = host.snapshot().remotes[name]?.current.buildId;
    if (!mounted || !controller?.isOutdated() || became.get(mounted.buildId) === current) {
      wait(name, null);
      return;
    }
    if (host.snapshot().withdrawn?.includes(mounted.buildId)) void replaceOnce(name, { isUrgent: true });
    else if (mounted.updatePolicy === 'ask') wait(name, 'ask');
    else {
      const reason = keptFor(name);
      if (reason) wait(name, reason);
      else void replaceOnce(name);
    }
  };

  /**
   * A slot is replaced where nothing was typed or pressed in it. One that was stays until it goes, or its build is
   * withdrawn; then its successor is given what was typed.
   */
  const settleSlot = ({ name, buildId, inPlaceOf, page, isUsed, replace: replaceSlot }: SlotOnScreen) => {
    const snapshot = host.snapshot();
    const owner = slotOwner(snapshot, name);
    const current = owner === undefined ? undefined : snapshot.remotes[owner]?.current;
    if (current && (current.buildId === buildId || current.buildId === inPlaceOf)) return;
    if (current && became.get(buildId) === current.buildId) return;
    if (!current || snapshot.withdrawn?.includes(buildId)) replaceSlot(false);
    else if (!isUsed() && !isDirty(page)) replaceSlot(true);
  };

  const settleWaiting = () => {
    for (const name of [...waiting.keys()]) if (name !== 'shell') settle(name);
    for (const slot of slotsOnScreen()) settleSlot(slot);
  };
  onClean(settleWaiting);

  /** What does not fit the shell of this tab comes with its next document: until then it keeps what it has of it, or has none. */
  const fittingHere = (next: Snapshot): Snapshot => {
    const fits = Object.entries(next.remotes).flatMap(([name, given]): [string, typeof given][] => {
      const own = host.snapshot().remotes[name];
      const isKept = next.unfit?.[name]?.includes(shellBuild);
      if (!isKept || (own && next.withdrawn?.includes(own.current.buildId))) return [[name, given]];
      return own ? [[name, own]] : [];
    });
    return { ...next, remotes: Object.fromEntries(fits) };
  };

  const adopt = async (given: Snapshot) => {
    const next = fittingHere(given);
    // A preview that another tab of this browser has opened is answered here as well.
    if (next.number <= host.snapshot().number || !next.preview !== !host.snapshot().preview) return;
    const isOnScreen = (name: string) => host.controller(name)?.mounted();
    const off = Object.keys(next.off ?? {}).filter(isOnScreen);
    // Retired, or renamed: another remote shows its page in its place.
    const gone = Object.keys(host.snapshot().remotes).filter(
      (name) => !(name in next.remotes) && !off.includes(name) && isOnScreen(name),
    );
    for (const name of staying) wait(name, null);
    staying = gone.filter((name) => isTouched(name) && !canSave(name) && !agreed.has(name));
    if (staying.length > 0) {
      for (const name of staying) wait(name, 'typed');
      return;
    }
    const closing = [...off, ...gone];
    await Promise.all(closing.map((name) => save(name).catch(port.onRefused)));
    host.adopt(next);
    // Where that fails the builds are replaced whole, like any.
    if (port.takeInPlace) became = await port.takeInPlace(next).catch(() => new Map());
    for (const name of Object.keys(next.remotes)) settle(name);
    for (const slot of slotsOnScreen()) settleSlot(slot);
    wait('shell', [shellBuild, became.get(shellBuild)].includes(next.shell.buildId) ? null : 'next-page');
  };

  /** Another site than the one that announced it may have answered, a moment behind; or its process has just ended. */
  const askAgain = () => {
    clearTimeout(againTimer);
    const pauseMs = AGAIN_AFTER_MS[againCount];
    if (pauseMs === undefined || fetched >= wanted || host.snapshot().preview) return;
    againCount += 1;
    againTimer = setTimeout(() => void fetchAndAdopt(), pauseMs * (0.5 + random() / 2));
  };

  const fetchAndAdopt = async () => {
    if (isFetching) return;
    isFetching = true;
    try {
      // The number is only ever read from a verified snapshot; what the stream says is a reason to look.
      let reached: number;
      do {
        reached = host.snapshot().number;
        const next = await port.fetchSnapshot();
        fetched = Math.max(fetched, next.number);
        await adopt(next);
      } while (host.snapshot().number < wanted && host.snapshot().number > reached);
    } catch (error) {
      port.onRefused(error);
    } finally {
      isFetching = false;
      askAgain();
    }
  };

  const agree = async (remote: string) => {
    wait(remote, null);
    if (staying.includes(remote)) {
      agreed.add(remote);
      await fetchAndAdopt();
    } else await replaceOnce(remote, { isAgreed: true });
  };

  return {
    announced(number) {
      if (number <= host.snapshot().number) return;
      if (number > wanted) againCount = 0;
      wanted = Math.max(wanted, number);
      void fetchAndAdopt();
    },
    look() {
      settleWaiting();
      void fetchAndAdopt();
    },
    pageChanged() {
      if (staying.length > 0) void fetchAndAdopt();
      for (const name of [...waiting.keys()]) {
        if (name === 'shell') continue;
        settle(name);
        // Between two pages nothing typed can be lost, so a remote that asks need not.
        if (waiting.get(name) === 'ask' && !isDirty(name) && !isTouched(name)) void agree(name);
      }
    },
    agree,
  };
}
