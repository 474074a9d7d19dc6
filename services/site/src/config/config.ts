import path from 'node:path';
import type { S3Bucket } from '@redress/blob-store';
import type { SiteConfig } from '@redress/contracts/releases';
import { ConfigRefusal } from './config-refusal.ts';
import { readSiteConfig } from './site-config.ts';
import { ROLE_NAMES, VARIABLES, type RoleName } from './variables.ts';

/** An outside service with its real address, or `null` for the sandbox on this machine. */
export interface ProviderConfig {
  smtp: { host: string; port: number; secure: boolean; user?: string; password?: string } | null;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  lob: { apiKey: string; webhookSecret: string } | null;
  placesKey: string | null;
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  drafting: { baseUrl: string; key: string; model: string } | null;
}

/** The whole configuration, read once. */
export interface Config {
  isProduction: boolean;
  roles: ReadonlySet<RoleName>;
  host: string;
  port: number;
  /** `null`: from the port that was taken. */
  siteOrigin: string | null;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  site: SiteConfig;
  logLevel: string | null;
  /** `null`: `/metrics` is closed. */
  metricsToken: string | null;
  trustedProxies: string[];
  tls: { certFile: string; keyFile: string } | null;
  secretFile: string;
  channel: string;
  releasesUrl: string | null;
  consolePort: number;
  sandboxPort: number;
  publishAtStart: boolean;
  /** `null`: the repository. */
  buildsFrom: string | null;
  healthGroups: number;
  /** Sites that run by themselves, asked after a change of the releases. */
  releaseSites: readonly string[];
  healthGate: boolean;
  devRemotes: { name: string; url: string }[];
  s3: S3Bucket | null;
  mailFrom: string;
  providers: ProviderConfig;
  changeWindowMinutes: number;
  passwordMinLength: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {ConfigRefusal} for the first value that cannot be used */
export function readConfig(environment: Environment): Config {
  const values = new Map<string, string | null>();
  for (const { name, form, fallback } of VARIABLES) {
    const given = environment[name]?.trim();
    if (given && !form.accepts(given)) {
      // The value itself may be a secret, so it is not repeated.
      throw new ConfigRefusal(`${name} must be ${form.words}: correct it or unset it.`);
    }
    values.set(name, given || fallback);
  }
  const get = (name: string): string | null => values.get(name) ?? null;
  const need = (name: string): string => get(name) as string;
  const together = (names: readonly string[]): string[] | null => {
    const missing = names.filter((name) => get(name) === null);
    if (missing.length === names.length) return null;
    if (missing.length > 0)
      throw new ConfigRefusal(
        `${missing.join(' and ')} must be set with ${names.find((name) => get(name) !== null)}: set all of them or none.`,
      );
    return names.map(need);
  };

  const port = Number(need('PORT'));
  /** Port 0 takes any free port, for the site and for everything beside it. */
  const beside = (name: string, offset: number) => {
    const given = get(name);
    if (given !== null) return Number(given);
    return port === 0 ? 0 : port + offset;
  };
  const isProduction = get('NODE_ENV') === 'production';
  const dataDir = path.resolve(need('DATA_DIR'));
  const roles = new Set(
    need('ROLES')
      .split(',')
      .map((name) => name.trim() as RoleName),
  );
  const tls = together(['TLS_CERT_FILE', 'TLS_KEY_FILE']);
  const providers = readProviders(get, together);
  refuseSandboxInProduction({ isProduction, roles, providers, isAllowed: get('SANDBOX_IN_PRODUCTION') === 'yes' });
  if (roles.has('site') && !roles.has('releases') && get('RELEASES_URL') === null) {
    throw new ConfigRefusal('A site without the role releases needs RELEASES_URL: set it, or add releases to ROLES.');
  }
  return {
    isProduction,
    roles,
    host: need('HOST'),
    port,
    siteOrigin: get('SITE_ORIGIN') === null ? null : new URL(need('SITE_ORIGIN')).origin,
    dataDir,
    databaseUrl: get('DATABASE_URL'),
    databasePool: Number(need('DATABASE_POOL')),
    site: readSiteConfig(get('SITE_CONFIG')),
    logLevel: environment.LOG_LEVEL ? need('LOG_LEVEL') : null,
    metricsToken: get('METRICS_TOKEN'),
    trustedProxies: (get('TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    tls: tls && { certFile: tls[0] as string, keyFile: tls[1] as string },
    secretFile: get('SECRET_FILE') ?? path.join(dataDir, 'keys', 'secret'),
    channel: need('RELEASE_CHANNEL'),
    releasesUrl: get('RELEASES_URL'),
    consolePort: beside('CONSOLE_PORT', 1),
    sandboxPort: beside('SANDBOX_PORT', 10),
    publishAtStart: (get('PUBLISH_AT_START') ?? (isProduction ? 'no' : 'yes')) === 'yes',
    buildsFrom: get('BUILDS_FROM'),
    healthGroups: Number(need('HEALTH_GROUPS')),
    releaseSites: get('RELEASE_SITES')?.split(',') ?? [],
    healthGate: get('HEALTH_GATE') === 'yes',
    devRemotes: isProduction ? [] : readDevRemotes(get('REDRESS_DEV_REMOTES')),
    s3: readS3(together, need('S3_REGION')),
    mailFrom: need('MAIL_FROM'),
    providers,
    changeWindowMinutes: Number(need('CHANGE_WINDOW_MINUTES')),
    passwordMinLength: Number(need('PASSWORD_MIN_LENGTH')),
  };
}

const readDevRemotes = (text: string | null): { name: string; url: string }[] =>
  (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((entry) => ({ name: entry.slice(0, entry.indexOf('=')), url: entry.slice(entry.indexOf('=') + 1) }));

type Together = (names: readonly string[]) => string[] | null;

function readS3(together: Together, region: string): S3Bucket | null {
  const s3 = together(['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (!s3) return null;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = s3 as [string, string, string, string];
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function readProviders(get: (name: string) => string | null, together: Together): ProviderConfig {
  const stripe = together(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const lob = together(['LOB_API_KEY', 'LOB_WEBHOOK_SECRET']);
  const oidc = together(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']);
  const drafting = together(['DRAFTING_URL', 'DRAFTING_KEY', 'DRAFTING_MODEL']);
  const smtpUrl = get('SMTP_URL');
  return {
    smtp: smtpUrl === null ? null : readSmtp(new URL(smtpUrl)),
    stripe: stripe && {
      secretKey: stripe[0] as string,
      publishableKey: stripe[1] as string,
      webhookSecret: stripe[2] as string,
    },
    lob: lob && { apiKey: lob[0] as string, webhookSecret: lob[1] as string },
    placesKey: get('PLACES_KEY'),
    oidc: oidc && { issuer: oidc[0] as string, clientId: oidc[1] as string, clientSecret: oidc[2] as string },
    drafting: drafting && { baseUrl: drafting[0] as string, key: drafting[1] as string, model: drafting[2] as string },
  };
}

function readSmtp(url: URL): NonNullable<ProviderConfig['smtp']> {
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : {}),
  };
}

/** Money and letters of real people must not go to a sandbox because a key was forgotten. */
function refuseSandboxInProduction(args: {
  isProduction: boolean;
  roles: ReadonlySet<RoleName>;
  providers: ProviderConfig;
  isAllowed: boolean;
}): void {
  const { isProduction, roles, providers, isAllowed } = args;
  if (!isProduction || isAllowed) return;
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

/** Whether any outside service of this program is the sandbox. */
export const usesSandbox = ({ providers, roles }: Config): boolean =>
  roles.has('sandbox') &&
  [providers.smtp, providers.stripe, providers.lob, providers.oidc, providers.placesKey].some(
    (provider) => provider === null,
  );
