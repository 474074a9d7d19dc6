import { guardSecondClicks } from './second-click.ts';

let pressed: string[];
let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<main><button id="go">Continue</button></main>`;
  pressed = [];
  stop = guardSecondClicks();
  document.addEventListener('click', note);
});
afterEach(() => {
  document.removeEventListener('click', note);
  stop();
});
const note = ({ target }: Event) => pressed.push((target as Element).id);

const the = (id: string) => document.getElementById(id)!;
/** One press of a pointer, as browsers number it: `count` is 2 for the second click of a double click. */
function press(id: string, count: number): boolean {
  const init = { bubbles: true, cancelable: true, detail: count };
  const isFocused = the(id).dispatchEvent(new MouseEvent('mousedown', init));
  the(id).dispatchEvent(new MouseEvent('mouseup', init));
  the(id).dispatchEvent(new MouseEvent('click', init));
  return isFocused;
}
const nextScreen = (html: string) => {
  document.querySelector('main')!.innerHTML = html;
};

it('keeps the second click of a double click from what took the place of the first', () => {
  press('go', 1);
  nextScreen('<input type="checkbox" id="one-name" />');
  const isFocused = press('one-name', 2);
  expect(isFocused).toBe(false);
  expect(the('one-name')).not.toBeChecked();
  expect(pressed).toEqual(['go']);
});

it.each([
  ['the same words', '<button id="next">Continue</button>', 'next'],
  ['a box, by its label', '<label><input type="checkbox" id="box" /><span id="words">One name</span></label>', 'words'],
  ['a link', '<a id="link" href="#x"><b id="bold">Terms</b></a>', 'bold'],
])('also from %s', (_, html, id) => {
  press('go', 1);
  nextScreen(html);
  press(id, 2);
  expect(pressed).toEqual(['go']);
  expect(document.querySelector('input:checked')).toBeNull();
});

it('lets somebody who presses on quickly go on: what two clicks have met is meant', () => {
  press('go', 1);
  nextScreen('<button id="next">Continue</button>');
  press('next', 2);
  press('next', 3);
  nextScreen('<button id="last">Continue</button>');
  press('last', 4);
  expect(pressed).toEqual(['go', 'next']);
});

it('leaves a double click on one control alone, and the next click', () => {
  press('go', 1);
  press('go', 2);
  nextScreen('<input type="checkbox" id="one-name" />');
  press('one-name', 1);
  expect(pressed).toEqual(['go', 'go', 'one-name']);
  expect(the('one-name')).toBeChecked();
});

it('takes the parts of one control for one', () => {
  document.body.innerHTML =
    '<label id="label"><span id="words">One name</span><input type="checkbox" id="box" /></label>';
  press('words', 1);
  press('box', 2);
  expect(the('box')).not.toBeChecked();
  expect(pressed).toContain('box');
});

it('lets a click reach what the first one missed, and words be chosen by a double click', () => {
  document.body.innerHTML = '<p id="text">words</p><button id="go">Continue</button>';
  press('text', 1);
  press('go', 2);
  press('text', 3);
  expect(pressed).toEqual(['text', 'go', 'text']);
});

it('keeps it away also when the first came before the script', () => {
  press('go', 2);
  expect(pressed).toEqual([]);
});

it('leaves presses of keys alone', () => {
  press('go', 1);
  nextScreen('<input type="checkbox" id="one-name" />');
  press('one-name', 0);
  expect(the('one-name')).toBeChecked();
});
