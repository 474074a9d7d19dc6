import type { SnapshotBuild } from '@redress/contracts/releases';
import type { RemoteLifecycles, RemoteMountProps } from '../remote-props.ts';
import { failurePanel } from './failure-panel.ts';
import { type FailureKind, LIMITS_MS, RemoteError, failureKind, withinLimit } from './limits.ts';

export interface RemoteBuilds {
  current: SnapshotBuild;
  lastGood: SnapshotBuild | null;
}

export interface ControllerPort {
  loadLifecycles(build: SnapshotBuild): Promise<RemoteLifecycles>;
  /** The prerendered screen of this remote that is on the page, once; or an empty element to draw into. */
  claimElement(name: string): { element: HTMLElement; prerendered: boolean };
  report(
    build: SnapshotBuild,
    kind: FailureKind | 'loaded' | 'fell-back',
    detail: { value?: number; error?: unknown },
  ): void;
  removeStyles(build: SnapshotBuild): void;
  /** The remote is on screen; or its panel is. */
  onShown(name: string, build: SnapshotBuild | null): void;
}

export interface RemoteController {
  /** For single-spa. None of them ever rejects or waits for the network. */
  lifecycles: Record<'bootstrap' | 'mount' | 'unmount', () => Promise<void>>;
  builds(): RemoteBuilds;
  /** The build on screen, if any. */
  mounted(): SnapshotBuild | null;
  /** Neither build could be shown: the panel stands there. */
  isFailed(): boolean;
  /** Uses other builds from now on; what is on screen stays until `remount`. */
  setBuilds(builds: RemoteBuilds): void;
  /** Puts the current build in place of what is on screen. */
  remount(): Promise<void>;
}

interface Shown {
  build: SnapshotBuild;
  lifecycles: RemoteLifecycles;
  props: RemoteMountProps;
}

const stale = Symbol('stale');

/**
 * Stands between single-spa and one remote. single-spa marks an application broken for ever when a lifecycle rejects,
 * and waits without limit when one hangs; this one does neither: current build, last good build, then a panel with a
 * way back. Each act has a turn; what a past turn brings late is thrown away.
 */
export function createRemoteController(name: string, initial: RemoteBuilds, port: ControllerPort): RemoteController {
  let builds = initial;
  let turn = 0;
  let wanted = false;
  let shown: Shown | null = null;
  let element: HTMLElement | null = null;
  let failed = false;

  const takeDown = async ({ build, lifecycles, props }: Shown) => {
    // Waiting for a broken remote's clean-up would hand it the page.
    await withinLimit(Promise.resolve(lifecycles.unmount(props)), LIMITS_MS.flush, `${name} unmount`).catch(() => {});
    props.domElement.remove();
    if (build.buildId !== builds.current.buildId && build.buildId !== builds.lastGood?.buildId)
      port.removeStyles(build);
  };

  const mountBuild = async (build: SnapshotBuild, myTurn: number) => {
    const started = performance.now();
    const lifecycles = await port.loadLifecycles(build);
    if (myTurn !== turn) throw stale;

    const claimed = port.claimElement(name);
    element = claimed.element;
    let settled = false;
    let failMount: (error: unknown) => void = () => {};
    const renderFailed = new Promise<never>((_, reject) => (failMount = reject));
    const props: RemoteMountProps = {
      name,
      buildId: build.buildId,
      domElement: claimed.element,
      hydrate: claimed.prerendered && build === builds.current,
      onRenderError(error) {
        if (settled) port.report(build, 'render-error', { error });
        else failMount(new RemoteError('render-error', 'the first render threw', { cause: error }));
      },
    };
    if (claimed.prerendered && !props.hydrate) claimed.element.replaceChildren();

    const mounting = async () => {
      await lifecycles.bootstrap(props);
      await lifecycles.mount(props);
    };
    try {
      await withinLimit(Promise.race([mounting(), renderFailed]), LIMITS_MS.mount, `${name} mount`);
    } catch (error) {
      void takeDown({ build, lifecycles, props });
      throw myTurn === turn ? error : stale;
    } finally {
      settled = true;
    }
    if (myTurn !== turn) {
      void takeDown({ build, lifecycles, props });
      throw stale;
    }
    shown = { build, lifecycles, props };
    port.report(build, 'loaded', { value: performance.now() - started });
  };

  const show = async () => {
    const myTurn = ++turn;
    failed = false;
    const candidates = [builds.current, builds.lastGood].filter((build) => build !== null);
    for (const [index, build] of candidates.entries()) {
      if (index > 0 && build.buildId === candidates[0]?.buildId) continue;
      try {
        await mountBuild(build, myTurn);
        if (index > 0) port.report(build, 'fell-back', {});
        port.onShown(name, build);
        return;
      } catch (error) {
        if (error === stale || myTurn !== turn) return;
        port.report(build, failureKind(error, 'mount-failed'), { error });
      }
    }
    element = port.claimElement(name).element;
    failed = true;
    element.replaceChildren(failurePanel(() => void show()));
    port.onShown(name, null);
  };

  const hide = async () => {
    turn += 1;
    const leaving = shown;
    shown = null;
    failed = false;
    if (leaving) await takeDown(leaving);
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
    builds: () => builds,
    mounted: () => shown?.build ?? null,
    isFailed: () => failed,
    setBuilds(next) {
      builds = next;
    },
    async remount() {
      if (!wanted) return;
      await hide();
      if (wanted) await show();
    },
  };
}
