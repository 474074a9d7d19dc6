import type { SnapshotBuild } from '@redress/contracts/releases';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteLifecycles, RemoteMountProps } from '../remote-props.ts';
import { aBuild } from '../testing/builds.ts';
import { type RemoteBuilds, createFailedBuilds } from './failed-builds.ts';
import { LIMITS_MS, RemoteError, TOLD_AFTER_MS } from './limits.ts';
import { canReplace } from './recovery.ts';
import { createRemoteController } from './remote-controller.ts';
import { keepTyped, watchTyping } from './touched.ts';

const broken = aBuild({ buildId: '0000000000b2' });
const good = aBuild({ buildId: '0000000000a1' });

/** A remote that writes its build's id into its element. */
const working = (build: SnapshotBuild): RemoteLifecycles => ({
  bootstrap: () => Promise.resolve(),
  mount: ({ domElement }) => {
    domElement.textContent = `build ${build.buildId}`;
    return Promise.resolve();
  },
  unmount: ({ domElement }) => {
    domElement.textContent = '';
    return Promise.resolve();
  },
});
const never = () => new Promise<never>(() => {});

function aController(
  load: (build: SnapshotBuild) => Promise<RemoteLifecycles>,
  builds: RemoteBuilds | null = { current: broken, lastGood: good },
  {
    holdsInput = false,
    drawn = null,
    findBuilds = () => Promise.reject(new Error('known from the start')),
  }: {
    holdsInput?: boolean;
    /** The screen that the document brought. */
    drawn?: HTMLElement | null;
    findBuilds?: () => Promise<RemoteBuilds>;
  } = {},
) {
  const reports: string[] = [];
  const shown: (string | null)[] = [];
  const removed: string[] = [];
  const failed = createFailedBuilds();
  const report = (build: SnapshotBuild, kind: string) => void reports.push(`${build.buildId.slice(-2)} ${kind}`);
  const controller = createRemoteController('mf-letters', builds, {
    findBuilds,
    loadLifecycles: load,
    claimElement(name) {
      if (drawn) {
        const element = drawn;
        drawn = null;
        return { element, prerendered: true };
      }
      document.querySelector(`[data-remote="${name}"]`)?.remove();
      const element = document.createElement('div');
      element.dataset['remote'] = name;
      document.body.append(element);
      return { element, prerendered: false };
    },
    report,
    failed,
    save: (name) => Promise.resolve(void reports.push(`${name} saved`)),
    prepareOther: (broken, of, error) =>
      canReplace({ broken, builds: of, error, holdsInput }, { failed, report, load }),
    removeStyles: (build) => removed.push(build.buildId),
    keepTyped,
    onShown: (_name, build) => shown.push(build?.buildId ?? null),
  });
  return { controller, reports, shown, removed, failed };
}

afterEach(() => {
  document.body.replaceChildren();
  jest.useRealTimers();
});

/** Lets promises settle under fake timers. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(0));

it('shows the last good build when the current one does not load', async () => {
  const { controller, reports } = aController((build) =>
    build === broken ? Promise.reject(new Error('404')) : Promise.resolve(working(build)),
  );
  await controller.lifecycles.mount();
  await waitFor(() => expect(document.body).toHaveTextContent('build 0000000000a1'));
  expect(reports).toEqual(['b2 mount-failed', 'a1 loaded', 'a1 fell-back']);
});

it('does not make single-spa wait for a hanging load', async () => {
  const { controller } = aController(never);
  await controller.lifecycles.mount();
  await controller.lifecycles.unmount();
  expect(document.body).toBeEmptyDOMElement();
});

it('says after a while that it goes on loading, and no longer once the remote is there', async () => {
  jest.useFakeTimers();
  let come: (remote: RemoteLifecycles) => void = () => {};
  const { controller } = aController(() => new Promise((resolve) => (come = resolve)));
  await controller.lifecycles.mount();
  await act(() => jest.advanceTimersByTimeAsync(TOLD_AFTER_MS - 1));
  expect(screen.queryByRole('status')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent('Still loading');
  come(working(good));
  await settle();
  expect(screen.queryByRole('status')).toBeNull();
});

it('gives a hanging mount its limit and no more, then takes the last good build', async () => {
  jest.useFakeTimers();
  const { controller, reports } = aController((build) =>
    Promise.resolve(build === broken ? { ...working(build), mount: never } : working(build)),
  );
  await controller.lifecycles.mount();
  await act(() => jest.advanceTimersByTimeAsync(LIMITS_MS.mount));
  await settle();
  expect(document.body).toHaveTextContent('build 0000000000a1');
  expect(reports[0]).toBe('b2 timed-out');
});

const FIELDS =
  '<input name="firstname"><input type="radio" name="situation" value="other"><input type="password" name="password">';
function aDrawnScreen() {
  const drawn = document.createElement('div');
  drawn.dataset['remote'] = 'mf-letters';
  drawn.innerHTML = FIELDS;
  document.body.append(drawn);
  const [name, tile, password] = drawn.querySelectorAll('input');
  return {
    drawn,
    type() {
      name!.value = 'Zoë';
      tile!.checked = true;
      password!.value = 'correct horse';
    },
  };
}
const drawing = (build: SnapshotBuild): RemoteLifecycles => ({
  ...working(build),
  mount: ({ domElement }) => Promise.resolve(void (domElement.innerHTML = FIELDS)),
});
const held = () => [...document.querySelectorAll('input')].map(({ value, checked }) => [value, checked]);
const TYPED = [
  ['Zoë', false],
  ['other', true],
  ['', false],
];

it('gives what was typed into the drawn screen to the last good build, when the current one does not load', async () => {
  const { drawn, type } = aDrawnScreen();
  let fail: (error: Error) => void = () => {};
  const { controller } = aController(
    (build) => (build === broken ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(drawing(build))),
    undefined,
    { drawn },
  );
  await controller.lifecycles.mount();
  type();
  fail(new Error('404'));
  await waitFor(() => expect(controller.mounted()).toBe(good));
  expect(held()).toEqual(TYPED);
});

it('gives it also to the current one, when that finds markup of another shape and draws the screen anew', async () => {
  const { drawn, type } = aDrawnScreen();
  let come: (remote: RemoteLifecycles) => void = () => {};
  const { controller } = aController(() => new Promise((resolve) => (come = resolve)), undefined, { drawn });
  await controller.lifecycles.mount();
  type();
  drawn.querySelector<HTMLInputElement>('[value=other]')!.focus();
  come(drawing(broken));
  await waitFor(() => expect(controller.mounted()).toBe(broken));
  expect(held()).toEqual(TYPED);
  expect(document.activeElement).toBe(document.querySelector('[value=other]'));
});

it('gives it also when the current one hangs while it takes the screen over', async () => {
  jest.useFakeTimers();
  const { drawn, type } = aDrawnScreen();
  const { controller } = aController(
    (build) => Promise.resolve(build === broken ? { ...working(build), mount: never } : drawing(build)),
    undefined,
    { drawn },
  );
  await controller.lifecycles.mount();
  await settle();
  type();
  await act(() => jest.advanceTimersByTimeAsync(LIMITS_MS.mount));
  await settle();
  expect(controller.mounted()).toBe(good);
  expect(held()).toEqual(TYPED);
});

it('gives it to the build that comes by the way back from the panel', async () => {
  const { drawn, type } = aDrawnScreen();
  let isAway = true;
  const { controller } = aController(
    (build) => (isAway ? Promise.reject(new Error('offline')) : Promise.resolve(drawing(build))),
    undefined,
    { drawn },
  );
  type();
  await controller.lifecycles.mount();
  const again = await screen.findByRole('button');
  isAway = false;
  await userEvent.click(again);
  await waitFor(() => expect(held()).toEqual(TYPED));
});

it('counts a throw in the first render as a failed mount', async () => {
  const { controller, reports } = aController((build) =>
    Promise.resolve(
      build === broken
        ? {
            ...working(build),
            mount: ({ recover }: RemoteMountProps) => {
              void recover(new Error('first render'));
              return Promise.resolve();
            },
          }
        : working(build),
    ),
  );
  await controller.lifecycles.mount();
  await waitFor(() => expect(document.body).toHaveTextContent('build 0000000000a1'));
  expect(reports[0]).toBe('b2 render-error');
});

it('shows a panel, with a way back that needs no reload, when no build can be shown', async () => {
  let healthy = false;
  const { controller, shown } = aController((build) =>
    healthy ? Promise.resolve(working(build)) : Promise.reject(new Error('down')),
  );
  await controller.lifecycles.mount();
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page did not load');
  expect(shown).toEqual([null]);

  healthy = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.body).toHaveTextContent('build 0000000000b2'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('throws away what arrives after the visitor has left', async () => {
  const loads: ((lifecycles: RemoteLifecycles) => void)[] = [];
  const { controller, reports } = aController(() => new Promise((resolve) => loads.push(resolve)));
  await controller.lifecycles.mount();
  await controller.lifecycles.unmount();
  loads[0]?.(working(broken));
  await act(async () => {});
  expect(document.body).toBeEmptyDOMElement();
  expect(reports).toEqual([]);
});

it('mounts once when the visitor leaves and comes back while it loads', async () => {
  const loads: ((lifecycles: RemoteLifecycles) => void)[] = [];
  const { controller, shown } = aController(() => new Promise((resolve) => loads.push(resolve)));
  await controller.lifecycles.mount();
  await controller.lifecycles.unmount();
  await controller.lifecycles.mount();
  for (const load of loads) load(working(broken));
  await waitFor(() => expect(shown).toEqual([broken.buildId]));
  expect(document.querySelectorAll('[data-remote]')).toHaveLength(1);
});

it('puts a newer build in place of the one on screen, and takes the old one’s style sheets away', async () => {
  const { controller, removed } = aController((build) => Promise.resolve(working(build)), {
    current: good,
    lastGood: null,
  });
  await controller.lifecycles.mount();
  await waitFor(() => expect(controller.mounted()).toBe(good));

  controller.setBuilds({ current: broken, lastGood: null });
  expect(document.body).toHaveTextContent('build 0000000000a1');
  await controller.remount();
  expect(document.body).toHaveTextContent('build 0000000000b2');
  expect(removed).toEqual([good.buildId]);
});

it('continues when the old build hangs in its own unmount', async () => {
  jest.useFakeTimers();
  const { controller } = aController(
    (build) => Promise.resolve(build === good ? { ...working(build), unmount: never } : working(build)),
    { current: good, lastGood: null },
  );
  await controller.lifecycles.mount();
  await settle();
  controller.setBuilds({ current: broken, lastGood: null });
  const remounted = controller.remount();
  await act(() => jest.advanceTimersByTimeAsync(LIMITS_MS.flush));
  await remounted;
  expect(document.body).toHaveTextContent('build 0000000000b2');
});

describe('a build that failed', () => {
  const brokenAtFirst = (build: SnapshotBuild) =>
    build === broken ? Promise.reject(new Error('404')) : Promise.resolve(working(build));

  it('is not tried again when the page is left and comes back', async () => {
    const loaded: string[] = [];
    const { controller } = aController((build) => {
      loaded.push(build.buildId.slice(-2));
      return brokenAtFirst(build);
    });
    await controller.lifecycles.mount();
    await waitFor(() => expect(controller.mounted()).toBe(good));
    await controller.lifecycles.unmount();
    await controller.lifecycles.mount();
    await waitFor(() => expect(controller.mounted()).toBe(good));
    expect(loaded).toEqual(['b2', 'a1', 'a1']);
  });

  it('is tried again with a newer snapshot, but what is on screen stays unless the build is new', async () => {
    const { controller, failed } = aController(brokenAtFirst);
    await controller.lifecycles.mount();
    await waitFor(() => expect(controller.mounted()).toBe(good));
    controller.setBuilds({ current: broken, lastGood: good });
    failed.clear();
    expect(controller.isOutdated()).toBe(false);
    expect(failed.candidates({ current: broken, lastGood: good })[0]).toBe(broken);
    controller.setBuilds({ current: aBuild({ buildId: '0000000000c3' }), lastGood: good });
    expect(controller.isOutdated()).toBe(true);
  });
});

describe('a build that fails after it was shown', () => {
  /** Mounts and hands out what the remote would call. */
  const shownBuild = async (options: { holdsInput?: boolean; lastGoodLoads?: boolean } = {}) => {
    const recovers: RemoteMountProps['recover'][] = [];
    const made = aController(
      (build) => {
        if (build === good && options.lastGoodLoads === false) return Promise.reject(new Error('offline'));
        return Promise.resolve({
          ...working(build),
          mount: (props) => {
            recovers.push(props.recover);
            return working(build).mount(props);
          },
        });
      },
      undefined,
      options,
    );
    await made.controller.lifecycles.mount();
    await waitFor(() => expect(made.controller.mounted()).toBe(broken));
    return { ...made, fail: (error: unknown) => recovers.at(-1)!(error) };
  };
  const partMissing = new RemoteError('load-failed', 'chunk');

  it('gives its place to the last good one, after what was typed is saved', async () => {
    const { controller, reports, fail } = await shownBuild();
    expect(await fail(new Error('later render'))).toBe(true);
    expect(controller.mounted()).toBe(good);
    expect(reports).toEqual(['b2 loaded', 'b2 render-error', 'mf-letters saved', 'a1 loaded', 'a1 fell-back']);
  });

  it('keeps its place when the last good one does not load or fails as well', async () => {
    const offline = await shownBuild({ lastGoodLoads: false });
    expect(await offline.fail(new Error('later'))).toBe(false);
    expect(offline.controller.mounted()).toBe(broken);
    const both = await shownBuild();
    await both.fail(new Error('first'));
    expect(await both.fail(new Error('second'))).toBe(false);
    expect(both.controller.mounted()).toBe(good);
  });

  it('keeps its place when only a part did not come and something typed would be lost', async () => {
    const { controller, fail } = await shownBuild({ holdsInput: true });
    expect(await fail(partMissing)).toBe(false);
    expect(controller.mounted()).toBe(broken);
    const free = await shownBuild();
    expect(await free.fail(partMissing)).toBe(true);
  });
});

it('gives what was typed to the build that takes the place of one that threw, without passwords', async () => {
  watchTyping();
  const recovers: RemoteMountProps['recover'][] = [];
  const { controller } = aController((build) =>
    Promise.resolve({
      ...working(build),
      mount: ({ domElement, recover }) => {
        recovers.push(recover);
        domElement.innerHTML = `<p>${build.buildId}</p><input name="email"><input name="password" type="password">`;
        return Promise.resolve();
      },
    }),
  );
  await controller.lifecycles.mount();
  await screen.findByText(broken.buildId);
  const [email, password] = document.querySelectorAll('input');
  await userEvent.type(email!, 'zoe@example.com');
  await userEvent.type(password!, 'secret');
  // React takes down what has thrown, then says so.
  document.querySelector('[data-remote]')!.replaceChildren();
  await recovers[0]!(new Error('render'));
  await screen.findByText(good.buildId);
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['zoe@example.com', '']);
});
