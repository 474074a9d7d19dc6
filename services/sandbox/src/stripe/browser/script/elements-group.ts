import type { Appearance, StripeJsError } from '../protocol.ts';
import type { Controller } from './controller.ts';
import { type ElementType, type Handler, StripeElement } from './element.ts';
import { IntegrationError, intentIdOf } from './errors.ts';

const TYPES: readonly string[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'payment', 'expressCheckout'];

/** What `stripe.elements()` gives: the elements of one form. */
export class ElementsGroup {
  readonly publishableKey: string;
  /** Set from the confirmation in the wallet to the end of the payment. */
  walletInUse: StripeElement | undefined;
  isSubmitted = false;
  private controller: Controller;
  private options: Record<string, unknown>;
  private elements: StripeElement[] = [];
  private handlers = new Map<string, Set<Handler>>();

  constructor(publishableKey: string, options: Record<string, unknown>, controller: Controller) {
    this.publishableKey = publishableKey;
    this.options = options;
    this.controller = controller;
    const { clientSecret, mode, amount, currency } = options;
    if (clientSecret !== undefined) intentIdOf(clientSecret, 'elements()');
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

  get appearance(): Appearance {
    return (this.options['appearance'] as Appearance | undefined) ?? {};
  }

  get clientSecret(): string | undefined {
    return this.options['clientSecret'] as string | undefined;
  }

  get isDeferred(): boolean {
    return this.options['mode'] !== undefined;
  }

  get currency(): string {
    return typeof this.options['currency'] === 'string' ? this.options['currency'] : 'usd';
  }

  /** What is to be paid, for the wallet's sheet; read from the intent when the form was made for one. */
  async amount(): Promise<number | undefined> {
    if (typeof this.options['amount'] === 'number') return this.options['amount'];
    const secret = this.clientSecret;
    if (!secret) return undefined;
    const path = `/v1/payment_intents/${intentIdOf(secret, 'elements')}`;
    const answer = await this.controller.ask({ method: 'GET', path, params: { client_secret: secret } });
    return answer.ok ? (answer.body['amount'] as number) : undefined;
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
    if ((type === 'payment' || type === 'expressCheckout') && !this.clientSecret && !this.isDeferred) {
      throw new IntegrationError(
        'In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret when creating the Elements group, or its mode, amount and currency.',
      );
    }
    const element = new StripeElement(type as ElementType, options ?? {}, this);
    this.elements.push(element);
    return element;
  }

  /** By type, or by a component of react-stripe-js, which carries its type. */
  getElement(type: string | { __elementType?: string }): StripeElement | null {
    const name = typeof type === 'string' ? type : type?.__elementType;
    return this.elements.find((element) => element.type === name) ?? null;
  }

  async update(options: Record<string, unknown>): Promise<void> {
    this.options = { ...this.options, ...options };
    this.isSubmitted = false;
    for (const element of this.elements) element.refresh();
    this.emitAll('update-end');
  }

  fetchUpdates(): Promise<{ error?: StripeJsError }> {
    return Promise.resolve({});
  }

  /** Judges what was typed, as late as paying; a wallet has been judged on its sheet. */
  async submit(): Promise<{ error?: StripeJsError; selectedPaymentMethod?: string }> {
    const payment = this.getElement('payment');
    if (!this.walletInUse && payment) {
      const { error } = await this.validate(payment);
      if (error) return { error };
    }
    this.isSubmitted = true;
    return { selectedPaymentMethod: this.walletInUse ? 'google_pay' : 'card' };
  }

  /** Asks the frame to validate what was typed, without a call to the API. */
  private async validate(element: StripeElement): Promise<{ error?: StripeJsError }> {
    const answer = await this.controller.ask({
      method: 'GET',
      path: '',
      params: {},
      checkOnly: true,
      fieldIds: [element.id],
    });
    return answer.ok ? {} : { error: answer.error };
  }

  on(event: string, handler: Handler): this {
    this.handlers.set(event, (this.handlers.get(event) ?? new Set()).add(handler));
    return this;
  }

  once(event: string, handler: Handler): this {
    const single: Handler = (detail) => {
      this.off(event, single);
      handler(detail);
    };
    return this.on(event, single);
  }

  off(event: string, handler?: Handler): this {
    if (handler) this.handlers.get(event)?.delete(handler);
    else this.handlers.delete(event);
    return this;
  }

  forget(element: StripeElement): void {
    this.elements = this.elements.filter((each) => each !== element);
    if (this.walletInUse === element) this.walletInUse = undefined;
  }

  /** The frames whose values make one card, if they are there and mounted. */
  cardFields(): StripeElement[] {
    if (this.walletInUse) return [this.walletInUse];
    const [whole] = (['payment', 'card'] as const)
      .map((type) => this.getElement(type))
      .filter((each) => each?.isMounted);
    if (whole) return [whole];
    return (['cardNumber', 'cardExpiry', 'cardCvc'] as const)
      .map((type) => this.getElement(type))
      .filter((element): element is StripeElement => Boolean(element?.isMounted));
  }

  private emitAll(event: string): void {
    for (const handler of this.handlers.get(event) ?? []) handler({});
  }
}
