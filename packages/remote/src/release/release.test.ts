import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf } from '@redress/release-client/publish';
import { main } from '../cli.ts';
import { aService } from '../testing/service.ts';
import { adviceOf } from './doctor.ts';

const KEY = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const TOKEN = 'rr_0123456789abcdefghijklmno';
const ENTRY = 'self.x=1';

const DESCRIPTOR = {
  format: 1,
  name: 'mf-greetings',
  version: '0.1.0',
  buildId: '0123456789ab',
  owner: 'team-hello',
  entry: 'entry.js',
  globalName: 'mf_greetings_0123456789ab',
  exposes: {},
  files: { 'entry.js': { integrity: integrityOf(Buffer.from(ENTRY)), bytes: ENTRY.length } },
  prerendered: {},
  shared: {},
  contracts: '^1.0.0',
  config: {
    name: 'mf-greetings',
    owner: 'team-hello',
    routes: [],
    slots: {},
    prerender: [],
    updatePolicy: 'ask',
    persisted: {},
    requires: { contracts: '^1.0.0' },
  },
};
const INSPECTION = {
  channel: 'production',
  number: 7,
  at: new Date().toISOString(),
  shell: { version: '1.0.0', buildId: '5e1100000000' },
  team: 'team-hello',
  obstacles: [],
  warnings: [],
  isPublished: false,
  sameVersion: [],
  firstLoadBytes: 100,
  budgetBytes: 90_000,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-remote-'));
  mkdirSync(path.join(folder, 'dist'));
  writeFileSync(path.join(folder, 'dist/build.json'), JSON.stringify(DESCRIPTOR));
  writeFileSync(path.join(folder, 'dist/entry.js'), ENTRY);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], environment: NodeJS.ProcessEnv) {
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const exitCode = await main(args, { directory: folder, environment, write, writeError: write });
  return { exitCode, text: said.join('\n') };
}
const environmentOf = (url: string) => ({ RELEASE_URL: url, RELEASE_TOKEN: TOKEN, RELEASE_TEAM_KEY: KEY });

it.each([
  ['ADDRESS_MISSING', { RELEASE_URL: '' }],
  ['ADDRESS_INVALID', { RELEASE_URL: 'releases' }],
  ['ADDRESS_UNSAFE', { RELEASE_URL: 'http://releases.example.com' }],
  ['TOKEN_MISSING', { RELEASE_TOKEN: undefined }],
  ['TOKEN_INVALID', { RELEASE_TOKEN: '"quoted token"' }],
  ['KEY_MISSING', { RELEASE_TEAM_KEY: '' }],
  ['KEY_INVALID', { RELEASE_TEAM_KEY: '-----BEGIN PRIVATE KEY-----\nMC4CAQ' }],
])('a CI machine is told what it lacks: %s, before anything is sent or built', async (code, changed) => {
  const service = await aService({});
  const { exitCode, text } = await run(['publish', '--dist', 'dist'], { ...environmentOf(service.url), ...changed });
  await service.close();
  expect({ exitCode, asked: service.asked }).toEqual({ exitCode: 1, asked: [] });
  expect(text).toMatch(new RegExp(`^${code}: .+\\n.+`));
  expect(text).not.toContain('MC4CAQ');
});

it('takes a key that a CI system keeps on one line', async () => {
  const service = await aService({ 'POST /api/inspect': { body: INSPECTION } });
  const environment = { ...environmentOf(service.url), RELEASE_TEAM_KEY: KEY.trim().replaceAll('\n', '\\n') };
  expect(await run(['doctor', '--dist', 'dist'], environment)).toMatchObject({ exitCode: 0 });
  await service.close();
});

it('says what a release would be refused for, each with the way to mend it, and fails the job', async () => {
  const obstacle = {
    code: 'NOT_ALLOWED',
    message: 'developer-team-a may not.',
    remedy: 'Ask them.',
    canBeOverridden: false,
  };
  const warning = { code: 'SHARED_TYPE', message: 'Card has another type.', remedy: 'Build again.' };
  const body = { ...INSPECTION, obstacles: [obstacle], warnings: [warning], sameVersion: ['ffffffffffff'] };
  const service = await aService({ 'POST /api/inspect': { body } });
  const { exitCode, text } = await run(['doctor', '--dist', 'dist'], environmentOf(service.url));
  await service.close();
  expect(exitCode).toBe(1);
  expect(text).toContain('wrong  NOT_ALLOWED: developer-team-a may not.\n       Ask them.');
  expect(text).toContain('note   SHARED_TYPE: Card has another type.');
  expect(text).toContain('note   VERSION_TAKEN');
  expect(text).not.toContain('Nothing stands in the way');
  expect(service.asked).toMatchObject([{ body: { files: { 'entry.js': ENTRY } }, token: `Bearer ${TOKEN}` }]);
});

it('names everything that is missing at once', async () => {
  const { exitCode, text } = await run(['doctor', '--dist', 'nowhere'], {});
  expect(exitCode).toBe(1);
  for (const code of ['ADDRESS_MISSING', 'TOKEN_MISSING', 'KEY_MISSING', 'BUILD_MISSING'])
    expect(text).toContain(`wrong  ${code}`);
});

it('publishes, promotes, and goes on where a lost answer had left it', async () => {
  const service = await aService({
    'POST /api/builds': { body: { name: 'mf-greetings', buildId: '0123456789ab', missing: [], isNew: false } },
    'POST /api/promote': { status: 409, body: { code: 'ALREADY_CURRENT', message: 'It serves.' } },
  });
  const { exitCode, text } = await run(['publish', '--dist', 'dist', '--promote'], environmentOf(service.url));
  await service.close();
  expect(exitCode).toBe(0);
  expect(text).toMatch(/was published before.*\nproduction serves it already\./);
});

it('shows the refusal of the service with its remedy', async () => {
  const body = { code: 'NOT_ALLOWED', message: 'ci-letters is of team-letters; mf-greetings belongs to team-hello.' };
  const service = await aService({ 'POST /api/builds': { status: 403, body } });
  const { exitCode, text } = await run(['publish', '--dist', 'dist'], environmentOf(service.url));
  await service.close();
  expect({ exitCode, text }).toEqual({
    exitCode: 1,
    text: expect.stringMatching(/^NOT_ALLOWED: ci-letters is of team-letters.*\nAsk /),
  });
});

it('says plainly that the service does not answer', async () => {
  const { text } = await run(['types'], environmentOf('http://127.0.0.1:9'));
  expect(text).toMatch(/^UNREACHABLE: /);
});

describe('types', () => {
  const offered = {
    ...{ channel: 'production', number: 7, at: '2026-03-01T12:00:00Z', shell: INSPECTION.shell, contracts: '1.2.0' },
    names: { '@redress/ui': ['Button'] },
    types: { '@redress/ui': { Button: { '': 'a' } } },
    files: { '@redress/ui/index.d.ts': 'export declare const a: 1;\n' },
  };

  it('writes what the deployed shell gives in the place of what was there', async () => {
    const service = await aService({ 'GET /api/types': { body: offered } });
    mkdirSync(path.join(folder, '.redress/types/@redress/gone'), { recursive: true });
    expect(await run(['types'], environmentOf(service.url))).toMatchObject({ exitCode: 0 });
    await service.close();
    const read = (file: string) => readFileSync(path.join(folder, '.redress/types', file), 'utf8');
    expect(read('@redress/ui/index.d.ts')).toBe(offered.files['@redress/ui/index.d.ts']);
    expect(JSON.parse(read('@redress/ui/types.json'))).toEqual({ Button: { '': 'a' } });
    expect(existsSync(path.join(folder, '.redress/types/@redress/gone'))).toBe(false);
  });

  it.each(['../../evil.d.ts', '@redress/../../evil.d.ts', '@redress/ui/run.js'])('writes no %s', async (file) => {
    const service = await aService({ 'GET /api/types': { body: { ...offered, files: { [file]: 'x' } } } });
    expect(await run(['types'], environmentOf(service.url))).toMatchObject({ exitCode: 1 });
    await service.close();
    expect(existsSync(path.join(folder, '.redress'))).toBe(false);
  });

  it('tells that the types of a repository are a year old', () => {
    const { names: _, types: __, files: ___, ...about } = offered;
    const at = '2027-03-01T12:00:00Z';
    const inspected = { ...INSPECTION, at, shell: { version: '2.0.0', buildId: '5e2200000000' } };
    expect(adviceOf(inspected, about, new Date(at))).toEqual([
      expect.objectContaining({ code: 'TYPES_OLD', message: expect.stringMatching(/365 days old/) }),
    ]);
    expect(adviceOf(INSPECTION, { ...about, at: INSPECTION.at }, new Date(INSPECTION.at))).toEqual([]);
  });

  it('tells that the clock of this machine is wrong', () => {
    const now = new Date(new Date(INSPECTION.at).getTime() - 3_600_000);
    expect(adviceOf(INSPECTION, null, now)).toEqual([
      expect.objectContaining({ code: 'CLOCK_OFF', message: expect.stringMatching(/60 minutes/) }),
    ]);
  });
});
