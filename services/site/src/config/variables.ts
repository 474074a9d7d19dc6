/**
 * Every environment variable of the product, in one table: the program reads it, `docs/guides/configuration.md` is
 * checked against it.
 */
export interface Variable {
  name: string;
  /** What stands in the guide. */
  about: string;
  /** As text; `null` when there is none. */
  fallback: string | null;
  /** What is accepted, in words for a refusal, and how it is recognised. */
  form: Form;
}

interface Form {
  words: string;
  accepts: (text: string) => boolean;
}

const matching = (words: string, pattern: RegExp): Form => ({ words, accepts: (text) => pattern.test(text) });
const text: Form = matching('a text', /\S/);
const yesOrNo = matching('yes or no', /^(yes|no)$/);
const oneOf = (...choices: string[]): Form => ({
  words: choices.join(' or '),
  accepts: (text) => choices.includes(text),
});
const wholeNumber = (from: number, to: number): Form => ({
  words: `a whole number from ${from} to ${to}`,
  accepts: (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
});
const address = (...protocols: string[]): Form => ({
  words: `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  accepts(value) {
    try {
      return protocols.includes(new URL(value).protocol);
    } catch {
      return false;
    }
  },
});
const port = wholeNumber(0, 65_535);

export const ROLE_NAMES = ['site', 'claims', 'worker', 'releases', 'sandbox'] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const roles: Form = {
  words: `a list of ${ROLE_NAMES.join(', ')}`,
  accepts: (value) => value.split(',').every((name) => (ROLE_NAMES as readonly string[]).includes(name.trim())),
};

const variable = (name: string, form: Form, fallback: string | null, about: string): Variable => ({
  name,
  form,
  fallback,
  about,
});

export const VARIABLES = [
  variable(
    'NODE_ENV',
    oneOf('development', 'test', 'production'),
    'development',
    '`production` refuses sandbox drivers and publishes no builds by itself.',
  ),
  variable('PORT', port, '3000', 'Where the site listens.'),
  variable('HOST', text, 'localhost', 'Interface the site listens on. Loopback only unless you say otherwise.'),
  variable(
    'SITE_ORIGIN',
    address('http:', 'https:'),
    null,
    'Address people type. `http://localhost:PORT` when absent; behind a proxy, the public one.',
  ),
  variable('ROLES', roles, ROLE_NAMES.join(','), 'Parts of the product this process runs.'),
  variable('DATA_DIR', text, '.data', 'Folder for the embedded database, builds, keys and PDFs.'),
  variable(
    'DATABASE_URL',
    address('postgres:', 'postgresql:'),
    null,
    'A PostgreSQL 15 or newer instead of the embedded one.',
  ),
  variable('DATABASE_POOL', wholeNumber(1, 200), '10', 'Connections a role may hold.'),
  variable('SITE_CONFIG', text, null, 'JSON file with header, footer, SEO, tags and limits; see below.'),
  variable(
    'LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least level that is logged. `warn` on a terminal unless set.',
  ),
  variable(
    'METRICS_TOKEN',
    matching('at least 16 characters without spaces', /^\S{16,}$/),
    null,
    'Opens `/metrics` to whoever sends it as bearer token; without it `/metrics` is not there.',
  ),
  variable(
    'TRUSTED_PROXIES',
    text,
    null,
    'Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas.',
  ),
  variable('TLS_CERT_FILE', text, null, 'Certificate chain (PEM): the site then speaks HTTPS with HTTP/2.'),
  variable('TLS_KEY_FILE', text, null, 'Private key to TLS_CERT_FILE (PEM).'),
  variable(
    'SECRET_FILE',
    text,
    null,
    'File with at least 32 random bytes, the same for every process; `DATA_DIR/keys/secret` when absent.',
  ),
  variable(
    'RELEASE_CHANNEL',
    matching('a channel name', /^[a-z][a-z0-9-]{0,40}$/),
    'production',
    'Channel the site serves.',
  ),
  variable(
    'RELEASES_URL',
    address('http:', 'https:'),
    null,
    'Address of a process with the role `releases` (its PORT, not the console’s), for a site that runs without it.',
  ),
  variable('CONSOLE_PORT', port, null, 'Where release console and API listen, on 127.0.0.1; PORT + 1 when absent.'),
  variable(
    'SANDBOX_PORT',
    port,
    null,
    'First of the ports of the sandbox servers, on 127.0.0.1; PORT + 10 when absent.',
  ),
  variable(
    'PUBLISH_AT_START',
    yesOrNo,
    null,
    'Whether a start publishes the builds on this machine; `no` in production.',
  ),
  variable(
    'HEALTH_GATE',
    yesOrNo,
    'yes',
    'Whether a fresh build that fails for its visitors is rolled back without asking.',
  ),
  variable(
    'HEALTH_GROUPS',
    matching('a whole number', /^[1-9]\d{0,3}$/),
    '3',
    'Of how many groups of addresses the visitors must be for whom a fresh build fails before it is rolled back by itself; 1 on localhost.',
  ),
  variable(
    'REDRESS_DEV_REMOTES',
    matching('a list such as mf-wizard=http://127.0.0.1:4150/', /^mf-[a-z0-9-]+=http:\/\/127\.0\.0\.1:\d+\/(,|$)/),
    null,
    'Remotes being worked on and their watching builds; set by `npm run dev`. Not in production.',
  ),
  variable(
    'BUILDS_FROM',
    text,
    null,
    'Folder with `shell/dist` and `mf-*/dist` that a start publishes; the repository when absent.',
  ),
  variable(
    'RELEASE_SITES',
    matching('a list of addresses such as https://site-1.internal:3000', /^https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+)*$/),
    null,
    'Sites that run by themselves; a release command says which of them serve its change.',
  ),
  variable('SANDBOX_IN_PRODUCTION', yesOrNo, 'no', 'Allows sandbox drivers with NODE_ENV=production, for a rehearsal.'),
  variable(
    'S3_URL',
    address('http:', 'https:'),
    null,
    'Endpoint of an S3 store; builds and PDFs then live in S3_BUCKET instead of DATA_DIR.',
  ),
  variable('S3_BUCKET', text, null, 'Bucket of S3_URL.'),
  variable('S3_REGION', text, 'us-east-1', 'Region of S3_URL.'),
  variable('S3_ACCESS_KEY_ID', text, null, 'Key of S3_URL.'),
  variable('S3_SECRET_ACCESS_KEY', text, null, 'Secret of S3_URL.'),
  variable(
    'SMTP_URL',
    address('smtp:', 'smtps:'),
    null,
    'Mail server: `smtps://user:password@host:465`. The sandbox mailbox when absent.',
  ),
  variable('MAIL_FROM', text, 'Redress <no-reply@localhost>', 'Sender of every mail.'),
  variable(
    'STRIPE_SECRET_KEY',
    matching('a key beginning with sk_ or rk_', /^(sk|rk)_/),
    null,
    'Payments. The sandbox when absent; with it, the two below are needed.',
  ),
  variable('STRIPE_PUBLISHABLE_KEY', matching('a key beginning with pk_', /^pk_/), null, 'Key browsers use.'),
  variable(
    'STRIPE_WEBHOOK_SECRET',
    matching('a secret beginning with whsec_', /^whsec_/),
    null,
    'Signs what Stripe tells us.',
  ),
  variable('LOB_API_KEY', text, null, 'Certified mail. The sandbox when absent; with it, the one below is needed.'),
  variable('LOB_WEBHOOK_SECRET', text, null, 'Signs what Lob tells us.'),
  variable('PLACES_KEY', text, null, 'Google Places, for address suggestions. The sandbox when absent.'),
  variable(
    'OIDC_ISSUER',
    address('https:', 'http:'),
    null,
    'Sign-in by OpenID Connect. The sandbox when absent; with it, the two below are needed.',
  ),
  variable('OIDC_CLIENT_ID', text, null, 'Client at OIDC_ISSUER.'),
  variable('OIDC_CLIENT_SECRET', text, null, 'Its secret.'),
  variable(
    'DRAFTING_URL',
    address('https:', 'http:'),
    null,
    'Language model (chat completions) that may smooth the facts paragraph. Off when absent.',
  ),
  variable('DRAFTING_KEY', text, null, 'Key to DRAFTING_URL.'),
  variable('DRAFTING_MODEL', text, null, 'Model at DRAFTING_URL.'),
  variable(
    'CHANGE_WINDOW_MINUTES',
    wholeNumber(0, 10_080),
    '60',
    'Minutes between approval of a letter and its posting.',
  ),
  variable('PASSWORD_MIN_LENGTH', wholeNumber(6, 64), '6', 'Shortest password.'),
] as const satisfies readonly Variable[];
