/** What the card service says about one payment, in our words and cents. */
export interface Intent {
  id: string;
  /** Lets a browser pay this one intent; never logged. */
  clientSecret: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled'
    /** One that was added since. */
    | (string & Record<never, never>);
  amountCents: number;
  currency: string;
  metadata: Readonly<Record<string, string>>;
  chargeId: string | null;
  refundedCents: number;
  isDisputed: boolean;
  card: { brand: string; last4: string } | null;
  /** Why the last try was declined: a code, never words about the buyer. */
  declineCode: string | null;
}

export interface IntentOrder {
  amountCents: number;
  email: string;
  description: string;
  metadata: Record<string, string>;
}

export interface PaymentEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** The payment intent the event is about, when it is about one. */
  intentId: string | null;
}

export interface Refund {
  id: string;
  status: string;
}

export interface Payments {
  readonly publishableKey: string;
  /** @param key - of our own row: asked twice, there is one intent */
  createIntent(order: IntentOrder, key: string): Promise<Intent>;
  /** Says the same however often it is repeated, so it needs no key; a kept failure would last for a day. */
  updateIntent(id: string, order: IntentOrder): Promise<Intent>;
  /** @param withinMs - asked once and given up then, for somebody who waits; otherwise as long as any call */
  readIntent(id: string, withinMs?: number): Promise<Intent>;
  /**
   * The intent whose metadata names a payment of ours, for when the answer to its creation was lost.
   * @param since - when its creation was first tried
   */
  findIntent(paymentId: string, since: Date): Promise<Intent | null>;
  /** Our payments that succeeded since then. @throws {Error} when there are more than 10,000 */
  listPaid(since: Date): Promise<Intent[]>;
  /** As repeatable as an update. */
  cancelIntent(id: string): Promise<Intent>;
  /** @param order.amountCents - everything that is left, unless given */
  refund(order: { intentId: string; amountCents?: number; reason: string }, key: string): Promise<Refund>;
  /** @throws {AppError} BAD_REQUEST unless the card service signed it for us, lately, and in the mode of our key */
  readEvent(rawBody: Buffer, signature: string | undefined, now: Date): PaymentEvent;
  check(): Promise<void>;
}

/** The statuses in which an intent can still be paid, and so still be changed. */
export const isOpen = (status: Intent['status']): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';
