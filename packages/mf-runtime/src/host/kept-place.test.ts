import { keepPlace } from './kept-place.ts';
import { keepTyped, watchTyping } from './touched.ts';

const NAME = 'mf-letters';
const draw = () => {
  document.body.innerHTML = `<div data-remote="${NAME}"><h1 tabindex="-1">Letters</h1><input name="amount" value="4200"><button id="send">Send</button></div>`;
};
const input = () => document.querySelector('input')!;
const heading = () => document.querySelector('h1')!;
beforeEach(() => {
  window.scrollTo = () => {};
  draw();
});
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

it('puts the caret back where it was', () => {
  input().focus();
  input().setSelectionRange(1, 2);
  const restore = keepPlace(NAME);
  draw();
  restore();
  expect(document.activeElement).toBe(input());
  expect([input().selectionStart, input().selectionEnd]).toEqual([1, 2]);
});

it('puts it back from the heading of the next build, which takes focus before or after', () => {
  input().focus();
  input().setSelectionRange(1, 1);
  const restore = keepPlace(NAME);
  draw();
  heading().focus();
  restore();
  expect(document.activeElement).toBe(input());
  heading().focus();
  expect(document.activeElement).toBe(input());
  expect(input().selectionStart).toBe(1);
});

it('takes focus from nothing that the visitor has gone to', () => {
  input().focus();
  const restore = keepPlace(NAME);
  draw();
  document.getElementById('send')!.focus();
  restore();
  expect(document.activeElement?.id).toBe('send');
});

it.each(['keydown', 'pointerdown'])('lets the heading have it after a %s, and after a second', (type) => {
  jest.useFakeTimers();
  input().focus();
  let restore = keepPlace(NAME);
  draw();
  restore();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  heading().focus();
  expect(document.activeElement).toBe(heading());

  input().focus();
  restore = keepPlace(NAME);
  draw();
  restore();
  jest.advanceTimersByTime(1_000);
  heading().focus();
  expect(document.activeElement).toBe(heading());
});

const press = (key: string, options?: KeyboardEventInit) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
  );

it('types what was pressed while the field was away, at its caret, also into one that is drawn late, after what was typed before', async () => {
  watchTyping();
  input().dispatchEvent(new Event('input', { bubbles: true }));
  input().focus();
  input().setSelectionRange(2, 2);
  const giveTyped = keepTyped(NAME);
  const restore = keepPlace(NAME);
  document.body.innerHTML = `<div data-remote="${NAME}"></div>`;
  for (const key of ['1', '2', 'Backspace', '5', 'Shift']) press(key);
  press('a', { ctrlKey: true });
  giveTyped();
  restore();
  press('6');
  const seen = jest.fn();
  document.body.addEventListener('input', seen, { once: true });
  document.querySelector('div')!.innerHTML = '<h1 tabindex="-1">Letters</h1><input name="amount">';
  heading().focus();
  await Promise.resolve();
  expect(input().value).toBe('4215600');
  expect(seen).toHaveBeenCalled();
  expect(press('7')).toBe(true); // is the field's own from here on
  document.dispatchEvent(new Event('pointerdown'));
  input().type = 'file';
  keepPlace(NAME);
  input().remove();
  expect(press('8')).toBe(true); // a file input takes no text
});
