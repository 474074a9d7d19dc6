import { PREVIEW_CALLS } from '@redress/contracts';
import type { DocumentClass } from '@redress/contracts/releases';
import type { TagSources } from '../config/tags.ts';

/** What a kind of document may do, all of it static: no nonce, so a document can be cached and answered with 304. */
export interface PolicyInput {
  documentClass: DocumentClass;
  /** `sha384-…` of the inline loader and of inlined style sheets. */
  loaderHash: string;
  /** Hashes of the scripts the document preloads: `strict-dynamic` lets markup ask for no other. */
  preloadHashes: readonly string[];
  styleHashes: readonly string[];
  /** Stripe's frames and calls: only in private documents of the wizard. */
  payment: PaymentHosts | null;
  /** What the site's tags need: only in public documents. */
  tags: TagSources | null;
  /** Origins of images that the site configuration names. */
  imageOrigins: readonly string[];
  /** Origin of the site, in a document of a preview; else `null`. */
  previewOf: string | null;
  isHttps: boolean;
}

export interface PaymentHosts {
  frames: readonly string[];
  calls: readonly string[];
  images: readonly string[];
  /** Live Stripe.js writes script addresses as text: Trusted Types then only report, until that is proven safe. */
  reportTrustedTypesOnly: boolean;
}

/** Stripe's own documented hosts. */
export const LIVE_STRIPE: PaymentHosts = {
  frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
  reportTrustedTypesOnly: true,
};

export const sandboxStripe = (origin: string): PaymentHosts => ({
  frames: [origin],
  calls: [origin],
  images: [],
  reportTrustedTypesOnly: false,
});

/** Policies that only the shell makes: the loader's, and the one for pinned scripts. */
const TRUSTED_TYPE_POLICIES = ['redress-loader', 'redress'];
/** The checkout's, where there is one: it admits the card service's script and no other. */
const PAYMENT_POLICY = 'redress-stripe';
/**
 * Where tags may run: their makers write addresses as text, so a default policy stands between, which lets through the
 * scripts of their hosts and the site's own code, and nothing else. It is made when there is consent.
 */
const TAG_POLICY = 'default';

/** What a page of a preview may ask, no path of which leads elsewhere: behind a redirect a policy reads no path. */
const PREVIEW_ASKS = [PREVIEW_CALLS, '/releases/', '/assets/', '/healthz', '/prices', '/how-it-works'];

export const REPORT_PATH = '/csp-report';

const directive = (name: string, ...values: readonly string[]) => [name, ...values].join(' ');

function contentSecurityPolicy(input: PolicyInput): { enforced: string; reportOnly: string | null } {
  const { payment, tags, previewOf } = input;
  const asks = previewOf === null ? ["'self'"] : PREVIEW_ASKS.map((path) => previewOf + path);
  const orNone = previewOf === null ? "'self'" : "'none'";
  const trustedTypes = [
    "require-trusted-types-for 'script'",
    directive(
      'trusted-types',
      ...TRUSTED_TYPE_POLICIES,
      ...(payment ? [PAYMENT_POLICY] : []),
      ...(tags ? [TAG_POLICY] : []),
    ),
  ];
  const isReportOnly = payment?.reportTrustedTypesOnly === true;
  const report = [`report-uri ${REPORT_PATH}`, 'report-to csp'];
  const enforced = [
    "default-src 'none'",
    directive(
      'script-src',
      ...[input.loaderHash, ...input.preloadHashes, ...(tags?.scriptHashes ?? [])].map((hash) => `'${hash}'`),
      "'strict-dynamic'",
    ),
    directive(
      'style-src',
      "'self'",
      ...[...input.styleHashes, ...(tags?.styleHashes ?? [])].map((hash) => `'${hash}'`),
      ...(tags?.styles ?? []),
    ),
    directive(
      'img-src',
      "'self'",
      'data:',
      'blob:',
      ...input.imageOrigins,
      ...(tags?.images ?? []),
      ...(payment?.images ?? []),
    ),
    "font-src 'self'",
    directive('connect-src', ...asks, ...(tags?.calls ?? []), ...(payment?.calls ?? [])),
    directive('frame-src', 'blob:', ...(tags?.frames ?? []), ...(payment?.frames ?? [])),
    "manifest-src 'self'",
    directive('worker-src', orNone),
    "object-src 'none'",
    "base-uri 'none'",
    directive('form-action', orNone),
    "frame-ancestors 'none'",
    ...(input.isHttps ? ['upgrade-insecure-requests'] : []),
    ...(isReportOnly ? [] : trustedTypes),
    ...report,
  ];
  return {
    enforced: enforced.join('; '),
    reportOnly: isReportOnly ? [...trustedTypes, ...report].join('; ') : null,
  };
}

/** Every header of a document that does not depend on its text. */
export function documentHeaders(input: PolicyInput): Record<string, string> {
  const { enforced, reportOnly } = contentSecurityPolicy(input);
  const isPrivate = input.documentClass === 'private';
  const paymentFeature = input.payment
    ? `payment=(self ${input.payment.frames.map((host) => `"${host}"`).join(' ')})`
    : 'payment=()';
  return {
    'content-type': 'text/html; charset=utf-8',
    // Asked again each time, answered with 304 as long as the release is the same.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': enforced,
    ...(reportOnly ? { 'content-security-policy-report-only': reportOnly } : {}),
    'reporting-endpoints': `csp="${REPORT_PATH}"`,
    // The sign-in popup talks back to its opener; a page of a preview gets hold of no window of another page.
    'cross-origin-opener-policy': input.previewOf === null ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `microphone=(self), camera=(), geolocation=(), display-capture=(), usb=(), ${paymentFeature}`,
    ...(input.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
