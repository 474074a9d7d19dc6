import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error: it comes without types.
import composeverter from 'composeverter';
import { validate } from 'dockerfile-utils';
import { parse, stringify } from 'yaml';
import { ROLE_NAMES } from './variables.ts';

/** The files of docs/deploy, read by the programs they are for, where this machine has them. */
const DEPLOY = path.resolve(import.meta.dirname, '../../../../docs/deploy');
const textOf = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-deploy-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const has = (...programs: string[]) =>
  programs.every((name) => ['/usr/bin', '/usr/sbin', '/bin'].some((place) => existsSync(path.join(place, name))));
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

(has('nginx', 'openssl') ? it : it.skip)('nginx takes the configuration of the proxy', () => {
  const certificate = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=x'],
    ...['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem')],
  ];
  execFileSync('openssl', certificate, { stdio: 'ignore' });
  // Names of other hosts, ports below 1024 and the folders of the system are not there for a test.
  const text = textOf('nginx.conf')
    .replaceAll(/(site|claims)-\d(:\d+)/g, '127.0.0.1$2')
    .replaceAll('/etc/redress/tls', folder)
    .replaceAll('/var/cache', folder)
    .replaceAll(/listen (\d+)/g, `listen unix:${folder}/$1.sock`)
    .replace(
      'http {',
      `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
    );
  writeFileSync(path.join(folder, 'nginx.conf'), `pid ${folder}/pid;\nerror_log stderr;\n${text}`);
  const check = () =>
    spawnSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')], { encoding: 'utf8', env });
  const { status, stderr } = check();
  // A newer nginx may warn.
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
  writeFileSync(path.join(folder, 'nginx.conf'), text.replace('proxy_pass', 'proxy_pas'));
  expect(check().status).not.toBe(0);
});

(has('systemd-analyze') ? it : it.skip)('systemd knows every setting of the unit', () => {
  const unit = path.join(folder, 'redress@releases-1.service');
  const text = textOf('systemd/redress@.service')
    .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${folder}`);
  writeFileSync(unit, text);
  mkdirSync(`${unit}.d`);
  cpSync(path.join(DEPLOY, 'systemd/releases.conf'), path.join(`${unit}.d`, 'keys.conf'));
  const verify = () => spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', env });
  expect(verify()).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(unit, text.replace('Restart=', 'Restrt='));
  expect(verify().stderr).toContain('Restrt');
});

(has('systemd-analyze') ? it : it.skip)('systemd finds the unit well shut in', () => {
  const unit = path.join(folder, 'redress@site-1.service');
  cpSync(path.join(DEPLOY, 'systemd/redress@.service'), unit);
  // Exposure in tenths, as systemd counts it. What is left: the network, Node's own compiler, calls that are not filtered.
  const words = ['security', '--offline=true', '--no-pager', '--threshold=35', unit];
  const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8', env });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});

it('the image file has no fault that a linter finds', () => {
  expect(validate(textOf('Containerfile'))).toEqual([]);
  expect(validate('FROM x\nCPY a b\n')).toMatchObject([{ message: 'Unknown instruction: CPY' }]);
});

it('the compose file is as the schema of the compose specification asks for', () => {
  // What YAML itself does (anchors, merges) is done before: the schema knows nothing of it. The package reads whole numbers as
  // bigint, which its schema takes for no number: compose.yml quotes them.
  const whole = () => parse(textOf('compose.yml'), { merge: true }) as { services: Record<string, object> };
  const { validateDockerComposeToCommonSpec: faultsOf } = composeverter as {
    validateDockerComposeToCommonSpec: (text: string) => { message: string }[];
  };
  const faultsIn = (compose: object) => faultsOf(stringify(compose, { aliasDuplicateObjects: false }));
  expect(faultsIn(whole())).toEqual([]);
  const wrong = whole();
  wrong.services['site-1'] = { ...wrong.services['site-1'], stop_grace_period: 35, restrt: 'always' };
  expect(faultsIn(wrong)).toMatchObject([
    { message: expect.stringContaining("'restrt' is unknown") },
    { message: expect.stringContaining('/services/site-1/stop_grace_period') },
  ]);
});

interface Compose {
  services: Record<string, { environment?: { ROLES?: string }; volumes?: string[] }>;
  volumes: Record<string, unknown>;
}

it('the compose file starts every role but the sandbox twice, with volumes that it declares', () => {
  const { services, volumes } = parse(textOf('compose.yml'), { merge: true }) as Compose;
  const roles = Object.values(services).flatMap(({ environment }) => environment?.ROLES ?? []);
  const wanted = ROLE_NAMES.filter((role) => role !== 'sandbox').flatMap((role) => [role, role]);
  expect(roles.toSorted()).toEqual(wanted.toSorted());
  const used = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((name) => !name.startsWith('.'));
  expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
  // A process that only reads keys cannot change them; those that sign can.
  const writers = Object.entries(services).filter(([, service]) =>
    service.volumes?.includes('./keys:/etc/redress/keys'),
  );
  expect(writers.map(([name]) => name)).toEqual(['releases-1', 'releases-2']);
});
