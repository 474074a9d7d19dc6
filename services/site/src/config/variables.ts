import { DEFAULT_S3_REGION } from '@redress/server/s3-variables';
import * as z from 'zod/mini';

type Form = z.ZodMiniType<unknown, string>;

/** What the guide (`docs/guides/configuration.md`) says of each variable. */
export const ABOUT = z.registry<{ about: string }>();

// The message of a form says what is accepted, and never what was given: that may be a secret.
const matching = (words: string, pattern: RegExp) => z.string().check(z.regex(pattern, words));
const text = matching('a text', /\S/);
const oneOf = <const Choice extends string>(...choices: Choice[]) => z.enum(choices, choices.join(' or '));
const yesOrNo = z.pipe(
  oneOf('yes', 'no'),
  z.transform((answer) => answer === 'yes'),
);
const number = <Text extends Form>(form: Text) => z.pipe(form, z.transform(Number));
const wholeNumber = (from: number, to: number) => {
  const words = `a whole number from ${from} to ${to}`;
  return z.pipe(number(matching(words, /^\d{1,9}$/)), z.number().check(z.minimum(from, words), z.maximum(to, words)));
};
const address = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `an address beginning with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  });
const port = wholeNumber(0, 65_535);
const list = <Text extends z.ZodMiniType<string, string>>(form: Text) =>
  z.pipe(
    form,
    z.transform((entries) =>
      entries
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  );

export const ROLE_NAMES = ['site', 'claims', 'worker', 'releases', 'sandbox'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const roles = z.pipe(
  z.pipe(
    text,
    z.transform((names) => names.split(',').map((name) => name.trim())),
  ),
  z.array(z.enum(ROLE_NAMES, `a list of ${ROLE_NAMES.join(', ')}`)),
);
const addresses = list(
  matching('a list of addresses such as https://site-1.internal:3000', /^https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+)*$/),
);
const devRemotes = z.pipe(
  matching(
    'a list such as mf-wizard=http://127.0.0.1:4150/',
    /^(shell|mf-[a-z0-9-]+)=http:\/\/127\.0\.0\.1:\d+\/(,|$)/,
  ),
  z.transform((entries) =>
    entries
      .split(',')
      .filter(Boolean)
      .map((entry) => ({ name: entry.slice(0, entry.indexOf('=')), url: entry.slice(entry.indexOf('=') + 1) })),
  ),
);

const noted = <Value extends z.ZodMiniType>(form: Value, about: string): Value => {
  ABOUT.add(form, { about });
  return form;
};
const preset = <Text extends Form>(form: Text, value: z.input<Text>, about: string) =>
  noted(z.prefault(form, value), about);
const optional = <Text extends Form>(form: Text, about: string) => noted(z.optional(form), about);

/** Every environment variable of the product: the program reads it by this schema, and the guide is checked against it. */
export const Environment = z.object({
  NODE_ENV: preset(
    oneOf('development', 'test', 'production'),
    'development',
    '`production` refuses sandbox drivers and publishes no builds by itself.',
  ),
  PORT: preset(port, '3000', 'Where the site listens.'),
  HOST: preset(text, 'localhost', 'Interface the site listens on. Loopback only unless you say otherwise.'),
  SITE_ORIGIN: optional(
    address('http', 'https'),
    'Address people type. `http://localhost:PORT` when absent; behind a proxy, the public one.',
  ),
  ROLES: preset(roles, ROLE_NAMES.join(','), 'Parts of the product this process runs.'),
  DATA_DIR: preset(text, '.data', 'Folder for the embedded database, builds and PDFs; of one process alone.'),
  KEYS_DIR: optional(
    text,
    'Folder of keys, tokens and the secret, which several processes may share; `DATA_DIR/keys` when absent.',
  ),
  SECRETS_DIR: optional(
    text,
    'Folder of secrets, one file for each, with the name of its variable; it wins over the variable and is followed. See below.',
  ),
  DATABASE_URL: optional(address('postgres', 'postgresql'), 'A PostgreSQL 15 or newer instead of the embedded one.'),
  DATABASE_DIRECT_URL: optional(
    address('postgres', 'postgresql'),
    'The same database past a pooler (pgbouncer) that `DATABASE_URL` leads to: for notifications, jobs and migrations.',
  ),
  DATABASE_POOL: preset(wholeNumber(1, 200), '10', 'Connections a role may hold.'),
  SITE_CONFIG: optional(text, 'JSON file with header, footer, SEO, tags and limits; see below.'),
  LOG_LEVEL: optional(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'Least level that is logged. `warn` on a terminal unless set.',
  ),
  METRICS_TOKEN: optional(
    matching('at least 16 characters without spaces', /^\S{16,}(\s+\S{16,})*$/),
    'Opens `/metrics` to whoever sends it as bearer token; without it `/metrics` is not there. Several, separated by white space, while it changes.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    address('http', 'https'),
    'Receiver of traces (OpenTelemetry over HTTP), such as `http://collector:4318`. No traces when absent.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    matching('a list such as authorization=Bearer%20token', /^[\w-]+=[^\s,]+(,[\w-]+=[^\s,]+)*$/),
    'Headers for it, percent-encoded, separated by commas.',
  ),
  TRACES_RATIO: preset(
    number(matching('a share from 0 to 1 such as 0.05', /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)),
    '0.05',
    'Share of calls and jobs that are traced; a browser or a proxy cannot ask for more.',
  ),
  TRUSTED_PROXIES: optional(
    list(text),
    'Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas.',
  ),
  COUNTRY_HEADER: optional(
    matching('the name of a header such as X-Country', /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)+$/),
    'Header in which TRUSTED_PROXIES name the country of a visitor (two letters), for rollouts by country. The proxy must set it in every request, or take it out.',
  ),
  TLS_CERT_FILE: optional(text, 'Certificate chain (PEM): the site then speaks HTTPS with HTTP/2.'),
  TLS_KEY_FILE: optional(text, 'Private key to TLS_CERT_FILE (PEM).'),
  SECRET_FILE: optional(
    text,
    'File with at least 32 random bytes, the same for every process; `KEYS_DIR/secret` when absent.',
  ),
  RELEASE_CHANNEL: preset(
    matching('a channel name', /^[a-z][a-z0-9-]{0,40}$/),
    'production',
    'Channel the site serves.',
  ),
  RELEASES_URL: optional(
    addresses,
    'Addresses of processes with the role `releases` (their PORT, not the console’s), separated by commas, for a site that runs without it.',
  ),
  CLAIMS_URL: optional(
    addresses,
    'Addresses of processes with the role `claims`, separated by commas, for a site that runs without it: its price page asks there.',
  ),
  CONSOLE_PORT: optional(port, 'Where release console and API listen, on 127.0.0.1; PORT + 1 when absent.'),
  CONSOLE_OIDC_ISSUER: optional(
    address('https', 'http'),
    'With whom people sign in to the release console (OpenID Connect). The sandbox when absent, or tokens alone; with it, the two below are needed.',
  ),
  CONSOLE_OIDC_CLIENT_ID: optional(text, 'Client of the console at CONSOLE_OIDC_ISSUER.'),
  CONSOLE_OIDC_CLIENT_SECRET: optional(text, 'Its secret.'),
  SANDBOX_PORT: optional(port, 'First of the ports of the sandbox servers, on 127.0.0.1; PORT + 10 when absent.'),
  PUBLISH_AT_START: optional(yesOrNo, 'Whether a start publishes the builds on this machine; `no` in production.'),
  HEALTH_GATE: preset(
    yesOrNo,
    'yes',
    'Whether a fresh build that fails for its visitors is rolled back without asking.',
  ),
  HEALTH_GROUPS: preset(
    number(matching('a whole number', /^[1-9]\d{0,3}$/)),
    '3',
    'Of how many groups of addresses the visitors must be for whom a fresh build fails before it is rolled back by itself; 1 on localhost.',
  ),
  REDRESS_DEV_REMOTES: optional(
    devRemotes,
    'Remotes being worked on and their watching builds; set by `npm run dev`. Not in production.',
  ),
  BUILDS_FROM: optional(
    text,
    'Folder with `shell/dist` and `mf-*/dist` that a start publishes; the repository when absent.',
  ),
  RELEASE_SITES: optional(
    addresses,
    'Sites that run by themselves; a release command says which of them serve its change.',
  ),
  CONSOLE_ORIGIN: optional(
    address('http', 'https'),
    'Address at which people open the release console, sign in, and are sent to by links in mails; where it listens when absent.',
  ),
  WEBHOOK_PRIVATE_HOSTS: optional(
    list(matching('a list such as alerts.internal,127.0.0.1:4242', /^[a-z0-9.[\]:-]+(,\s*[a-z0-9.[\]:-]+)*$/)),
    'Receivers of notices that may be in the own network, and spoken to without TLS; all others are of the open internet.',
  ),
  SANDBOX_IN_PRODUCTION: preset(yesOrNo, 'no', 'Allows sandbox drivers with NODE_ENV=production, for a rehearsal.'),
  S3_URL: optional(
    address('http', 'https'),
    'Endpoint of an S3 store; builds and PDFs then live in S3_BUCKET instead of DATA_DIR.',
  ),
  S3_BUCKET: optional(text, 'Bucket of S3_URL.'),
  S3_REGION: preset(text, DEFAULT_S3_REGION, 'Region of S3_URL.'),
  S3_ACCESS_KEY_ID: optional(text, 'Key of S3_URL.'),
  S3_SECRET_ACCESS_KEY: optional(text, 'Secret of S3_URL.'),
  SMTP_URL: optional(
    address('smtp', 'smtps'),
    'Mail server: `smtps://user:password@host:465`. The sandbox mailbox when absent.',
  ),
  MAIL_FROM: preset(text, 'Redress <no-reply@localhost>', 'Sender of every mail.'),
  STRIPE_SECRET_KEY: optional(
    matching('a key beginning with sk_ or rk_', /^(sk|rk)_/),
    'Payments. The sandbox when absent; with it, the two below are needed.',
  ),
  STRIPE_PUBLISHABLE_KEY: optional(matching('a key beginning with pk_', /^pk_/), 'Key browsers use.'),
  STRIPE_WEBHOOK_SECRET: optional(
    matching('a secret beginning with whsec_', /^whsec_\S*(\s+whsec_\S*)*$/),
    'Signs what Stripe tells us. Several, separated by white space, while it changes.',
  ),
  STRIPE_URL: optional(
    address('http', 'https'),
    'Where the sandbox speaks for Stripe, when it runs in another process; the keys above are then the sandbox’s.',
  ),
  LOB_API_KEY: optional(text, 'Certified mail. The sandbox when absent; with it, the one below is needed.'),
  LOB_WEBHOOK_SECRET: optional(text, 'Signs what Lob tells us. Several, separated by white space, while it changes.'),
  LOB_URL: optional(address('http', 'https'), 'The same for Lob.'),
  PLACES_KEY: optional(text, 'Google Places, for address suggestions. The sandbox when absent.'),
  PLACES_URL: optional(address('http', 'https'), 'The same for Google Places.'),
  OIDC_ISSUER: optional(
    address('https', 'http'),
    'Sign-in by OpenID Connect. The sandbox when absent; with it, the two below are needed.',
  ),
  OIDC_CLIENT_ID: optional(text, 'Client at OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: optional(text, 'Its secret.'),
  DRAFTING_URL: optional(
    address('https', 'http'),
    'Language model (chat completions) that may smooth the facts paragraph. Off when absent.',
  ),
  DRAFTING_KEY: optional(text, 'Key to DRAFTING_URL.'),
  DRAFTING_MODEL: optional(text, 'Model at DRAFTING_URL.'),
  CHANGE_WINDOW_MINUTES: preset(wholeNumber(0, 10_080), '60', 'Minutes between approval of a letter and its posting.'),
  PASSWORD_MIN_LENGTH: preset(wholeNumber(6, 64), '6', 'Shortest password.'),
});
export type Environment = z.output<typeof Environment>;

/** What the value of one variable must be, when this is not it; `null` when it can be used. */
export function refusalOf(name: string, value: string): string | null {
  const form = (Environment.shape as Record<string, z.core.$ZodType | undefined>)[name];
  // Of a command alone.
  if (!form) return null;
  const parsed = z.safeParse(form, value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'another value');
}
