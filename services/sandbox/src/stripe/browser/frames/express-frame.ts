import type { FieldValues } from '../protocol.ts';
import { type PageLink, applyStyle, connectToPage, createElement, reportHeight } from './frame-kit.ts';
import { whenShown } from './shown.ts';

/** The wallet button. Its sheet is another frame; the card chosen there is kept here for the controller. */

let link: PageLink | undefined;
let chosen: FieldValues | undefined;

const button = createElement('button', { type: 'button', class: 'wallet', disabled: '' }, 'Google Pay (sandbox)');
button.addEventListener('click', () => link?.send({ type: 'wallet-click', wallet: 'google_pay' }));
button.addEventListener('focus', () => link?.send({ type: 'focus' }));
button.addEventListener('blur', () => link?.send({ type: 'blur' }));
document.body.append(button);

connectToPage(
  (message) => {
    if (message.type === 'update') applyStyle(undefined, message.scheme);
  },
  (connected) => {
    link = connected;
    const { scheme, elementId } = connected.init;
    applyStyle(undefined, scheme);
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
    const none = { amazonPay: false, applePay: false, klarna: false, link: false, paypal: false };
    connected.send({ type: 'ready', detail: { availablePaymentMethods: { ...none, googlePay: true } } });
  },
);
