import type { StripeJsError } from '../protocol.ts';
import { type ElementType, StripeElement } from './element.ts';
import { IntegrationError } from './errors.ts';

const TYPES: readonly string[] = ['card', 'expressCheckout'];

/** What `stripe.elements()` gives: the elements of one form. */
export class ElementsGroup {
  readonly publishableKey: string;
  /** Wallet that is paid with, from its confirmation to the end of the payment. */
  walletInUse: StripeElement | undefined;
  isSubmitted = false;
  private options: Record<string, unknown>;
  private elements: StripeElement[] = [];

  constructor(publishableKey: string, options: Record<string, unknown>) {
    this.publishableKey = publishableKey;
    this.options = options;
    const { mode, amount, currency } = options;
    if (mode === 'payment' && (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0)) {
      throw new IntegrationError(
        `Invalid value for elements(): amount should be a positive amount. You specified: ${String(amount)}.`,
      );
    }
    if (mode !== undefined && typeof currency !== 'string') {
      throw new IntegrationError(
        'Invalid value for elements(): currency should be one of the following strings: usd, cad, eur, …',
      );
    }
  }

  get isDeferred(): boolean {
    return this.options['mode'] !== undefined;
  }

  /** What is to be paid, for the wallet's sheet. */
  get price(): string {
    const { amount, currency } = this.options as { amount: number; currency: string };
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
  }

  create(type: string, options: Record<string, unknown> = {}): StripeElement {
    if (!TYPES.includes(type)) {
      throw new IntegrationError(
        `A valid Element type must be provided. The sandbox has ${TYPES.join(', ')}; you specified: ${type}.`,
      );
    }
    if (this.elements.some((element) => element.type === type)) {
      throw new IntegrationError(
        `Can only create one Element of type ${type} in this Elements group. Destroy the other one first.`,
      );
    }
    if (type === 'expressCheckout' && !this.isDeferred) {
      throw new IntegrationError(
        'In order to create an express checkout element, you must pass mode, amount and currency when creating the Elements group.',
      );
    }
    const element = new StripeElement(type as ElementType, options ?? {}, this);
    this.elements.push(element);
    return element;
  }

  /** An element by its type, or by a component of react-stripe-js, which carries its type. */
  getElement(type: string | { __elementType?: string }): StripeElement | null {
    const name = typeof type === 'string' ? type : type?.__elementType;
    return this.elements.find((element) => element.type === name) ?? null;
  }

  update(options: Record<string, unknown>): void {
    this.options = { ...this.options, ...options };
    this.isSubmitted = false;
    for (const element of this.elements) element.refresh();
  }

  /** Submits, before paying; a wallet has been judged on its sheet. */
  submit(): Promise<{ error?: StripeJsError; selectedPaymentMethod?: string }> {
    this.isSubmitted = true;
    return Promise.resolve({ selectedPaymentMethod: this.walletInUse ? 'google_pay' : 'card' });
  }

  forget(element: StripeElement): void {
    this.elements = this.elements.filter((each) => each !== element);
    if (this.walletInUse === element) this.walletInUse = undefined;
  }
}
