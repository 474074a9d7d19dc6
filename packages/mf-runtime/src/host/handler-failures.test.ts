import { SLOT_UNUSABLE } from '../slot-event.ts';
import { watchHandlers } from './handler-failures.ts';
import type { RemoteController } from './remote-controller.ts';

const OURS = 'http://localhost/assets/mf-letters/1.0.0-0000000000b2/lifecycles.js';
const SLOT = 'http://localhost/assets/mf-auth/1.0.0-0000000000c3/slot.js';

let stop = () => {};
beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `
    <div data-remote="mf-letters" data-build="0000000000b2">
      <button id="press">Save</button>
      <input id="field">
      <div data-slot="wizard.account-gate" data-build="0000000000c3"><button id="gate">Go on</button></div>
    </div>`;
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  document.body.replaceChildren();
});

function aPage() {
  const recovered: unknown[] = [];
  const slot = document.querySelector('[data-slot]')!;
  slot.addEventListener(SLOT_UNUSABLE, (event) => recovered.push((event as CustomEvent).detail));
  const controller = {
    recover: (error: unknown) => Promise.resolve(recovered.push(error) > 0),
  } as unknown as RemoteController; // only `recover` is called here
  stop = watchHandlers(
    (name) => (name === 'mf-letters' ? controller : undefined),
    (name) => (name === 'mf-auth' ? ['0000000000c3'] : []),
  );
  const fail = (error: unknown, filename: string) =>
    window.dispatchEvent(Object.assign(new Event('error'), { error, filename }));
  return { recovered, fail };
}
const element = (id: string) => document.getElementById(id)!;
const press = (id: string) => element(id).dispatchEvent(new Event('click', { bubbles: true }));
const error = new Error('handler');

// An observer's callback is a microtask; fake timers run none by themselves.
const settle = () => jest.advanceTimersByTimeAsync(600);

it('has another build take over where a press threw and nothing changed', async () => {
  const { recovered, fail } = aPage();
  press('press');
  fail(error, OURS);
  await settle();
  expect(recovered).toEqual([error]);
});

it('reports a failure to the slot it happened in, not to the page around it', async () => {
  const { recovered, fail } = aPage();
  press('gate');
  fail(error, SLOT);
  await settle();
  expect(recovered).toEqual([error]);
});

it.each([
  ['press', 'mf-letters'],
  ['gate', 'mf-auth'],
])('knows a failure in a file that builds have in common: %s of %s', async (id, owner) => {
  const { recovered, fail } = aPage();
  press(id);
  fail(error, `http://localhost/assets/${owner}/files/123.0123456789.js`);
  await settle();
  expect(recovered).toEqual([error]);
});

it('leaves a screen alone that reacts in spite of the error', async () => {
  const { recovered, fail } = aPage();
  press('press');
  fail(error, OURS);
  element('press').textContent = 'Saved';
  await settle();
  expect(recovered).toEqual([]);
});

it('does not take a countdown beside a dead button for a reaction', async () => {
  const { recovered, fail } = aPage();
  const countdown = document.createTextNode('0:09');
  element('press').parentElement!.append(countdown);
  await settle();
  const ticking = setInterval(() => (countdown.data = `0:0${Number(countdown.data.at(-1)) - 1}`), 200);
  await jest.advanceTimersByTimeAsync(1_000);
  press('press');
  fail(error, OURS);
  await settle();
  clearInterval(ticking);
  expect(recovered).toEqual([error]);
});

it('leaves a field alone that holds what was typed, and not one that refuses it', async () => {
  const { recovered, fail } = aPage();
  const field = element('field') as HTMLInputElement;
  const type = () => {
    field.value = 'Ada';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    fail(error, OURS);
  };
  type();
  await settle();
  expect(recovered).toEqual([]);
  type();
  field.value = '';
  await settle();
  expect(recovered).toEqual([error]);
});

it('ignores errors of other scripts, and errors without an action before them', async () => {
  const { recovered, fail } = aPage();
  fail(error, OURS);
  press('press');
  fail(error, 'chrome-extension://abc/inject.js');
  await settle();
  expect(recovered).toEqual([]);
});

it('notices a handler that waited before it threw', async () => {
  const { recovered } = aPage();
  press('press');
  const late = Object.assign(new Error('late'), { stack: `Error: late\n at save (${OURS}:1:20)` });
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: late }));
  await settle();
  expect(recovered).toEqual([late]);
});
