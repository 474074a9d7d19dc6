import type { FrameMessage } from '../protocol.ts';
import { IntegrationError } from './errors.ts';
import { type Frame, createFrame, nextId, onSchemeChange, schemeAt } from './frame.ts';
import { openWallet } from './wallet.ts';

export type ElementType = 'card' | 'expressCheckout';
type Handler = (event: Record<string, unknown>) => void;

/** How long a frame may take to report that it runs before `loaderror` is emitted. */
const LOAD_TIMEOUT_MS = 20_000;

const TITLES: Record<ElementType, string> = {
  card: 'Secure card payment input frame',
  expressCheckout: 'Secure express checkout frame',
};

/** What an element asks of the form that it belongs to. */
interface ElementOwner {
  readonly publishableKey: string;
  readonly price: string;
  walletInUse: unknown;
  forget(element: StripeElement): void;
}

/** One element: a frame in a node of the page, and the events it emits. */
export class StripeElement {
  readonly id = nextId('element');
  readonly type: ElementType;
  readonly group: ElementOwner;
  options: Record<string, unknown>;
  private frame: Frame | undefined;
  private host: HTMLElement | undefined;
  private isDestroyed = false;
  private isReady = false;
  private handlers = new Map<string, Handler[]>();
  private stopWatching: (() => void)[] = [];

  constructor(type: ElementType, options: Record<string, unknown>, group: ElementOwner) {
    this.type = type;
    this.options = options;
    this.group = group;
  }

  get isMounted(): boolean {
    return Boolean(this.frame?.iframe.isConnected);
  }

  mount(target: string | HTMLElement): void {
    if (this.isDestroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    const host = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!host) {
      throw new IntegrationError(
        'The selector you specified applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().',
      );
    }
    if (this.host === host && this.isMounted) return;
    this.unmount();
    this.host = host;
    host.replaceChildren();
    this.frame = createFrame(host, {
      kind: this.type,
      id: this.id,
      title: TITLES[this.type],
      publishableKey: this.group.publishableKey,
      init: () => this.options,
      onMessage: (message) => this.receive(message),
    });
    const timer = setTimeout(() => {
      if (!this.isReady) {
        this.emit('loaderror', {
          error: { type: 'api_connection_error', message: 'The payment fields could not be loaded.' },
        });
      }
    }, LOAD_TIMEOUT_MS);
    this.stopWatching = [() => clearTimeout(timer), onSchemeChange(() => this.refresh())];
  }

  unmount(): void {
    for (const stop of this.stopWatching.splice(0)) stop();
    this.frame?.remove();
    this.frame = undefined;
    this.isReady = false;
    this.host = undefined;
  }

  destroy(): void {
    this.unmount();
    this.isDestroyed = true;
    this.handlers.clear();
    this.group.forget(this);
  }

  update(options: Record<string, unknown>): this {
    this.options = { ...this.options, ...options };
    this.refresh();
    return this;
  }

  refresh(): void {
    if (!this.frame || !this.host) return;
    const scheme = schemeAt(this.host);
    this.frame.iframe.style.colorScheme = scheme;
    this.frame.post({ type: 'update', options: this.options, scheme });
  }

  focus(): void {
    this.frame?.iframe.focus();
    this.frame?.post({ type: 'focus' });
  }

  on(event: string, handler: Handler): this {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }

  off(event: string, handler?: Handler): this {
    const kept = handler ? (this.handlers.get(event) ?? []).filter((each) => each !== handler) : [];
    this.handlers.set(event, kept);
    return this;
  }

  hasHandler(event: string): boolean {
    return (this.handlers.get(event)?.length ?? 0) > 0;
  }

  emit(event: string, detail: Record<string, unknown> = {}): void {
    for (const handler of this.handlers.get(event) ?? []) handler({ elementType: this.type, ...detail });
  }

  private receive(message: FrameMessage): void {
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        return this.emit('ready', message.detail);
      case 'resize':
        if (this.frame) this.frame.iframe.style.height = `${message.height}px`;
        return;
      case 'change': {
        const { error, ...rest } = message.detail;
        return this.emit('change', { ...rest, error: error ?? undefined });
      }
      case 'focus':
      case 'blur':
        return this.emit(message.type);
      case 'wallet-click':
        return openWallet(this, message.wallet);
      default:
        return;
    }
  }
}
