import type { StripeJsError } from '../protocol.ts';

/** A mistake of the page's own code: thrown, as Stripe.js throws it. */
export class IntegrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** @throws {IntegrationError} unless it looks like `pi_…_secret_…` */
export function intentIdOf(clientSecret: unknown, call: string): string {
  const id =
    typeof clientSecret === 'string' ? /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1] : undefined;
  if (!id) {
    throw new IntegrationError(
      `Invalid value for stripe.${call} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  }
  return id;
}

export type Settled<Name extends string> =
  | ({ [K in Name]: Record<string, unknown> } & { error?: undefined })
  | ({ error: StripeJsError } & { [K in Name]?: undefined });
