import type { ScanDetail, ScanStage } from '@redress/domain';

/** Lines as an envelope takes them: at most 40 characters for a name, 64 for a line of the street. */
export interface PostalAddress {
  name: string;
  company?: string | undefined;
  line1: string;
  line2?: string | undefined;
  city: string;
  /** Two letters. */
  state: string;
  zip: string;
}

export interface LetterOrder {
  to: PostalAddress;
  from: PostalAddress;
  pdf: Uint8Array;
  /** Certified mail with a return receipt, or first-class mail: without a tracking number. */
  service: 'certified' | 'first-class';
  /** Of our own row: the same key again gives the letter there is. */
  mailingId: string;
  orderNumber: string;
}

/** One thing that happened to a letter, in our words whoever carries it. */
export interface Scan {
  stage: ScanStage;
  at: Date;
  place: string | null;
  /** What exactly, where the carrier says it. */
  detail: ScanDetail | null;
}

/** A letter as the carrier has it. */
export interface CarrierLetter {
  id: string;
  trackingNumber: string | null;
  /** `YYYY-MM-DD` */
  expectedDelivery: string | null;
  scans: readonly Scan[];
}

/** News of a letter. It is read again, so that order does not matter. */
export interface CarrierNews {
  /** Of the news itself: the same one told twice has the same. */
  id: string;
  letterId: string;
  /** What stands in the news and not in the letter that is read after it. */
  detail: ScanDetail | null;
}

/** `unknown`: the carrier does not say, and nothing is asked of anybody. */
export type AddressVerdict = 'deliverable' | 'undeliverable' | 'missing-unit' | 'unknown';

/** Who prints and mails letters. docs/providers.md, Post: how another one is added. */
export interface Carrier {
  /** Kept with every letter it was given, and named in the address of its webhooks. */
  readonly name: string;
  /** Letters it takes in a second. */
  readonly perSecond: number;
  /**
   * Under one `mailingId` there is one letter, for 20 hours at least.
   * @throws {AppError} PROVIDER_DOWN when it is unknown whether it was done (ask again with the same order);
   *   VALIDATION_FAILED with `details.reason: 'refused'` when the carrier will not take it
   */
  send(order: LetterOrder): Promise<CarrierLetter>;
  /** The letter made for one of our mailings, if it was, also after days. */
  findByMailing(mailingId: string): Promise<CarrierLetter | null>;
  /** @returns `null` when the carrier does not know it */
  read(letterId: string): Promise<CarrierLetter | null>;
  /** @throws {AppError} PROVIDER_DOWN when there is no answer in `timeoutMs` */
  verifyAddress(address: Omit<PostalAddress, 'name' | 'company'>, timeoutMs: number): Promise<AddressVerdict>;
  /** @throws {AppError} BAD_REQUEST when it is not signed for us, is too old, or comes from the future */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): CarrierNews;
  check(): Promise<void>;
}

export interface Carriers {
  /** Takes new letters. */
  readonly current: Carrier;
  readonly all: readonly Carrier[];
  /** @throws {AppError} PROVIDER_DOWN for one that is not configured: its letters wait until it is */
  named(name: string): Carrier;
}
