import type { S3Bucket } from '@redress/server/blob-store';
import type { Secret } from '@redress/server/secrets';
import { DEFAULT_AMOUNT_RANGE, type AmountRange } from '@redress/contracts';
import type { SmtpConfig } from '@redress/server/mail-transport';
import type { EmailSender } from './email/render.ts';

export interface OidcConfig {
  issuer: string;
  clientId: Secret;
  clientSecret: Secret;
}

export interface PlacesConfig {
  /** `https://maps.googleapis.com` or the sandbox; the one host this provider ever talks to. */
  baseUrl: string;
  key: Secret;
  /** Printed beside suggestions when the data asks for it. */
  attribution?: string;
}

export type BlobsConfig = { kind: 'files'; folder: string } | ({ kind: 's3' } & S3Bucket);

export interface StripeConfig {
  secretKey: Secret;
  publishableKey: Secret;
  /** Several while it changes: each is accepted. */
  webhookSecret: Secret;
  /** `http://127.0.0.1:4010`; Stripe's own host when absent. */
  baseUrl?: string;
}

export interface CarrierConfig {
  /** One of `providers/carriers.ts`. */
  name: string;
  apiKey: Secret;
  baseUrl: string;
  /** Several while it changes: each is accepted. */
  webhookSecret: Secret;
}

export interface DraftingConfig {
  baseUrl: string;
  key: Secret;
  model: string;
}

/** Addresses and keys of the outside world; `live` and `sandbox` differ in nothing else. */
export interface ProvidersConfig {
  smtp: SmtpConfig;
  oidc: OidcConfig | null;
  places: PlacesConfig | null;
  blobs: BlobsConfig;
  stripe: StripeConfig;
  /** The first takes new letters; the others are asked about those that they have. */
  carriers: readonly CarrierConfig[];
  drafting: DraftingConfig | null;
}

export interface ClaimsConfig {
  /** `http://localhost:3000`: the one origin effects are taken from. No path. */
  siteOrigin: string;
  locale: 'en' | 'tr';
  /** Who mails are from, as the site's configuration says it. */
  sender: EmailSender;
  amountRange: AmountRange;
  /** R25: a site may ask for more than 6. */
  passwordMinLength: number;
  /** R19: minutes between approval and posting. */
  changeWindowMinutes: number;
  session: { idleMinutes: number; absoluteMinutes: number };
  /**
   * Factor on every limit that counts by network address. 1, but 100 where the site is served on a loopback name: there
   * all visitors come from one address, and the limit would count them as one.
   */
  addressLimitFactor: number;
  /** More concurrent requests than this are refused on arrival. */
  maxRequestsInFlight: number;
  /** Calls whose contract allows a long time, at once, for one account. */
  slowCallsOfOnePerson: number;
  providers: ProvidersConfig;
}

export type ClaimsConfigInput = Pick<ClaimsConfig, 'siteOrigin' | 'providers'> & Partial<ClaimsConfig>;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What holds when nothing is said. */
export const withDefaults = (input: ClaimsConfigInput): ClaimsConfig => ({
  locale: 'en',
  sender: { title: 'Redress', line: '', replyTo: '', postalAddress: '' },
  amountRange: DEFAULT_AMOUNT_RANGE,
  passwordMinLength: 6,
  changeWindowMinutes: 60,
  session: { idleMinutes: 14 * 24 * 60, absoluteMinutes: 60 * 24 * 60 },
  addressLimitFactor: LOOPBACK.has(new URL(input.siteOrigin).hostname) ? 100 : 1,
  maxRequestsInFlight: 256,
  slowCallsOfOnePerson: 6,
  ...input,
  siteOrigin: new URL(input.siteOrigin).origin,
});
