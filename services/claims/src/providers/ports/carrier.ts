/** Fields as the carrier counts them: at most 40 characters for a name, 64 for a line of the street. */
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
  /** Of our own row: the same key again gives the letter there is. Also kept as metadata, to find it after a day. */
  mailingId: string;
  orderNumber: string;
}

export interface CarrierEvent {
  name: string | null;
  time: string;
  location?: string | null | undefined;
  details?:
    | { event: string; description?: string | null | undefined; action_required?: boolean | null | undefined }
    | null
    | undefined;
}

/** What the carrier says about a letter. */
export interface CarrierLetter {
  id: string;
  tracking_number?: string | null | undefined;
  expected_delivery_date?: string | null | undefined;
  tracking_events?: CarrierEvent[] | null | undefined;
}

export interface CarrierWebhook {
  id: string;
  /** `letter.certified.delivered` */
  type: string;
  letterId: string;
}

export interface Carrier {
  /**
   * @throws {AppError} PROVIDER_DOWN when it is unknown whether it was done (ask again with the same order);
   *   VALIDATION_FAILED with `details.reason: 'refused'` when the carrier will not take it
   */
  send(order: LetterOrder): Promise<CarrierLetter>;
  /** The letter made for one of our mailings, if it was: idempotency keys are forgotten after a day, metadata is not. */
  findByMailing(mailingId: string): Promise<CarrierLetter | null>;
  /** @returns `null` when the carrier does not know it */
  read(letterId: string): Promise<CarrierLetter | null>;
  /** @throws {AppError} BAD_REQUEST when it is not signed for us, is too old, or comes from the future */
  readWebhook(rawBody: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): CarrierWebhook;
  check(): Promise<void>;
}
