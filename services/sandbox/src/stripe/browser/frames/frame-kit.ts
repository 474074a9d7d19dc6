import { type FieldAccess, type FrameInit, type FrameMessage, HELLO, INIT, type PageMessage } from '../protocol.ts';

declare global {
  interface Window {
    /** How the controller frame, a sibling of the same origin, reads what was typed here. */
    stripeSandboxField?: FieldAccess;
  }
}

/** The one origin that may hold these frames; written into the document by the server. */
export const siteOrigin = document.documentElement.dataset['siteOrigin'] ?? '';

export interface PageLink {
  init: FrameInit;
  send(message: FrameMessage): void;
}

/**
 * Says hello to the page around and waits for its port. Only the parent window, and only with the site's own origin,
 * is listened to.
 */
export function connectToPage(onMessage: (message: PageMessage) => void, onInit: (link: PageLink) => void): void {
  window.addEventListener('message', (event: MessageEvent<FrameInit>) => {
    const [port] = event.ports;
    if (event.source !== window.parent || event.origin !== siteOrigin || event.data?.type !== INIT || !port) return;
    port.onmessage = ({ data }: MessageEvent<PageMessage>) => onMessage(data);
    onInit({ init: event.data, send: (message) => port.postMessage(message) });
  });
  window.parent.postMessage({ type: HELLO }, siteOrigin);
}

/** The field with this id, in a sibling frame: of the same origin, so its window can be read. */
export function findField(id: string): FieldAccess | undefined {
  for (let index = 0; index < window.parent.length; index += 1) {
    try {
      const field = (window.parent[index] as Window | undefined)?.stripeSandboxField;
      if (field?.id === id) return field;
    } catch {
      // A frame of another origin.
    }
  }
  return undefined;
}

/** The page must know how tall a frame without scroll bars has to be. */
export function reportHeight(send: (message: FrameMessage) => void): void {
  const report = () => send({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(document.body);
  report();
}

const VARIANTS: Record<string, string> = {
  base: '',
  complete: '.is-complete',
  empty: '.is-empty',
  invalid: '.is-invalid',
};

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Styles arrive as data and are set through the CSSOM: no style text is ever parsed as a whole. */
export function applyStyle(style: unknown, scheme: 'dark' | 'light'): void {
  const root = document.documentElement;
  root.style.colorScheme = scheme;
  root.dataset['scheme'] = scheme;
  sheet.replaceSync('');
  for (const [variant, suffix] of Object.entries(VARIANTS)) {
    const rules = (style as Record<string, Record<string, unknown>> | undefined)?.[variant];
    if (!rules) continue;
    addRule(`.field${suffix}`, rules);
    for (const [name, nested] of Object.entries(rules))
      if (/^::?[a-z-]+$/.test(name)) addRule(`.field${suffix}${name}`, nested as Record<string, unknown>);
  }
}

function addRule(selector: string, properties: Record<string, unknown>): void {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    rule.style.setProperty(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  }
}

export const createElement = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};
