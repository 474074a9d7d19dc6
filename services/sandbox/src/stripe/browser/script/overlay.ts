import { AUTHENTICATED, AUTHENTICATING, LISTENING, type FrameMessage } from '../protocol.ts';
import { type FrameOptions, STRIPE_ORIGIN, createFrame } from './frame.ts';

/** Lays a frame over the whole page and gives the focus back when it is gone. */
function layOver(label: string): { holder: HTMLDivElement; lift: () => void } {
  const before = document.activeElement;
  const holder = document.createElement('div');
  holder.setAttribute('role', 'dialog');
  holder.setAttribute('aria-modal', 'true');
  holder.setAttribute('aria-label', label);
  Object.assign(holder.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    background: 'rgba(0, 0, 0, 0.55)',
  });
  document.body.append(holder);
  return {
    holder,
    lift() {
      holder.remove();
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

/** A frame that is taken away in the very click that closed it leaves that click without an end. */
const CLOSING_MS = 100;

const fill = (iframe: HTMLIFrameElement) =>
  Object.assign(iframe.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', border: '0' });

/** The bank's page over ours. Settles when the payer has answered there; what, only the API can say. */
export function showAuthentication(address: string): Promise<void> {
  const url = new URL(address);
  if (url.origin !== STRIPE_ORIGIN) return Promise.reject(new Error('An authentication page of another origin.'));
  const { holder, lift } = layOver('Confirm the payment');
  const iframe = document.createElement('iframe');
  iframe.title = 'Confirm the payment';
  iframe.src = url.href;
  fill(iframe);
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent<{ type?: string }>) => {
      if (event.origin !== STRIPE_ORIGIN || event.source !== iframe.contentWindow) return;
      if (event.data?.type === AUTHENTICATING) iframe.contentWindow?.postMessage({ type: LISTENING }, STRIPE_ORIGIN);
      if (event.data?.type !== AUTHENTICATED) return;
      window.removeEventListener('message', onMessage);
      lift();
      resolve();
    };
    window.addEventListener('message', onMessage);
    holder.append(iframe);
    iframe.focus();
  });
}

/** The wallet's sheet over the page; whether the payer paid there or went back. */
export function showWallet(options: Pick<FrameOptions, 'id' | 'init' | 'publishableKey'>): Promise<boolean> {
  const { holder, lift } = layOver('Pay with a wallet');
  holder.style.background = 'transparent';
  return new Promise((resolve) => {
    const frame = createFrame(holder, {
      ...options,
      kind: 'wallet',
      title: 'Wallet',
      onMessage: (message: FrameMessage) => {
        if (message.type !== 'wallet-answer') return;
        setTimeout(() => {
          frame.remove();
          lift();
          resolve(message.paid);
        }, CLOSING_MS);
      },
    });
    fill(frame.iframe);
    frame.iframe.focus();
  });
}
