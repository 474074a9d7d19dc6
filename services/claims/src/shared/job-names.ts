/** Purposes of codes by mail. Each has a lane of its own: a flood of requests for new passwords delays no sign-up. */
export const CODE_PURPOSES = ['verify-email', 'reset-password', 'change-email', 'link-sign-in'] as const;

/** Jobs one feature adds and another works on: they meet here by name. */
export const JOBS = {
  /** `{orderId}`: whatever a paid order needs next. */
  advanceOrder: 'order.advance',
  /** `{letterId, approvalId}`: at the end of the change window. */
  endWindow: 'letter.end-window',
  /** `{letterId}`: the mail about a letter that waits for its owner. */
  notifyReady: 'letter.tell-ready',
  /** `{mailingId}`: hand one letter to the carrier. */
  sendMailing: 'mailing.send',
  /** `{mailingId}`: ask the carrier where one letter is. */
  trackMailing: 'mailing.track',
  /** `{letterId}`: whether its person is reminded of something. */
  remind: 'case.remind',
  /** `{eventRowId}` */
  stripeEvent: 'stripe.event',
  carrierEvent: 'carrier.event',
  /** `{orderId}` */
  makePapers: 'papers.make',
  /** `{intentId}`: ask Stripe about a payment whose browser did not return. */
  checkPayment: 'payment.check',
  /** `{paymentId}`: ask Stripe whether a payment without an intent has one. */
  findIntent: 'payment.find-intent',
  /** `{orderId}`: the coupon it was priced with is kept for it no longer. */
  endCouponHold: 'payment.end-coupon-hold',
  /** Payments that were not settled by a browser or a webhook; more often than the rest. */
  sweepPayments: 'ops.sweep-payments',
  /** `{paymentId, reason}`: an operator gives the money back. */
  refund: 'payment.refund',
  /** `{since}`: payments at Stripe that a restored database does not have; `{intentId, reason}`: one is given back. */
  findUnknownPayments: 'payment.find-unknown',
  refundUnknown: 'payment.refund-unknown',
  /** `{letterId}`: an operator sends a letter again that the carrier would not take. */
  repost: 'letter.repost',
  /** `{userId}`: letters of a deleted account that were still being posted. */
  eraseLetters: 'letter.erase',
  /** `{orderId}`: a payment that was open when its account was deleted. */
  closePayment: 'payment.close',
  /** `{keys}`: files of a deleted account that nothing else refers to. */
  forgetFiles: 'letter.forget-files',
} as const;
