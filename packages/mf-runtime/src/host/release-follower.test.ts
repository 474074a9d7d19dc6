import type { Snapshot, SnapshotBuild, UpdatePolicy } from '@redress/contracts/releases';
import { waitFor } from '@testing-library/react';
import { markDirty, registerSafePoint } from '../safe-points.ts';
import { enterSlot } from '../slots-on-screen.ts';
import { aBuild, aSnapshot } from '../testing/builds.ts';
import type { RemoteController } from './remote-controller.ts';
import { createReleaseFollower } from './release-follower.ts';
import { watchTyping } from './touched.ts';

const NAME = 'mf-letters';
const FIRST = aBuild().buildId;
const next = (number: number, build: SnapshotBuild): Snapshot =>
  aSnapshot({ number, remotes: { [NAME]: { current: build, lastGood: null } } });

/** A follower over a host with one remote on screen. */
function aTab({
  policy = 'allow',
  mounted = true,
  givesTyped = false,
  became,
  random = 1,
}: { policy?: UpdatePolicy; mounted?: boolean; givesTyped?: boolean; became?: string | Error; random?: number } = {}) {
  let snapshot = next(7, aBuild({ updatePolicy: policy }));
  let onScreen = mounted ? snapshot.remotes[NAME]!.current : null;
  let builds = snapshot.remotes[NAME]!;
  const acts: string[] = [];
  let onRemount = () => {};
  let isLoadable: boolean | Promise<boolean> = true;
  const waiting: string[][] = [];
  let reasons: Record<string, string> = {};
  const refused: unknown[] = [];
  const served: Snapshot[] = [];
  let asked = 0;
  const controller: RemoteController = {
    lifecycles: {} as RemoteController['lifecycles'],
    mounted: () => onScreen,
    isFailed: () => false,
    isOutdated: () => onScreen !== null && onScreen.buildId !== builds.current.buildId,
    recover: () => Promise.resolve(false),
    setBuilds: (given) => (builds = given),
    prepare: () => Promise.resolve(isLoadable),
    remount: async () => {
      onScreen = builds.current;
      onRemount();
      acts.push(`shows ${onScreen.buildId.slice(-2)}`);
    },
  };
  const follower = createReleaseFollower({
    host: {
      snapshot: () => snapshot,
      controller: (name) => (name === NAME ? controller : undefined),
      adopt(given) {
        snapshot = given;
        controller.setBuilds(given.remotes[NAME]!);
      },
    },
    fetchSnapshot: () => {
      asked += 1;
      const given = served.at(-1);
      return given ? Promise.resolve(given) : Promise.reject(new Error('unreachable'));
    },
    onWaiting: (given) => {
      waiting.push([...given.keys()]);
      reasons = Object.fromEntries(given);
    },
    onRefused: (error) => refused.push(error),
    givesTyped,
    takeInPlace: became
      ? () => (became instanceof Error ? Promise.reject(became) : Promise.resolve(new Map([[FIRST, became]])))
      : undefined,
    random: () => random,
  });
  return {
    follower,
    acts,
    waiting,
    refused,
    number: () => snapshot.number,
    builds: () => snapshot.remotes,
    asked: () => asked,
    reasons: () => reasons,
    onRemount: (given: () => void) => void (onRemount = given),
    load: (comes: boolean | Promise<boolean>) => void (isLoadable = comes),
    serve: (made: Snapshot) => void served.push(made),
    release(made: Snapshot) {
      served.push(made);
      follower.announced(made.number);
    },
  };
}
const newer = aBuild({ buildId: '0000000000b2' });

it('saves first, then shows the new build in place', async () => {
  const tab = aTab();
  const release = registerSafePoint(NAME, { flush: () => void tab.acts.push('saved') });
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.acts).toEqual(['saved', 'shows b2']));
  release();
});

it('keeps what it has of remotes whose next build does not fit its shell, be it nothing, unless it is withdrawn', async () => {
  const tab = aTab();
  const remotes = { ...next(8, newer).remotes, 'mf-new': { current: newer, lastGood: null } };
  const unfit = { [NAME]: [aSnapshot().shell.buildId], 'mf-new': [aSnapshot().shell.buildId] };
  const own = tab.builds();
  tab.release({ ...next(8, newer), remotes, unfit });
  await waitFor(() => expect(tab.number()).toBe(8));
  expect(tab.builds()).toEqual(own);
  tab.release({ ...next(9, newer), unfit, withdrawn: [FIRST] });
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
});

it('keeps the build on screen while the device is not connected and the next one has not come', async () => {
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const tab = aTab();
  tab.load(false);
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.refused).toHaveLength(1));
  expect(tab.acts).toEqual([]);
  tab.load(true);
  tab.follower.look();
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
  isOnline.mockRestore();
});

it('replaces nothing between two keys, and saves again what was typed during a save', async () => {
  jest.useFakeTimers();
  const tab = aTab();
  const type = () => document.dispatchEvent(new Event('input'));
  let typesInSave = 1;
  const release = registerSafePoint(NAME, {
    flush() {
      tab.acts.push('saved');
      if (typesInSave-- > 0) type();
    },
  });
  document.dispatchEvent(new Event('compositionstart'));
  tab.release(next(8, newer));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(tab.acts).toEqual([]);
  document.dispatchEvent(new Event('compositionend'));
  for (let key = 0; key < 5; key += 1) {
    await jest.advanceTimersByTimeAsync(300);
    type();
  }
  expect(tab.acts).toEqual([]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(tab.acts).toEqual(['saved', 'saved', 'shows b2']);
  release();
  jest.useRealTimers();
});

it.each([
  ['in a page of developers', true, []],
  ['whose build is withdrawn', false, [aBuild().buildId]],
])('replaces one %s, and gives what was typed to the fields of the next build', async (_, givesTyped, withdrawn) => {
  watchTyping();
  const draw = () => (document.body.innerHTML = `<div data-remote="${NAME}"><input name="amount"></div>`);
  const input = () => document.querySelector('input')!;
  draw();
  input().value = '420';
  input().dispatchEvent(new Event('input', { bubbles: true }));
  const tab = aTab({ givesTyped });
  tab.onRemount(draw);
  tab.release({ ...next(8, newer), withdrawn });
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
  await waitFor(() => expect(input().value).toBe('420'));
  // As ever: an edit that is nowhere else, of a remote that says so, is waited for.
  const blocking = aTab({ givesTyped: true, policy: 'block-while-dirty' });
  const saved = markDirty(NAME);
  blocking.release(next(8, newer));
  await waitFor(() => expect(blocking.reasons()).toEqual({ [NAME]: 'unsaved' }));
  expect(blocking.acts).toEqual([]);
  saved();
  document.body.replaceChildren();
});

it('leaves a build that a rebuild has reached in place, whatever is unsaved in it, and replaces one whose update fails', async () => {
  const tab = aTab({ became: newer.buildId, policy: 'block-while-dirty' });
  const saved = markDirty(NAME);
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.number()).toBe(8));
  saved();
  tab.release(next(9, aBuild({ buildId: 'c'.repeat(12) })));
  await waitFor(() => expect(tab.acts).toEqual(['shows cc']));
  const failing = aTab({ became: new Error('no file of the update came') });
  failing.release(next(8, newer));
  await waitFor(() => expect(failing.acts).toEqual(['shows b2']));
});

it('waits for the last unsaved edit where the remote blocks while dirty', async () => {
  const tab = aTab({ policy: 'block-while-dirty' });
  const saved = markDirty(NAME);
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.number()).toBe(8));
  expect(tab.acts).toEqual([]);
  saved();
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
});

it('leaves in place what has become unsaved while the next build came', async () => {
  const tab = aTab({ policy: 'block-while-dirty' });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  tab.load(promise);
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.number()).toBe(8));
  const saved = markDirty(NAME);
  resolve(true);
  await waitFor(() => expect(tab.reasons()).toEqual({ [NAME]: 'unsaved' }));
  expect(tab.acts).toEqual([]);
  saved();
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
});

it('leaves a withdrawn build whose successor does not come, also while it waits to be replaced by another one', async () => {
  jest.useFakeTimers();
  const tab = aTab();
  tab.load(new Promise(() => {}));
  tab.release(next(8, newer));
  await jest.advanceTimersByTimeAsync(0);
  // Of a word that was being composed in a field that has gone, no end is told.
  document.body.innerHTML = '<input>';
  document.querySelector('input')!.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  document.body.replaceChildren();
  tab.release({ ...next(9, aBuild({ buildId: 'c'.repeat(12) })), withdrawn: [FIRST] });
  await jest.advanceTimersByTimeAsync(2_500);
  expect(tab.acts).toEqual(['shows cc']);
  jest.useRealTimers();
});

it('asks where the remote wants to be asked, and acts on consent', async () => {
  const tab = aTab({ policy: 'ask' });
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.waiting).toEqual([[NAME]]));
  expect(tab.acts).toEqual([]);
  await tab.follower.agree(NAME);
  expect(tab.acts).toEqual(['shows b2']);
  expect(tab.waiting.at(-1)).toEqual([]);
});

it.each([
  ['takes new builds at once for what is not on screen', newer, false],
  ['leaves a remote alone whose build is the same in the new snapshot', aBuild(), true],
])('%s', async (_, build, mounted) => {
  const tab = aTab({ mounted });
  tab.release(next(8, build));
  await waitFor(() => expect(tab.number()).toBe(8));
  expect(tab.acts).toEqual([]);
});

it('ignores a snapshot it has already, and an unsigned number', async () => {
  const tab = aTab();
  tab.follower.announced(7);
  expect(tab.refused).toEqual([]);
  tab.follower.announced(99);
  await waitFor(() => expect(tab.refused).toHaveLength(1));
  expect(tab.number()).toBe(7);
});

describe('one site announces what another does not have yet', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('asks again until it has what was announced', async () => {
    const tab = aTab();
    tab.serve(next(7, aBuild()));
    tab.follower.announced(8);
    await jest.advanceTimersByTimeAsync(200);
    expect(tab.number()).toBe(7);
    tab.serve(next(8, newer));
    await jest.advanceTimersByTimeAsync(300);
    expect(tab.number()).toBe(8);
    const asked = tab.asked();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tab.asked()).toBe(asked);
  });

  it('does not ask again in the same moment as other tabs: the site that has not answered may have too many of them', async () => {
    const tabs = [0, 0.5, 1].map((random) => aTab({ random }));
    for (const { follower } of tabs) follower.announced(8);
    await jest.advanceTimersByTimeAsync(130);
    expect(tabs.map(({ asked }) => asked())).toEqual([2, 1, 1]);
    await jest.advanceTimersByTimeAsync(70);
    expect(tabs.map(({ asked }) => asked())).toEqual([2, 2, 1]);
  });

  it('asks again a site that does not answer, and leaves it to the poll after some seconds', async () => {
    const tab = aTab();
    tab.follower.announced(8);
    await jest.advanceTimersByTimeAsync(60_000);
    const asked = tab.asked();
    expect(asked).toBe(6);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tab.asked()).toBe(asked);
  });

  it('does not ask again for a snapshot that it has, and that waits for what was typed', async () => {
    const tab = aTab({ policy: 'ask' });
    tab.release(next(8, newer));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(tab.asked()).toBe(1);
  });
});

it('takes no preview that another tab of the browser has opened: this page has no banner and its tags', async () => {
  const tab = aTab();
  tab.release({ ...next(8, newer), preview: { what: 'mf-letters' } });
  await new Promise(process.nextTick);
  expect([tab.number(), tab.acts, tab.refused]).toEqual([7, [], []]);
  tab.release(next(9, newer));
  await waitFor(() => expect(tab.number()).toBe(9));
});

it('reports that the shell itself is newer, which no tab can change in place', async () => {
  const tab = aTab();
  tab.release({ ...next(8, aBuild()), shell: aBuild({ name: 'shell', buildId: '0000000000ee' }) });
  await waitFor(() => expect(tab.waiting).toEqual([['shell']]));
});

it('reports why a newer build waits in a tab that was typed into, and takes it after consent', async () => {
  watchTyping();
  document.body.innerHTML = `<div data-remote="${NAME}"><input name="amount"></div>`;
  document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  const tab = aTab();
  tab.release(next(8, newer));
  await waitFor(() => expect(tab.reasons()).toEqual({ [NAME]: 'typed' }));
  expect(tab.acts).toEqual([]);
  await tab.follower.agree(NAME);
  expect(tab.acts).toEqual(['shows b2']);
  expect(tab.reasons()).toEqual({});
  document.body.replaceChildren();
});

it.each([undefined, new Error('away')])('leaves a withdrawn build at once, saved if it can be: %s', async (error) => {
  const tab = aTab({ policy: 'block-while-dirty' });
  const clean = markDirty(NAME);
  const flush = () => (tab.acts.push('saved'), error ? Promise.reject(error) : undefined);
  const release = registerSafePoint(NAME, { flush });
  tab.release({ ...next(8, newer), withdrawn: [FIRST] });
  await waitFor(() => expect(tab.acts).toEqual(['saved', 'shows b2']));
  expect(tab.refused).toEqual(error ? [error] : []);
  release();
  clean();
});

const renamed = { 'mf-mailings': { current: aBuild({ name: 'mf-mailings' }), lastGood: null } };
it.each([
  ['it is switched off', { ...next(8, aBuild()), off: { [NAME]: { routes: [], slots: [] } } }],
  ['another one takes its place', aSnapshot({ number: 8, remotes: renamed })],
])('saves a remote before %s', async (_, snapshot) => {
  const tab = aTab();
  const numbers: number[] = [];
  const release = registerSafePoint(NAME, { flush: () => void numbers.push(tab.number()) });
  tab.release(snapshot);
  await waitFor(() => expect(tab.number()).toBe(8));
  expect(numbers).toEqual([7]);
  release();
});

describe('a remote that is gone from the channel, was typed into and has no way to save', () => {
  beforeEach(() => {
    watchTyping();
    document.body.innerHTML = `<div data-remote="${NAME}"><input name="amount"></div>`;
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  afterEach(() => document.body.replaceChildren());
  const without = aSnapshot({ number: 8, remotes: {} });

  it('stays until it is left', async () => {
    const tab = aTab();
    tab.release(without);
    await waitFor(() => expect(tab.reasons()).toEqual({ [NAME]: 'typed' }));
    expect(tab.number()).toBe(7);
    document.body.replaceChildren();
    tab.follower.pageChanged();
    await waitFor(() => expect(tab.number()).toBe(8));
    expect(tab.reasons()).toEqual({});
  });

  it('goes when the visitor agrees', async () => {
    const tab = aTab();
    tab.release(without);
    await waitFor(() => expect(tab.reasons()).toEqual({ [NAME]: 'typed' }));
    await tab.follower.agree(NAME);
    expect(tab.number()).toBe(8);
  });
});

it('finds a newer snapshot without an event, keeps the build that could not save, says why, and saves again', async () => {
  const tab = aTab();
  let isOnline = false;
  const release = registerSafePoint(NAME, {
    flush: () => (isOnline ? Promise.resolve() : Promise.reject(new Error('offline'))),
  });
  tab.serve(next(8, newer));
  tab.follower.look();
  await waitFor(() => expect(tab.reasons()).toEqual({ [NAME]: 'unsaved' }));
  expect([tab.acts, tab.refused]).toEqual([[], [new Error('offline')]]);
  isOnline = true;
  tab.follower.look();
  await waitFor(() => expect(tab.acts).toEqual(['shows b2']));
  release();
});

describe('a slot on screen', () => {
  const OWNER = 'mf-auth';
  const GATE = 'wizard.account-gate';
  const withGate = (number: number, buildId: string, more: Partial<Snapshot> = {}): Snapshot =>
    aSnapshot({
      number,
      remotes: {
        [NAME]: { current: aBuild(), lastGood: null },
        [OWNER]: { current: aBuild({ name: OWNER, buildId, slots: [GATE] }), lastGood: null },
      },
      ...more,
    });
  const draw = (buildId: string, { isUsed = false, inPlaceOf = buildId } = {}) => {
    const replaced: boolean[] = [];
    const leave = enterSlot({
      name: GATE,
      buildId,
      inPlaceOf,
      page: NAME,
      isUsed: () => isUsed,
      replace: (mayStay) => void replaced.push(mayStay),
    });
    return { replaced, leave };
  };
  const [OLD, NEW] = ['0000000000c1', '0000000000c2'];

  it.each([
    ['follows a newer build', {}, withGate(8, NEW), [true]],
    ['stays where the build is the same', {}, withGate(8, OLD), []],
    ['stays where only the build failed that it stands in for', { inPlaceOf: NEW }, withGate(8, NEW), []],
    ['stays while somebody uses it', { isUsed: true }, withGate(8, NEW), []],
    ['goes at once when its build is withdrawn', { isUsed: true }, withGate(8, NEW, { withdrawn: [OLD] }), [false]],
    [
      'goes when its remote is switched off',
      {},
      withGate(8, OLD, { off: { [OWNER]: { routes: [], slots: [GATE] } } }),
      [false],
    ],
  ])('%s', async (_, state, snapshot, expected) => {
    const tab = aTab();
    const { replaced, leave } = draw(OLD, state);
    tab.release(snapshot);
    await waitFor(() => expect(tab.number()).toBe(8));
    expect(replaced).toEqual(expected);
    leave();
  });

  it('waits while the page around it holds unsaved edits', async () => {
    const tab = aTab();
    const markClean = markDirty(NAME);
    const { replaced, leave } = draw(OLD);
    tab.release(withGate(8, NEW));
    await waitFor(() => expect(tab.number()).toBe(8));
    expect(replaced).toEqual([]);
    markClean();
    expect(replaced).toContain(true);
    leave();
  });
});
