import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accepted, present, SECRET_VARIABLES } from '@redress/server/secrets';
import { followSecrets, readConfig, runsSandbox } from './config.ts';
import { DEFAULT_SITE_CONFIG, readSiteConfig } from './site-config.ts';
import { traceHeaders } from './trace-headers.ts';
import { ABOUT, Environment } from './variables.ts';

const LIVE = {
  SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  LOB_API_KEY: 'live_x',
  LOB_WEBHOOK_SECRET: 'x',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'x',
  PLACES_KEY: 'x',
};

it('runs everything on loopback with the sandbox when nothing is set', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: 'localhost',
    port: 3000,
    consolePort: 3001,
    sandboxPort: 3010,
    isProduction: false,
  });
  expect(config.roles.size).toBe(5);
  expect(runsSandbox(config)).toBe(true);
});

it.each([
  ['PORT', '80000', /PORT must be a whole number from 0 to 65535/],
  ['PORT', 'http', /PORT must be/],
  ['ROLES', 'site,admin', /ROLES must be a list of site, claims/],
  ['ROLES', 'site,', /ROLES must be a list of site, claims/],
  ['DATABASE_POOL', '0', /DATABASE_POOL must be a whole number from 1 to 200/],
  ['SMTP_URL', 'secret', /SMTP_URL must be an address beginning with smtp:\/\/ or smtps:\/\//],
  ['HEALTH_GATE', 'secret', /HEALTH_GATE must be yes or no/],
  ['RELEASE_SITES', 'https://a.example,secret', /RELEASE_SITES must be a list of addresses/],
  ['DATABASE_URL', 'mysql://u:secret@h/db', /DATABASE_URL must be an address beginning with postgres/],
  ['NODE_ENV', 'staging', /NODE_ENV must be development or test or production/],
  ['STRIPE_SECRET_KEY', 'pk_test_secret', /STRIPE_SECRET_KEY must be a key beginning with sk_/],
])('refuses %s=%s in one sentence that does not repeat the value', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
  try {
    readConfig({ [name]: value });
  } catch (error) {
    expect((error as Error).message).not.toContain('secret');
    expect((error as Error).message.split('\n')).toHaveLength(1);
  }
});

it('reads lists, numbers and answers, and takes a variable set to nothing as not set', () => {
  expect(
    readConfig({
      PORT: ' 4000 ',
      ROLES: 'site, releases',
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,',
      RELEASE_SITES: 'https://a.example,https://b.example',
      REDRESS_DEV_REMOTES: 'mf-auth=http://127.0.0.1:4150/',
      HEALTH_GATE: 'no',
      DATABASE_URL: ' ',
      CONSOLE_PORT: '',
    }),
  ).toMatchObject({
    port: 4000,
    consolePort: 4001,
    roles: new Set(['site', 'releases']),
    trustedProxies: ['10.0.0.0/8', '127.0.0.1'],
    releaseSites: ['https://a.example', 'https://b.example'],
    devRemotes: [{ name: 'mf-auth', url: 'http://127.0.0.1:4150/' }],
    healthGate: false,
    databaseUrl: null,
    publishAtStart: true,
  });
});

it('refuses half of a provider', () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY/,
  );
  expect(() => readConfig({ S3_URL: 'https://s3.example' })).toThrow(/S3_BUCKET/);
});

it('refuses sandbox drivers in production unless somebody says so', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /In production SMTP_URL, STRIPE_SECRET_KEY, .* must be set/,
  );
  expect(readConfig({ NODE_ENV: 'production', SANDBOX_IN_PRODUCTION: 'yes' }).isProduction).toBe(true);
  const live = readConfig({ NODE_ENV: 'production', ROLES: 'claims,worker,releases', ...LIVE });
  expect(runsSandbox(live)).toBe(false);
  expect(live.publishAtStart).toBe(false);
  expect(live.providers.smtp).toMatchObject({ host: 'mail.example', port: 465, secure: true, password: 'p@ss' });
});

it.each([
  ['STRIPE_SECRET_KEY', 'sk_live_1', 'STRIPE_URL'],
  ['STRIPE_SECRET_KEY', 'rk_live_1', 'STRIPE_URL'],
  ['LOB_API_KEY', 'live_1', 'LOB_URL'],
])('sends no live %s to a sandbox (%s)', (name, live, address) => {
  const others = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    LOB_API_KEY: 'test_1',
    LOB_WEBHOOK_SECRET: 'x',
    [address]: 'http://sandbox.example',
  };
  expect(readConfig(others).providers.stripe?.secretKey).toBe('sk_test_1');
  expect(() => readConfig({ ...others, [name]: live })).toThrow(
    `${name} must be a key of the sandbox that ${address} names`,
  );

  const folder = mkdtempSync(path.join(tmpdir(), 'redress-secrets-'));
  writeFileSync(path.join(folder, name), live);
  expect(() => followSecrets({ ...others, SECRETS_DIR: folder }, { info() {}, warn() {} })).toThrow(
    `${name} must be a key of the sandbox that ${address} names`,
  );
  rmSync(folder, { recursive: true });
});

it('lets a site alone start without providers, and asks where releases come from', () => {
  expect(() => readConfig({ ROLES: 'site' })).toThrow(/RELEASES_URL/);
  expect(readConfig({ ROLES: 'site', RELEASES_URL: 'http://releases:3001' }).roles.size).toBe(1);
});

it('serves no production site whose pages send people to an address that no person reads', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-site-config-'));
  const withEmail = (company_email: string) => {
    const SITE_CONFIG = path.join(folder, 'site.json');
    writeFileSync(SITE_CONFIG, JSON.stringify({ footer: { company_email } }));
    return { ROLES: 'site', RELEASES_URL: 'http://releases:3001', NODE_ENV: 'production', SITE_CONFIG };
  };
  expect(readConfig(withEmail('help@acme.example')).roles.size).toBe(1);
  for (const email of ['', DEFAULT_SITE_CONFIG.footer.company_email])
    expect(() => readConfig(withEmail(email))).toThrow(/SITE_CONFIG must name footer.company_email/);
  rmSync(folder, { recursive: true });
});

it('takes the provider of the console whole, and sessions over TLS alone', () => {
  const oidc = { CONSOLE_OIDC_ISSUER: 'https://id.example', CONSOLE_OIDC_CLIENT_ID: 'x' };
  expect(() => readConfig(oidc)).toThrow(/CONSOLE_OIDC_CLIENT_SECRET must be set/);
  const whole = { ...oidc, CONSOLE_OIDC_CLIENT_SECRET: 'x' };
  expect(readConfig(whole).consoleOidc).toMatchObject({ issuer: 'https://id.example' });
  expect(() => readConfig({ ...whole, CONSOLE_ORIGIN: 'http://releases.example' })).toThrow(/https/);
  expect(readConfig({ ...whole, CONSOLE_ORIGIN: 'https://releases.example/x' }).consoleOrigin).toBe(
    'https://releases.example',
  );
});

it('asks for each secret at its use, and derives the login of the mail server anew', () => {
  const now: Record<string, string> = {
    DATABASE_URL: 'postgresql://first@db/redress',
    METRICS_TOKEN: 'metrics-token-0001',
    SMTP_URL: 'smtps://mail:first@mail.example:465',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20one',
  };
  const config = readConfig({ ...now }, { value: (name) => now[name] ?? '' });
  Object.assign(now, {
    DATABASE_URL: 'postgresql://next@db/redress',
    METRICS_TOKEN: 'metrics-token-0002 metrics-token-0001',
    SMTP_URL: 'smtps://mail:n%C3%A9xt@mail.example:465',
    STRIPE_SECRET_KEY: 'sk_live_2',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20two,x-team=a',
  });
  expect(present(config.databaseUrl ?? '')).toBe('postgresql://next@db/redress');
  expect(accepted(config.metricsToken ?? '')).toEqual(['metrics-token-0002', 'metrics-token-0001']);
  expect(present(config.providers.smtp?.password ?? '')).toBe('néxt');
  expect(present(config.providers.stripe?.secretKey ?? '')).toBe('sk_live_2');
  expect(traceHeaders(config.traces?.headers ?? '')).toEqual({ authorization: 'Bearer two', 'x-team': 'a' });
});

it('follows exactly the variables that are secrets, and refuses a start with a file of another form', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-secrets-'));
  const log = { info() {}, warn() {} };
  writeFileSync(path.join(folder, 'STRIPE_SECRET_KEY'), 'not a key');
  expect(() => followSecrets({ SECRETS_DIR: folder }, log)).toThrow(
    /^SECRETS_DIR: .*STRIPE_SECRET_KEY must be a key beginning with sk_ or rk_\. Correct it/,
  );
  // The archive's alone, which is a command.
  expect(SECRET_VARIABLES.filter((name) => !(name in Environment.shape))).toEqual([
    'BACKUP_DATABASE_URL',
    'BACKUP_SECRET',
  ]);
  expect(
    Object.keys(Environment.shape).filter(
      (name) => /SECRET|TOKEN|_KEY$|KEY_ID$/.test(name) && !(SECRET_VARIABLES as readonly string[]).includes(name),
    ),
  ).toEqual(['SECRETS_DIR', 'SECRET_FILE']);
  rmSync(folder, { recursive: true });
});

it('is documented whole: every variable stands in the guide with its default', () => {
  const file = path.resolve(import.meta.dirname, '../../../../docs/guides/configuration.md');
  expect(existsSync(file)).toBe(true);
  const guide = readFileSync(file, 'utf8');
  const missing = Object.entries(Environment.shape).filter(([name, form]) => {
    const { about } = ABOUT.get(form) ?? {};
    return about === undefined || !guide.includes(`| \`${name}\``) || !guide.includes(about);
  });
  expect(missing.map(([name]) => name)).toEqual([]);
});

describe('the site configuration', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-config-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = (content: string) => {
    writeFileSync(path.join(folder, 'site.json'), content);
    return path.join(folder, 'site.json');
  };

  it('is the default where the file is silent', () => {
    const config = readSiteConfig(file('{"header":{"site_title":"Acme Claims"},"wizard":{"amountMax":250000}}'));
    expect(config.header.site_title).toBe('Acme Claims');
    expect(config.footer).toEqual(DEFAULT_SITE_CONFIG.footer);
    expect(config.wizard).toEqual({ layout: 'A', amountMin: 250, amountMax: 250_000 });
  });

  it('takes every setting there is, and every text left empty', () => {
    const every = {
      header: {
        ...DEFAULT_SITE_CONFIG.header,
        site_logo: '/logo.svg',
        navigation_items: [{ title: 'Help', url: '/help' }],
      },
      footer: {
        footer_text: '© Acme',
        company_email: 'help@acme.example',
        postal_address: '12 Oak Ave, Ames, IA 50010',
        social_links: {
          linkedin: 'https://l.example',
          facebook: 'https://f.example',
          instagram: 'https://i.example',
          twitter: 'https://x.example',
        },
      },
      advertisement: DEFAULT_SITE_CONFIG.advertisement,
      offer: { enabled: false },
      wizard: DEFAULT_SITE_CONFIG.wizard,
      locale: 'tr',
    };
    expect(readSiteConfig(file(JSON.stringify(every)))).toEqual(every);

    const emptied = JSON.stringify({
      header: { site_title: ' ', site_tagline: '', seo: { meta_title: '', meta_description: '', meta_keywords: '' } },
      footer: { footer_text: '', company_email: '', postal_address: '', social_links: { twitter: '' } },
    });
    const none = readSiteConfig(file(emptied));
    // A link, a letterhead and a window need a name.
    expect(none.header.site_title).toBe('Redress');
    expect(none.header.seo.meta_title).toBe('Redress');
    expect(none.footer.footer_text).toBe('');
  });

  it.each([
    ['{"header":{"site_titel":"x"}}', /header.site_titel, which is not a setting/],
    ['{"wizard":{"layout":"C"}}', /wizard.layout/],
    ['{"wizard":{"amountMin":300,"amountMax":200}}', /amountMin is above/],
    ['{"header":{"navigation_items":[{"title":"x","url":"javascript:alert(1)"}]}}', /neither a path/],
    ['{"header":{"site_logo":"//evil.example/x.png"}}', /neither a path/],
    ['{"footer":{"social_links":{"myspace":"x"}}}', /footer.social_links.myspace, which is not a setting/],
    ['{"offer":null}', /offer/],
    ['[]', /correct the file/],
    ['{broken', /correct the file/],
  ])('refuses %s in one sentence', (content, sentence) => {
    expect(() => readSiteConfig(file(content))).toThrow(sentence);
    expect(() => readSiteConfig(file(content))).toThrow(/^SITE_CONFIG .*: correct the file\.$/);
  });
});
