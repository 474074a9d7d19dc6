import path from 'node:path';
import type { S3Bucket } from '@redress/server/blob-store';
import { readS3Bucket } from '@redress/server/s3-variables';
import {
  openSecretsFolder,
  present,
  type Secret,
  type SecretVariable,
  type SecretsFolder,
} from '@redress/server/secrets';
import type { SiteConfig } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { ConfigRefusal } from './config-refusal.ts';
import { DEFAULT_SITE_CONFIG, readSiteConfig } from './site-config.ts';
import { Environment, refusalOf, ROLE_NAMES, type RoleName } from './variables.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Secrets of `SECRETS_DIR` and the environment, followed. @throws {ConfigRefusal} naming the file that cannot be used */
export function followSecrets(environment: Variables, log: Parameters<typeof openSecretsFolder>[0]['log']) {
  try {
    return openSecretsFolder({
      environment,
      log,
      refusalOf: (name, value) => refusalOf(name, value) ?? liveKeyFor(environment, name, value),
    });
  } catch (error) {
    throw new ConfigRefusal(`SECRETS_DIR: ${(error as Error).message} Correct it or unset SECRETS_DIR.`);
  }
}

/** The whole configuration, read once; its secrets are asked for at each use. */
export type Config = ReturnType<typeof readConfig>;

/**
 * @param followed - the secrets of the configuration are asked of it at each use; fixed values when absent
 * @throws {ConfigRefusal} for the first value that cannot be used
 */
export function readConfig(environment: Variables, followed: Pick<SecretsFolder, 'value'> | null = null) {
  const values = readEnvironment(environment);
  for (const name of ['STRIPE_SECRET_KEY', 'LOB_API_KEY'] as const) {
    const refusal = liveKeyFor(environment, name, values[name] ?? '');
    if (refusal) throw new ConfigRefusal(`${name} must be ${refusal}: correct it or unset ${STAND_IN_OF[name]?.[0]}.`);
  }
  const secret = secretsOf(values, followed);
  const port = values.PORT;
  /** Port 0 takes any free port, for the site and for everything beside it. */
  const beside = (offset: number) => (port === 0 ? 0 : port + offset);
  const isProduction = values.NODE_ENV === 'production';
  const dataDir = path.resolve(values.DATA_DIR);
  const keysDir = values.KEYS_DIR === undefined ? path.join(dataDir, 'keys') : path.resolve(values.KEYS_DIR);
  const roles: ReadonlySet<RoleName> = new Set(values.ROLES);
  const tls = together(values, ['TLS_CERT_FILE', 'TLS_KEY_FILE']);
  const providers = readProviders(values, secret);
  const standIns = {
    stripe: values.STRIPE_URL ?? null,
    lob: values.LOB_URL ?? null,
    places: values.PLACES_URL ?? null,
  };
  const site = readSiteConfig(values.SITE_CONFIG ?? null);
  refuseSandboxInProduction({
    isProduction,
    roles,
    providers,
    standIns: (['STRIPE_URL', 'LOB_URL', 'PLACES_URL'] as const).filter((name) => values[name] !== undefined),
    isAllowed: values.SANDBOX_IN_PRODUCTION,
  });
  if (isProduction && !values.SANDBOX_IN_PRODUCTION && roles.has('site')) refuseUnreadAddress(site);
  if (roles.has('site') && !roles.has('releases') && !values.RELEASES_URL?.length) {
    throw new ConfigRefusal('A site without the role releases needs RELEASES_URL: set it, or add releases to ROLES.');
  }
  if (values.COUNTRY_HEADER !== undefined && (values.TRUSTED_PROXIES ?? []).length === 0) {
    throw new ConfigRefusal('COUNTRY_HEADER is what a proxy says: set TRUSTED_PROXIES, or unset it.');
  }
  return {
    isProduction,
    roles,
    host: values.HOST,
    port,
    /** `null`: from the port that was taken. */
    siteOrigin: values.SITE_ORIGIN === undefined ? null : new URL(values.SITE_ORIGIN).origin,
    dataDir,
    keysDir,
    databaseUrl: secret('DATABASE_URL'),
    /** `null`: `databaseUrl` leads to PostgreSQL itself. */
    databaseDirectUrl: secret('DATABASE_DIRECT_URL'),
    databasePool: values.DATABASE_POOL,
    site,
    logLevel: values.LOG_LEVEL ?? null,
    /** `null`: `/metrics` is closed. */
    metricsToken: secret('METRICS_TOKEN'),
    /** `null`: nothing is traced. */
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            ratio: values.TRACES_RATIO,
            headers: secret('OTEL_EXPORTER_OTLP_HEADERS') ?? '',
          },
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    /** Name of the header in small letters; `null`: no proxy names countries. */
    countryHeader: values.COUNTRY_HEADER?.toLowerCase() ?? null,
    tls: tls && { certFile: tls.TLS_CERT_FILE, keyFile: tls.TLS_KEY_FILE },
    secretFile: values.SECRET_FILE ?? path.join(keysDir, 'secret'),
    channel: values.RELEASE_CHANNEL,
    /** Release services of other processes, asked in this order; none where this one has the role. */
    releasesUrls: values.RELEASES_URL ?? [],
    /** Processes with the role `claims` that a site without it asks for prices and keys of groups. */
    claimsUrls: values.CLAIMS_URL ?? [],
    consolePort: values.CONSOLE_PORT ?? beside(1),
    /** `null`: the sandbox's provider, or none. */
    consoleOidc: readConsoleOidc(values, secret),
    sandboxPort: values.SANDBOX_PORT ?? beside(10),
    publishAtStart: values.PUBLISH_AT_START ?? !isProduction,
    /** `null`: the repository. */
    buildsFrom: values.BUILDS_FROM ?? null,
    healthGroups: values.HEALTH_GROUPS,
    /** Sites that run by themselves, asked after a change of the releases. */
    releaseSites: values.RELEASE_SITES ?? [],
    healthGate: values.HEALTH_GATE,
    /** `null`: where the console listens. */
    consoleOrigin: values.CONSOLE_ORIGIN === undefined ? null : new URL(values.CONSOLE_ORIGIN).origin,
    webhookPrivateHosts: values.WEBHOOK_PRIVATE_HOSTS ?? [],
    devRemotes: isProduction ? [] : (values.REDRESS_DEV_REMOTES ?? []),
    s3: readS3(values, secret),
    /** Where the sandbox of another process speaks for a provider that is known by its keys alone. */
    standIns,
    mailFrom: values.MAIL_FROM,
    providers,
    changeWindowMinutes: values.CHANGE_WINDOW_MINUTES,
    passwordMinLength: values.PASSWORD_MIN_LENGTH,
  };
}

/** A key to real money or real letters is not sent to a sandbox, and not to whoever the address belongs to. */
const STAND_IN_OF: Partial<Record<string, [address: keyof Environment, live: RegExp]>> = {
  STRIPE_SECRET_KEY: ['STRIPE_URL', /^[sr]k_live_/],
  LOB_API_KEY: ['LOB_URL', /^live_/],
};

/** @returns what the key must be instead, or `null` */
function liveKeyFor(environment: Variables, name: string, value: string): string | null {
  const [address, live] = STAND_IN_OF[name] ?? [];
  if (!address || !environment[address]?.trim() || !live?.test(value)) return null;
  return `a key of the sandbox that ${address} names: a live one is not sent there`;
}

function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Environment {
  // A variable that is set to nothing is not set.
  const given = Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]);
  const parsed = z.safeParse(Environment, Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const { path: place = [], message } = parsed.error.issues[0] ?? {};
  throw new ConfigRefusal(`${String(place[0])} must be ${message}: correct it or unset it.`);
}

/** @returns these variables, all of them set, or `null` when none is */
function together<Name extends keyof Environment>(
  values: Environment,
  names: readonly Name[],
): { [Set in Name]: NonNullable<Environment[Set]> } | null {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigRefusal(
      `${missing.join(' and ')} must be set with ${names.find((name) => values[name] !== undefined)}: set all of them or none.`,
    );
  return values as { [Set in Name]: NonNullable<Environment[Set]> };
}

/** A set variable as it is now; `null` for one that is not set. */
type SecretOf = (name: SecretVariable) => Secret | null;

const secretsOf =
  (values: Environment, followed: Pick<SecretsFolder, 'value'> | null): SecretOf =>
  (name) => {
    const value = (values as Partial<Record<SecretVariable, string>>)[name];
    if (value === undefined) return null;
    return followed ? () => followed.value(name) : value;
  };

/** Sessions of people travel with every call: never without TLS but on this machine. */
function readConsoleOidc(values: Environment, secret: SecretOf) {
  const { CONSOLE_ORIGIN: address } = values;
  const { protocol, hostname } = new URL(address ?? 'http://127.0.0.1');
  const oidc = together(values, ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET']);
  if (oidc && protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname)) {
    throw new ConfigRefusal('CONSOLE_ORIGIN must begin with https:// where people sign in: correct it.');
  }
  return (
    oidc && {
      issuer: oidc.CONSOLE_OIDC_ISSUER,
      clientId: secret('CONSOLE_OIDC_CLIENT_ID') ?? '',
      clientSecret: secret('CONSOLE_OIDC_CLIENT_SECRET') ?? '',
    }
  );
}

function readS3(values: Environment, secret: SecretOf): S3Bucket | null {
  try {
    return readS3Bucket(values, secret);
  } catch (error) {
    throw new ConfigRefusal((error as Error).message);
  }
}

/** Outside services with their real addresses, each `null` for the sandbox on this machine. */
function readProviders(values: Environment, secret: SecretOf) {
  const stripe = together(values, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const lob = together(values, ['LOB_API_KEY', 'LOB_WEBHOOK_SECRET']);
  const oidc = together(values, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  const drafting = together(values, ['DRAFTING_URL', 'DRAFTING_KEY', 'DRAFTING_MODEL']);
  return {
    smtp: values.SMTP_URL === undefined ? null : readSmtp(secret('SMTP_URL') ?? ''),
    stripe: stripe && {
      secretKey: secret('STRIPE_SECRET_KEY') ?? '',
      publishableKey: secret('STRIPE_PUBLISHABLE_KEY') ?? '',
      webhookSecret: secret('STRIPE_WEBHOOK_SECRET') ?? '',
    },
    lob: lob && { apiKey: secret('LOB_API_KEY') ?? '', webhookSecret: secret('LOB_WEBHOOK_SECRET') ?? '' },
    placesKey: secret('PLACES_KEY'),
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER,
      clientId: secret('OIDC_CLIENT_ID') ?? '',
      clientSecret: secret('OIDC_CLIENT_SECRET') ?? '',
    },
    drafting: drafting && {
      baseUrl: drafting.DRAFTING_URL,
      key: secret('DRAFTING_KEY') ?? '',
      model: drafting.DRAFTING_MODEL,
    },
  };
}

/** Login and password follow the address; another server is taken with the next start. */
function readSmtp(address: Secret) {
  const url = new URL(present(address));
  const part = (name: 'username' | 'password'): Secret => {
    const read = () => decodeURIComponent(new URL(present(address))[name]);
    return typeof address === 'string' ? read() : read;
  };
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username ? { user: part('username'), password: part('password') } : {}),
  };
}

/** The privacy page, the footer and every mail name this address; that of the defaults is read by no person. */
function refuseUnreadAddress({ footer }: SiteConfig): void {
  if (footer.company_email !== '' && footer.company_email !== DEFAULT_SITE_CONFIG.footer.company_email) return;
  throw new ConfigRefusal(
    'In production SITE_CONFIG must name footer.company_email, an address that is read: set it, or SANDBOX_IN_PRODUCTION=yes for a rehearsal.',
  );
}

/** Money and letters of real people must not go to a sandbox because a key was forgotten. */
function refuseSandboxInProduction(args: {
  isProduction: boolean;
  roles: ReadonlySet<RoleName>;
  providers: ReturnType<typeof readProviders>;
  /** Variables that name a sandbox of another process. */
  standIns: readonly string[];
  isAllowed: boolean;
}): void {
  const { isProduction, roles, providers, standIns, isAllowed } = args;
  if (!isProduction || isAllowed) return;
  if (standIns.length > 0) {
    throw new ConfigRefusal(
      `In production ${standIns.join(', ')} must not be set: unset it, or set SANDBOX_IN_PRODUCTION=yes for a rehearsal.`,
    );
  }
  const needed: (readonly [string, unknown])[] = [
    ['SMTP_URL', providers.smtp],
    ['STRIPE_SECRET_KEY', providers.stripe],
    ['LOB_API_KEY', providers.lob],
    ['OIDC_ISSUER', providers.oidc],
    ['PLACES_KEY', providers.placesKey],
  ];
  const missing = needed.filter(([, value]) => value === null).map(([name]) => name);
  const usesProviders = roles.has('claims') || roles.has('worker');
  if (usesProviders && missing.length > 0) {
    throw new ConfigRefusal(
      `In production ${missing.join(', ')} must be set: set them, or SANDBOX_IN_PRODUCTION=yes for a rehearsal.`,
    );
  }
  if (roles.has('sandbox') && roles.size < ROLE_NAMES.length) {
    throw new ConfigRefusal(
      'The role sandbox does not belong in production: take it out of ROLES, or set SANDBOX_IN_PRODUCTION=yes for a rehearsal.',
    );
  }
}

/**
 * Whether this program runs the sandbox: always in a process with no other role, and beside other roles while one of the
 * outside services has no keys.
 */
export const runsSandbox = ({ providers, roles }: Config): boolean =>
  roles.has('sandbox') &&
  (roles.size === 1 ||
    [providers.smtp, providers.stripe, providers.lob, providers.oidc, providers.placesKey].some(
      (provider) => provider === null,
    ));
