import type { ChangeDetail, FrameMessage } from '../protocol.ts';
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

const STATES = ['focus', 'complete', 'empty', 'invalid'] as const;

/** What an element asks of the form that it belongs to. */
interface ElementOwner {
  readonly publishableKey: string;
  readonly price: string;
  walletInUse: unknown;
  forget(element: StripeElement): void;
}

/** One element: a frame in a node of the page, the events it emits, the classes it sets on that node. */
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
  private last: ChangeDetail = { empty: true, complete: false, error: null };

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
    const classes = (this.options['classes'] as Record<string, string> | undefined) ?? {};
    host.classList.add(...words(classes['base'] ?? 'StripeElement'));
    this.frame = createFrame(host, {
      kind: this.type,
      id: this.id,
      title: TITLES[this.type],
      publishableKey: this.group.publishableKey,
      init: () => this.options,
      onMessage: (message) => this.receive(message),
    });
    this.showState();
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
    if (this.host) {
      const classes = (this.options['classes'] as Record<string, string> | undefined) ?? {};
      this.host.classList.remove(...words(classes['base'] ?? 'StripeElement'));
      for (const state of STATES) this.host.classList.remove(...this.classesOf(state));
    }
    this.host = undefined;
    this.last = { empty: true, complete: false, error: null };
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
        this.last = message.detail;
        this.showState();
        const { error, ...rest } = message.detail;
        return this.emit('change', { ...rest, error: error ?? undefined });
      }
      case 'focus':
      case 'blur':
        this.host?.classList[message.type === 'focus' ? 'add' : 'remove'](...this.classesOf('focus'));
        return this.emit(message.type);
      case 'wallet-click':
        return openWallet(this, message.wallet);
      default:
        return;
    }
  }

  private classesOf(state: (typeof STATES)[number]): string[] {
    const classes = (this.options['classes'] as Record<string, string> | undefined) ?? {};
    return words(classes[state] ?? `StripeElement--${state}`);
  }

  private showState(): void {
    const { empty, complete, error } = this.last;
    for (const [state, isOn] of [
      ['empty', empty],
      ['complete', complete],
      ['invalid', Boolean(error)],
    ] as const) {
      this.host?.classList[isOn ? 'add' : 'remove'](...this.classesOf(state));
    }
  }
}

const words = (names: string) => names.split(/\s+/).filter(Boolean);
