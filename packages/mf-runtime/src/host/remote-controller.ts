import type { SnapshotBuild } from '@redress/contracts/releases';
import type { RemoteLifecycles, RemoteMountProps } from '../remote-props.ts';
import { giveTypedFields, keyOf, readFields } from '../typed-fields.ts';
import type { FailedBuilds, RemoteBuilds } from './failed-builds.ts';
import { failurePanel, waitingLine } from './failure-panel.ts';
import {
  type FailureKind,
  LIMITS_MS,
  RemoteError,
  TOLD_AFTER_MS,
  failureKind,
  lineFactor,
  withinLimit,
} from './limits.ts';

export interface ControllerPort {
  /** The builds of this remote, where they were not known when the page began. */
  findBuilds(): Promise<RemoteBuilds>;
  loadLifecycles(build: SnapshotBuild): Promise<RemoteLifecycles>;
  /** The prerendered screen of this remote that is on the page, once; or an empty element to draw into. */
  claimElement(name: string): { element: HTMLElement; prerendered: boolean };
  report(
    build: SnapshotBuild,
    kind: FailureKind | 'loaded' | 'fell-back',
    detail: { value?: number; error?: unknown },
  ): void;
  removeStyles(build: SnapshotBuild): void;
  failed: FailedBuilds;
  /** Reports a build that failed on screen. @returns whether another one is loaded and comes first in `failed.candidates` */
  prepareOther(broken: SnapshotBuild, builds: RemoteBuilds, error: unknown): Promise<boolean>;
  /** Saves what is typed into the remote, before another build takes the place of one that failed. Never rejects. */
  save(name: string): Promise<void>;
  /** Reads what is typed into a remote that failed. @returns gives it to the build that took its place */
  keepTyped(name: string): () => void;
  /** The remote is on screen; or its panel is. */
  onShown(name: string, build: SnapshotBuild | null): void;
}

export interface RemoteController {
  /** For single-spa. None of them ever rejects or waits for the network. */
  lifecycles: Record<'bootstrap' | 'mount' | 'unmount', () => Promise<void>>;
  /** The build on screen, if any. */
  mounted(): SnapshotBuild | null;
  /** Neither build could be shown: the panel is shown. */
  isFailed(): boolean;
  /** A newer build waits to take the place of what is on screen. */
  isOutdated(): boolean;
  /**
   * What is on screen failed: another build takes its place.
   * @returns false when there is none, it does not load either, or something typed would be lost for a mere part
   */
  recover(error: unknown): Promise<boolean>;
  /** Uses other builds from now on; what is on screen stays until `remount`. */
  setBuilds(builds: RemoteBuilds): void;
  /**
   * Fetches what the current build draws this page with. What fails is met again by `remount`, which reports it.
   * @returns whether it came
   */
  prepare(): Promise<boolean>;
  /** Puts the current build in place of what is on screen. */
  remount(): Promise<void>;
}

interface Shown {
  build: SnapshotBuild;
  lifecycles: RemoteLifecycles;
  props: RemoteMountProps;
  /** The current build at that time; another one is shown when this one failed. */
  inPlaceOf: string;
}

const stale = Symbol('stale');

/**
 * Stands between single-spa and one remote. single-spa marks an application broken for ever when a lifecycle rejects,
 * and waits without limit when one hangs; this one does neither: current build, last good build, then a panel with a
 * way back. A build that failed while another one worked is not tried first again until a newer snapshot comes.
 * Each show or hide has a turn number; what an earlier turn brings late is thrown away.
 * @param initial - `null`: asked for when the remote is first shown
 */
export function createRemoteController(
  name: string,
  initial: RemoteBuilds | null,
  port: ControllerPort,
): RemoteController {
  let builds = initial;
  let turn = 0;
  let wanted = false;
  let shown: Shown | null = null;
  let element: HTMLElement | null = null;
  let isPanel = false;
  /** Typed into a screen that the document brought, until a build has it: the first one that takes it over may fail. */
  const typedEarly = new Map<string, string | boolean>();
  const noteEarly = (screen: HTMLElement) => {
    for (const [key, value] of readFields(screen)) typedEarly.set(key, value);
  };

  const unmountShown = async ({ build, lifecycles, props }: Shown) => {
    // A broken remote's clean-up may hang; the page must not wait for it.
    await withinLimit(Promise.resolve(lifecycles.unmount(props)), LIMITS_MS.flush, `${name} unmount`).catch(() => {});
    props.domElement.remove();
    if (build.buildId !== builds?.current.buildId && build.buildId !== builds?.lastGood?.buildId)
      port.removeStyles(build);
  };

  const mountBuild = async (build: SnapshotBuild, current: SnapshotBuild, myTurn: number) => {
    const started = performance.now();
    const lifecycles = await port.loadLifecycles(build);
    if (myTurn !== turn) throw stale;

    const claimed = port.claimElement(name);
    element = claimed.element;
    element.dataset['build'] = build.buildId;
    let settled = false;
    let failMount: (error: unknown) => void = () => {};
    const renderFailed = new Promise<never>((_, reject) => (failMount = reject));
    const props: RemoteMountProps = {
      name,
      buildId: build.buildId,
      domElement: claimed.element,
      hydrate: claimed.prerendered && build === current,
      recover(error) {
        if (settled) return recover(error);
        failMount(new RemoteError('render-error', 'the first render threw', { cause: error }));
        return Promise.resolve(true);
      },
    };
    if (claimed.prerendered && !props.hydrate) {
      noteEarly(claimed.element);
      claimed.element.replaceChildren();
    }

    const drawn = claimed.element.querySelectorAll<HTMLInputElement>('input, textarea');
    const focused = [...drawn].find((field) => field === document.activeElement);
    const mounted: Shown = { build, lifecycles, props, inPlaceOf: current.buildId };

    const mounting = async () => {
      await lifecycles.bootstrap(props);
      await lifecycles.mount(props);
    };
    try {
      await withinLimit(Promise.race([mounting(), renderFailed]), LIMITS_MS.mount, `${name} mount`);
    } catch (error) {
      if (props.hydrate) noteEarly(claimed.element);
      void unmountShown(mounted);
      throw myTurn === turn ? error : stale;
    } finally {
      settled = true;
    }
    if (myTurn !== turn) {
      void unmountShown(mounted);
      throw stale;
    }
    shown = mounted;
    // React draws a screen anew whose markup is not its own (that of an older platform), and tells nobody.
    const gone = document.createElement('div');
    gone.append(
      ...[...drawn].filter((field) => !field.isConnected && (field.checked || field.value !== field.defaultValue)),
    );
    noteEarly(gone);
    if (typedEarly.size > 0) giveTypedFields(claimed.element, new Map(typedEarly));
    typedEarly.clear();
    if (focused && !focused.isConnected)
      [...claimed.element.querySelectorAll<HTMLInputElement>('input, textarea')]
        .find((field) => keyOf(field) === keyOf(focused))
        ?.focus();
    port.report(build, 'loaded', { value: performance.now() - started });
  };

  /** @returns whether that is all: a build is on screen, or the turn has passed */
  const showAny = async (of: RemoteBuilds, myTurn: number): Promise<boolean> => {
    for (const build of port.failed.candidates(of)) {
      try {
        await mountBuild(build, of.current, myTurn);
        if (build.buildId !== of.current.buildId) {
          port.failed.add(of.current);
          port.report(build, 'fell-back', {});
        }
        port.onShown(name, build);
        return true;
      } catch (error) {
        if (error === stale || myTurn !== turn) return true;
        port.report(build, failureKind(error, 'mount-failed'), { error });
      }
    }
    return false;
  };

  const show = async () => {
    const myTurn = ++turn;
    isPanel = false;
    const line = waitingLine();
    const telling = setTimeout(() => myTurn === turn && document.body.append(line), TOLD_AFTER_MS);
    try {
      await showOrPanel(myTurn);
    } finally {
      clearTimeout(telling);
      line.remove();
    }
  };

  const showOrPanel = async (myTurn: number) => {
    // What does not come is reported where it is asked for: it says nothing about a build.
    const found = builds ?? (await port.findBuilds().catch(() => null));
    if (myTurn !== turn) return;
    builds ??= found;
    if (builds && (await showAny(builds, myTurn))) return;
    const place = port.claimElement(name);
    if (place.prerendered) noteEarly(place.element);
    element = place.element;
    isPanel = true;
    element.replaceChildren(failurePanel(() => void show()));
    port.onShown(name, null);
  };

  const recover = async (error: unknown): Promise<boolean> => {
    const broken = shown;
    if (!broken || !builds) return true;
    const giveBack = port.keepTyped(name);
    if (!(await port.prepareOther(broken.build, builds, error))) return false;
    if (shown === broken) await port.save(name);
    if (shown !== broken) return true;
    await hide();
    if (wanted) await show();
    giveBack();
    return true;
  };

  const hide = async () => {
    turn += 1;
    const leaving = shown;
    shown = null;
    isPanel = false;
    typedEarly.clear();
    if (leaving) await unmountShown(leaving);
    element?.remove();
    element = null;
  };

  return {
    lifecycles: {
      bootstrap: () => Promise.resolve(),
      mount() {
        wanted = true;
        // Not awaited: single-spa would keep the visitor on this page for as long as the remote hangs.
        void show();
        return Promise.resolve();
      },
      unmount() {
        wanted = false;
        return hide();
      },
    },
    mounted: () => shown?.build ?? null,
    isFailed: () => isPanel,
    isOutdated: () =>
      shown !== null && ![shown.build.buildId, shown.inPlaceOf].includes(builds?.current.buildId ?? shown.inPlaceOf),
    recover,
    setBuilds(next) {
      builds = next;
    },
    async prepare() {
      const [next] = builds ? port.failed.candidates(builds) : [];
      if (!next) return true;
      const prepared = port.loadLifecycles(next).then(({ prepare }) => prepare?.());
      return withinLimit(prepared, LIMITS_MS.chunk, `${name} prepare`, lineFactor).then(
        () => true,
        () => false,
      );
    },
    async remount() {
      if (!wanted) return;
      await hide();
      if (wanted) await show();
    },
  };
}
