import { keepFocus, restoreFocus } from './kept-focus.ts';

const frames = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const draw = () => {
  document.body.innerHTML = '<h1 tabindex="-1">Your information</h1><input name="lastname" value="Nunez" />';
};
const field = () => document.querySelector('input') as HTMLInputElement;
const heading = () => document.querySelector('h1') as HTMLElement;

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  draw();
  field().focus();
  field().setSelectionRange(2, 3);
  keepFocus();
  document.body.innerHTML = '';
});
afterEach(() => jest.useRealTimers());

it('puts focus and caret back when the field is drawn, and takes them from a heading that asks for them', async () => {
  restoreFocus();
  await frames(100);
  draw();
  await frames(50);
  expect(field()).toHaveFocus();
  heading().focus();
  await frames(50);
  expect(field()).toHaveFocus();
  expect([field().selectionStart, field().selectionEnd]).toEqual([2, 3]);
});

it('leaves focus alone as soon as somebody uses the page', async () => {
  draw();
  restoreFocus();
  await frames(50);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  heading().focus();
  await frames(1_000);
  expect(heading()).toHaveFocus();
});

it('forgets where somebody was typing long ago', async () => {
  draw();
  restoreFocus(Date.now() + 60_000);
  await frames(1_000);
  expect(field()).not.toHaveFocus();
});
