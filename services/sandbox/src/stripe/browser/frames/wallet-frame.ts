import { type PageLink, applyStyle, connectToPage, createElement, findField } from './frame-kit.ts';
import { whenShown } from './shown.ts';

/** The wallet's sheet over the whole page: what is paid, with which card, pay or cancel. */

const CARDS: readonly (readonly [number: string, name: string])[] = [
  ['4242424242424242', 'Visa 4242'],
  ['5555555555554444', 'Mastercard 4444'],
  ['4000000000000002', 'Visa 0002 (is declined)'],
  ['4000000000009995', 'Visa 9995 (has no funds)'],
];

let link: PageLink | undefined;

function show({ init, send }: PageLink): void {
  const { price, expressId } = init.options as { price: string; expressId: string };
  const card = createElement(
    'select',
    { id: 'card', class: 'field' },
    ...CARDS.map(([number, name]) => createElement('option', { value: number }, name)),
  );
  const pay = createElement('button', { type: 'submit', class: 'wallet', disabled: '' }, `Pay ${price}`);
  const cancel = createElement('button', { type: 'button', class: 'quiet', disabled: '' }, 'Cancel');
  const form = createElement(
    'form',
    { class: 'sheet' },
    createElement('h1', {}, 'Sandbox wallet'),
    createElement('p', {}, 'No real wallet is asked and no money moves.'),
    createElement('label', { for: 'card' }, 'Card'),
    card,
    createElement('div', { class: 'buttons' }, pay, cancel),
  );
  const giveUp = () => send({ type: 'wallet-answer', paid: false });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const year = String(new Date().getFullYear() + 3);
    findField(expressId)?.choose?.({ number: card.value, expMonth: '12', expYear: year, cvc: '123' });
    send({ type: 'wallet-answer', paid: true });
  });
  cancel.addEventListener('click', giveUp);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') giveUp();
  });
  document.body.append(form);
  whenShown(() => {
    for (const button of [pay, cancel]) button.disabled = false;
    pay.focus();
  });
}

connectToPage(
  () => undefined,
  (connected) => {
    if (link) return;
    link = connected;
    applyStyle(undefined, connected.init.scheme);
    show(connected);
    connected.send({ type: 'ready' });
  },
);
