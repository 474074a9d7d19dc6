import type { SandboxWorld } from '@redress/sandbox';
import { present } from '@redress/server/secrets';
import type { Config } from '../config/config.ts';
import { SANDBOX_OPERATORS } from './sandbox-operators.ts';

export type { SandboxWorld };

const LOB = 'https://api.lob.com';
const PLACES = 'https://maps.googleapis.com';
/** The sandbox's table of ZIP codes asks for it by its licence. */
const SANDBOX_PLACES_CREDIT = 'ZIP codes: GeoNames, CC BY 4.0';

/** Keys from the configuration for a sandbox of its own process: those that its clients are given. */
export function sandboxKeys({
  providers: { smtp, stripe, lob, placesKey, oidc },
  consoleOidc,
}: Config): Partial<SandboxWorld['keys']> {
  return {
    ...(stripe && {
      stripeSecretKey: present(stripe.secretKey),
      stripePublishableKey: present(stripe.publishableKey),
      stripeWebhookSecret: present(stripe.webhookSecret),
    }),
    ...(lob && { lobApiKey: present(lob.apiKey), lobWebhookSecret: present(lob.webhookSecret) }),
    ...(smtp?.password && { smtpPassword: present(smtp.password) }),
    ...(placesKey !== null && { placesKey: present(placesKey) }),
    ...(oidc && { oidcClientId: present(oidc.clientId), oidcClientSecret: present(oidc.clientSecret) }),
    ...(consoleOidc && {
      consoleClientId: present(consoleOidc.clientId),
      consoleClientSecret: present(consoleOidc.clientSecret),
    }),
  };
}

/**
 * With whom people sign in to the release console: the provider that is named, or the sandbox's with its operators. `null`
 * for tokens alone. In production the sandbox, which checks no password, lets no person in.
 */
export function consoleSignIn({ consoleOidc, isProduction }: Config, sandbox: SandboxWorld | null) {
  if (consoleOidc) return consoleOidc;
  if (!sandbox || isProduction) return null;
  const { consoleClientId: clientId, consoleClientSecret: clientSecret } = sandbox.keys;
  return { issuer: sandbox.addresses.oidc, clientId, clientSecret, operators: SANDBOX_OPERATORS };
}

/** What never leaves this machine needs no TLS. */
const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1';

/** Each outside service from its keys, or from the sandbox. Only addresses and keys differ between the two. */
export function providersFor(config: Config, sandbox: SandboxWorld | null) {
  const { providers, standIns, mailFrom, s3, dataDir } = config;
  const at = sandbox?.addresses;
  const keys = sandbox?.keys;
  const nowhere = 'http://127.0.0.1:9';
  return {
    smtp: providers.smtp
      ? { ...providers.smtp, from: mailFrom, requireTls: !providers.smtp.secure && !isLoopback(providers.smtp.host) }
      : { host: sandbox?.smtp.host ?? '127.0.0.1', port: sandbox?.smtp.port ?? 9, from: mailFrom },
    stripe: providers.stripe
      ? { ...providers.stripe, ...(standIns.stripe === null ? {} : { baseUrl: standIns.stripe }) }
      : {
          secretKey: keys?.stripeSecretKey ?? '',
          publishableKey: keys?.stripePublishableKey ?? '',
          webhookSecret: keys?.stripeWebhookSecret ?? '',
          baseUrl: at?.stripe ?? nowhere,
        },
    carriers: [
      providers.lob
        ? { name: 'lob', ...providers.lob, baseUrl: standIns.lob ?? LOB }
        : {
            ...{ name: 'lob', baseUrl: at?.lob ?? nowhere },
            ...{ apiKey: keys?.lobApiKey ?? '', webhookSecret: keys?.lobWebhookSecret ?? '' },
          },
    ],
    places: providers.placesKey
      ? standIns.places === null
        ? { baseUrl: PLACES, key: providers.placesKey }
        : { baseUrl: standIns.places, key: providers.placesKey, attribution: SANDBOX_PLACES_CREDIT }
      : at?.places
        ? { baseUrl: at.places, key: keys?.placesKey ?? '', attribution: SANDBOX_PLACES_CREDIT }
        : null,
    oidc:
      providers.oidc ??
      (at?.oidc && keys ? { issuer: at.oidc, clientId: keys.oidcClientId, clientSecret: keys.oidcClientSecret } : null),
    drafting: providers.drafting,
    blobs: s3 ? ({ kind: 's3', ...s3 } as const) : ({ kind: 'files', folder: `${dataDir}/files` } as const),
  };
}
