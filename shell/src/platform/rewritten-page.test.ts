import { tolerateReplacedNodes } from './rewritten-page.ts';

let stop = () => {};
let parent: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = '<p>Saved<b>now</b></p>';
  parent = document.querySelector('p')!;
  stop = tolerateReplacedNodes();
});
afterEach(() => stop());

const told = () => new Promise((resolve) => setTimeout(resolve));
const fontWith = (text: string) => Object.assign(document.createElement('font'), { textContent: text });
/** As one translator does it, and as another. */
const WAYS: [string, (text: Text) => void][] = [
  ['in one step', (text) => text.replaceWith(fontWith('Guardado'))],
  [
    'in two steps',
    (text) => {
      text.before(fontWith('Guardado'));
      text.remove();
    },
  ],
];

describe.each(WAYS)('a text that was replaced %s', (_, translate) => {
  let text: Text;
  beforeEach(async () => {
    text = parent.firstChild as Text;
    translate(text);
    await told();
    expect(parent).toHaveTextContent('Guardadonow');
  });

  it('goes with what stands in its place', () => {
    expect(parent.removeChild(text)).toBe(text);
    expect(parent).toHaveTextContent(/^now$/);
  });

  it('can be inserted before', () => {
    parent.insertBefore(document.createTextNode('Not '), text);
    expect(parent).toHaveTextContent('Not Guardadonow');
  });

  it('stands there again when it changes', async () => {
    text.data = 'Not saved';
    await told();
    expect(parent).toHaveTextContent(/^Not savednow$/);
  });
});

it('removes an element with what was put around it, and inserts before that', () => {
  const bold = parent.querySelector('b')!;
  const around = fontWith('');
  bold.replaceWith(around);
  around.append(bold);
  parent.insertBefore(document.createTextNode(' just '), bold);
  expect(parent).toHaveTextContent('Saved just now');
  parent.removeChild(bold);
  expect(parent.querySelector('b, font')).toBeNull();
});

it('works where something was removed: nothing to remove, inserted at the end', () => {
  const bold = parent.querySelector('b')!;
  bold.remove();
  expect(parent.removeChild(bold)).toBe(bold);
  parent.insertBefore(document.createTextNode('!'), bold);
  expect(parent).toHaveTextContent('Saved!');
});

it('leaves ordinary calls alone, and the browser as it was when it stops', () => {
  const { removeChild } = Node.prototype;
  parent.insertBefore(document.createTextNode('+'), parent.querySelector('b'));
  parent.removeChild(parent.firstChild!);
  expect(parent).toHaveTextContent('+now');
  stop();
  expect(Node.prototype.removeChild).not.toBe(removeChild);
  expect(() => parent.removeChild(document.createElement('i'))).toThrow();
});
