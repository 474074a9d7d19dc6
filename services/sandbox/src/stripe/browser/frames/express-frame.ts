import type { FieldValues } from '../protocol.ts';
import { type PageLink, applyStyle, connectToPage, createElement, reportHeight } from './frame-kit.ts';
import { whenShown } from './shown.ts';

/** The wallet button. Its sheet is another frame; the card chosen there is kept here for the controller. */

let link: PageLink | undefined;
let chosen: FieldValues = {};

const button = createElement('button', { type: 'button', class: 'wallet', disabled: '' }, 'Google Pay (sandbox)');
button.addEventListener('click', () => link?.send({ type: 'wallet-click', wallet: 'google_pay' }));
button.addEventListener('focus', () => link?.send({ type: 'focus' }));
button.addEventListener('blur', () => link?.send({ type: 'blur' }));
button.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') link?.send({ type: 'escape' });
});
document.body.append(button);

function isOffered(options: Record<string, unknown>): boolean {
  const methods = options['paymentMethods'] as { googlePay?: string } | undefined;
  return methods?.googlePay !== 'never';
}

function apply(options: Record<string, unknown>): void {
  const height = options['buttonHeight'];
  button.style.height = `${typeof height === 'number' ? Math.min(Math.max(height, 40), 55) : 48}px`;
  button.hidden = !isOffered(options);
}

connectToPage(
  (message) => {
    if (message.type === 'update') {
      apply(message.options);
      applyStyle(undefined, message.appearance, message.scheme);
    }
    if (message.type === 'focus') button.focus();
    if (message.type === 'blur') button.blur();
  },
  (connected) => {
    link = connected;
    const { options, appearance, scheme, elementId } = connected.init;
    apply(options);
    applyStyle(undefined, appearance, scheme);
    window.stripeSandboxField = {
      id: elementId,
      values: () => chosen,
      validate: () => null,
      choose: (card) => {
        chosen = card;
      },
    };
    reportHeight(connected.send);
    whenShown(() => {
      button.disabled = false;
    });
    const availablePaymentMethods = isOffered(options)
      ? { amazonPay: false, applePay: false, googlePay: true, klarna: false, link: false, paypal: false }
      : undefined;
    connected.send({ type: 'ready', detail: { availablePaymentMethods } });
  },
);
