import { type FrameInit, type FrameKind, type FrameMessage, HELLO, INIT, type PageMessage } from '../protocol.ts';

/** The origin this script came from: the only one that frames and messages are accepted from. */
export const STRIPE_ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

let count = 0;
export const nextId = (prefix: string): string => {
  count += 1;
  return `${prefix}${count}`;
};

export interface FrameOptions {
  kind: FrameKind;
  id: string;
  title: string;
  publishableKey: string;
  init: () => Record<string, unknown>;
  onMessage: (message: FrameMessage) => void;
}

export interface Frame {
  iframe: HTMLIFrameElement;
  post(message: PageMessage): void;
  remove(): void;
}

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

/** The scheme the page is really drawn in where the frame stands; a frame in another one would be opaque. */
export function schemeAt(element: Element): 'dark' | 'light' {
  const computed = getComputedStyle(element).colorScheme;
  // `normal` leaves it to the document's meta tag.
  const scheme =
    computed === 'normal'
      ? (document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? 'light')
      : computed;
  if (!scheme.includes('dark')) return 'light';
  return scheme.includes('light') && !darkQuery.matches ? 'light' : 'dark';
}

/** An iframe of Stripe's origin. It is spoken to through a port that only it was given. */
export function createFrame(host: Element, options: FrameOptions): Frame {
  const iframe = document.createElement('iframe');
  iframe.name = `__privateStripeFrame${options.id}`;
  iframe.title = options.title;
  iframe.src = `${STRIPE_ORIGIN}/frames/${options.kind}`;
  iframe.allow = 'payment *';
  iframe.style.border = '0';
  iframe.style.display = 'block';
  iframe.style.width = '100%';
  iframe.style.background = 'transparent';
  iframe.style.colorScheme = schemeAt(host);

  let port: MessagePort | undefined;
  const waiting: PageMessage[] = [];
  const onHello = (event: MessageEvent<{ type?: string }>) => {
    if (event.origin !== STRIPE_ORIGIN || event.source !== iframe.contentWindow || event.data?.type !== HELLO) return;
    // A frame that was moved in the document loads anew and says hello again: it gets a new port.
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }: MessageEvent<FrameMessage>) => options.onMessage(data);
    const init: FrameInit = {
      type: INIT,
      elementId: options.id,
      publishableKey: options.publishableKey,
      scheme: schemeAt(host),
      options: plain(options.init()),
    };
    iframe.contentWindow?.postMessage(init, STRIPE_ORIGIN, [channel.port2]);
    for (const message of waiting.splice(0)) port.postMessage(message);
  };
  window.addEventListener('message', onHello);
  host.append(iframe);

  return {
    iframe,
    post(message) {
      if (port) port.postMessage(plain(message));
      else if (message.type !== 'update') waiting.push(plain(message));
    },
    remove() {
      window.removeEventListener('message', onHello);
      port?.close();
      iframe.remove();
    },
  };
}

/** Options come from the page and may hold functions and nodes, which cannot be sent. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const onSchemeChange = (listener: () => void): (() => void) => {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
};
