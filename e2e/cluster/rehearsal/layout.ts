import path from 'node:path';
import { readUnit } from './deploy.ts';
import type { SandboxKeys } from './first-files.ts';

/** Roles of the product that run as processes of their own. */
export const ROLES = ['sandbox', 'releases', 'claims', 'worker', 'site'] as const;
export type Role = (typeof ROLES)[number];

/** One process of the product. */
export interface Member {
  /** `site-1` */
  name: string;
  role: Role;
  port: number;
  environment: Record<string, string>;
}

export interface Layout {
  folder: string;
  /** What people open. */
  origin: string;
  /** The console of the releases, over both processes. */
  consoleOrigin: string;
  ports: {
    https: number;
    http: number;
    console: number;
    /** Whichever PostgreSQL is the primary. */
    database: number;
    postgres: readonly [number, number];
    /** pgbouncer in front of the primary, where it was asked for. */
    pooler: number;
    s3: number;
    sandbox: number;
  };
  members: readonly Member[];
}

const COUNT: Record<Role, number> = { sandbox: 1, releases: 2, claims: 2, worker: 2, site: 2 };
export const BUCKET = 'redress';
/** Of the S3 server on this machine: known to everybody, worth nothing elsewhere. */
export const S3_KEY = { id: 'S3RVER', secret: 'S3RVER' };
/** The sandbox's stand-ins in the order of their ports. */
const STAND_INS = ['mailbox', 'smtp', 'stripe', 'lob', 'places', 'oidc', 'control'] as const;

export interface Given {
  folder: string;
  firstPort: number;
  databaseUrl: string;
  /** Past a pooler that `databaseUrl` leads to. */
  databaseDirectUrl?: string;
  /** Keys that the sandbox and its clients share. */
  keys: SandboxKeys;
  /** Certificate that the processes trust beside those of the system. */
  certificate: string;
  metricsToken: string;
}

export function portsFrom(first: number): Layout['ports'] {
  return {
    https: first,
    http: first + 1,
    console: first + 2,
    database: first + 3,
    postgres: [first + 4, first + 5],
    s3: first + 6,
    pooler: first + 7,
    sandbox: first + 10,
  };
}

/** Which process is where and what it is told. Nothing is started here. */
export function layoutOf(given: Given): Layout {
  const { folder, firstPort, keys, certificate, metricsToken } = given;
  const ports = portsFrom(firstPort);
  const origin = `https://localhost:${ports.https}`;
  const consoleOrigin = `https://localhost:${ports.console}`;
  const standIn = (name: (typeof STAND_INS)[number]) => `127.0.0.1:${ports.sandbox + STAND_INS.indexOf(name)}`;
  const addresses = new Map(
    ROLES.map((role, place) => [
      role,
      Array.from({ length: COUNT[role] }, (_, index) => firstPort + 20 + place * 10 + index),
    ]),
  );
  const urls = (role: Role) => (addresses.get(role) ?? []).map((port) => `http://127.0.0.1:${port}`);
  const shared = {
    ...readUnit().environment,
    NODE_ENV: 'production',
    SANDBOX_IN_PRODUCTION: 'yes',
    HOST: '127.0.0.1',
    SITE_ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    KEYS_DIR: path.join(folder, 'keys'),
    METRICS_TOKEN: metricsToken,
    NODE_EXTRA_CA_CERTS: certificate,
    S3_URL: `http://127.0.0.1:${ports.s3}`,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: S3_KEY.id,
    S3_SECRET_ACCESS_KEY: S3_KEY.secret,
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishableKey,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
    STRIPE_URL: `http://${standIn('stripe')}`,
    LOB_API_KEY: keys.lobApiKey,
    LOB_WEBHOOK_SECRET: keys.lobWebhookSecret,
    LOB_URL: `http://${standIn('lob')}`,
    PLACES_KEY: keys.placesKey,
    PLACES_URL: `http://${standIn('places')}`,
    OIDC_ISSUER: `http://${standIn('oidc')}`,
    OIDC_CLIENT_ID: keys.oidcClientId,
    OIDC_CLIENT_SECRET: keys.oidcClientSecret,
    CONSOLE_ORIGIN: consoleOrigin,
    CONSOLE_OIDC_ISSUER: `http://${standIn('oidc')}`,
    CONSOLE_OIDC_CLIENT_ID: keys.consoleClientId,
    CONSOLE_OIDC_CLIENT_SECRET: keys.consoleClientSecret,
    SMTP_URL: `smtp://redress:${keys.smtpPassword}@${standIn('smtp')}`,
  };
  // The sandbox is the other side of these secrets: it is told by its control server what it takes.
  const followed = { SECRETS_DIR: path.join(folder, 'secrets') };
  const database = {
    DATABASE_URL: given.databaseUrl,
    ...(given.databaseDirectUrl ? { DATABASE_DIRECT_URL: given.databaseDirectUrl } : {}),
  };
  const ofRole: Record<Role, (index: number) => Record<string, string>> = {
    sandbox: () => ({ SANDBOX_PORT: String(ports.sandbox) }),
    releases: (index) => ({
      ...database,
      CONSOLE_PORT: String(consolePort(firstPort, index)),
      RELEASE_SITES: urls('site').join(','),
      // Receivers of notices on this machine: a rehearsal has no others.
      WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
      // One of them: both would publish the same builds at the same time.
      PUBLISH_AT_START: index === 0 ? 'yes' : 'no',
    }),
    claims: () => database,
    worker: () => database,
    site: () => ({ RELEASES_URL: urls('releases').join(','), CLAIMS_URL: urls('claims').join(',') }),
  };
  const members = ROLES.flatMap((role) =>
    (addresses.get(role) ?? []).map((port, index) => {
      const name = COUNT[role] === 1 ? role : `${role}-${index + 1}`;
      const own = { ROLES: role, PORT: String(port), DATA_DIR: path.join(folder, name) };
      return {
        name,
        role,
        port,
        environment: { ...shared, ...(role === 'sandbox' ? {} : followed), ...own, ...ofRole[role](index) },
      };
    }),
  );
  return { folder, origin, consoleOrigin, ports, members };
}

/** Where the console of one `releases` process listens, behind nginx. */
const consolePort = (firstPort: number, index: number): number => firstPort + 35 + index;
