import { fromDeploy, readUnit } from './deploy.ts';
import type { SandboxKeys } from './first-files.ts';
import { layoutOf, portsFrom } from './layout.ts';
import { nginxConfig } from './nginx.ts';
import { pgbouncerConfig } from './pgbouncer.ts';

const keys: SandboxKeys = {
  stripeSecretKey: 'sk_test_1',
  stripePublishableKey: 'pk_test_1',
  stripeWebhookSecret: 'whsec_1',
  lobApiKey: 'test_1',
  lobWebhookSecret: 'lobsec_1',
  placesKey: 'AIza1',
  oidcClientId: 'client',
  oidcClientSecret: 'oidcsec_1',
  consoleClientId: 'console',
  consoleClientSecret: 'oidcsec_2',
  smtpPassword: 'smtp_1',
};
const given = {
  folder: '/var/cluster',
  firstPort: 9000,
  databaseUrl: 'postgresql://redress@127.0.0.1:9003/redress',
  keys,
  certificate: '/var/cluster/tls/certificate.pem',
  metricsToken: 'm'.repeat(16),
};
const layout = layoutOf(given);
const ofRole = (role: string) => layout.members.filter((member) => member.role === role);

it('gives each process a port and a folder of its own', () => {
  const ports = [
    ...layout.members.map(({ port }) => port),
    ...layout.ports.postgres,
    layout.ports.database,
    layout.ports.s3,
  ];
  expect(new Set(ports).size).toBe(ports.length);
  const folders = layout.members.map(({ environment }) => environment['DATA_DIR']);
  expect(new Set(folders).size).toBe(folders.length);
});

it('runs two of each role, and the sandbox once', () => {
  expect(['releases', 'claims', 'worker', 'site', 'sandbox'].map((role) => ofRole(role).length)).toEqual([
    2, 2, 2, 2, 1,
  ]);
});

it('leads past a pooler where there is one', () => {
  const { members } = layoutOf({
    ...given,
    databaseUrl: 'postgresql://pooler/redress',
    databaseDirectUrl: 'postgresql://direct/redress',
  });
  const urls = members.map(({ environment }) => [environment['DATABASE_URL'], environment['DATABASE_DIRECT_URL']]);
  expect(new Set(urls.filter(([url]) => url).map(String))).toEqual(
    new Set(['postgresql://pooler/redress,postgresql://direct/redress']),
  );
  const file = pgbouncerConfig('/var/cluster', { listens: layout.ports.pooler, leadsTo: layout.ports.database });
  expect(file).toContain(`port=${layout.ports.database} `);
  expect(file).toContain(`listen_port = ${layout.ports.pooler}\n`);
  expect(file).toContain('listen_addr = 127.0.0.1\n');
  expect(file).toContain('auth_file = /var/cluster/pgbouncer/users.txt\n');
});

it('starts each process by the unit of docs/deploy, whose limits the image has too', () => {
  const unit = readUnit();
  expect(unit).toMatchObject({ restartMs: 2_000, stopSignal: 'SIGTERM', stopMs: 35_000, memoryMb: 512 });
  expect(unit.args.at(-1)).toBe('services/site/src/main.ts');
  const told = Object.entries(unit.environment).map(([name, value]) => `${name}=${value}`);
  expect(told).toHaveLength(2);
  const image = fromDeploy('Containerfile', []);
  expect(image).toContain(`CMD ${JSON.stringify(['node', ...unit.args]).replaceAll(',', ', ')}\n`);
  expect(image).toContain(`ENV ${told.join(' ')}\n`);
  for (const { environment } of layout.members) expect(environment).toMatchObject(unit.environment);
});

it('refuses a file of docs/deploy that does not have what is replaced in it', () => {
  expect(() => fromDeploy('nginx.conf', [['site-7:3000', '127.0.0.1:1']])).toThrow('does not say: site-7:3000');
});

it('gives the database to whoever works on it and to no site', () => {
  const withDatabase = layout.members
    .filter(({ environment }) => 'DATABASE_URL' in environment)
    .map(({ role }) => role);
  expect(new Set(withDatabase)).toEqual(new Set(['releases', 'claims', 'worker']));
});

it('tells each site of both release services, and lets one of them publish', () => {
  for (const { environment } of ofRole('site')) {
    expect(environment['RELEASES_URL']).toBe(
      ofRole('releases')
        .map(({ port }) => `http://127.0.0.1:${port}`)
        .join(','),
    );
  }
  expect(ofRole('releases').map(({ environment }) => environment['PUBLISH_AT_START'])).toEqual(['yes', 'no']);
});

describe('the configuration of nginx', () => {
  const config = (primary: number) => nginxConfig(layout, { primary, modules: '/modules', consolePorts: [9035, 9036] });

  it('leads the database to the primary, whichever that is', () => {
    expect(config(9004)).toContain('listen 127.0.0.1:9003;\n    proxy_pass 127.0.0.1:9004;');
    expect(config(9005)).toContain('proxy_pass 127.0.0.1:9005;');
  });

  it('sends calls to both processes of the claims, and everything else to the sites', () => {
    const text = config(9004);
    for (const role of ['claims', 'site']) {
      const upstream = text.slice(text.indexOf(`upstream ${role} {`));
      for (const { port } of ofRole(role))
        expect(upstream.slice(0, upstream.indexOf('}'))).toContain(`127.0.0.1:${port} `);
    }
    expect(text).toContain('location /api/ { proxy_pass http://claims; }');
    expect(text).toContain('location / { proxy_pass http://site; }');
  });

  it('believes no address that a visitor sends, and keeps from him what is for operators', () => {
    expect(config(9004)).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(config(9004)).not.toContain('$proxy_add_x_forwarded_for');
    const kept = [...config(9004).matchAll(/location = (\S+) \{ return 404; \}/g)].map(([, at]) => at);
    expect(kept).toEqual(['/metrics', '/readyz']);
  });

  it('says all else as docs/deploy does, with addresses and folders of this machine', () => {
    const documented = fromDeploy('nginx.conf', [])
      .split('\n')
      .map((line) => line.trim());
    const written = new Set(
      config(9004)
        .split('\n')
        .map((line) => line.trim()),
    );
    const theirs = /^user |claims\.example|(site|claims)-\d:|\/etc\/redress|\/var\/cache|^listen /;
    expect(documented.filter((line) => !written.has(line) && !theirs.test(line))).toEqual([]);
    expect(config(9004)).not.toMatch(/claims\.example|(site|claims)-\d:|\/etc\/redress|\/var\/cache/);
  });

  it('listens on this machine alone', () => {
    const listened = [...config(9004).matchAll(/listen ([^;]+);/g)].map(([, address]) => address);
    expect(listened).toHaveLength(4);
    for (const address of listened) expect(address).toMatch(/^127\.0\.0\.1:/);
    expect(portsFrom(9000).https).toBe(9000);
  });
});
