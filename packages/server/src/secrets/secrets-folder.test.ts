import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accepted, madeFrom } from './secret.ts';
import { environmentWithSecrets, openSecretsFolder } from './secrets-folder.ts';

let folder: string;
const said: string[] = [];
const log = { info: (line: string) => void said.push(line), warn: (line: string) => void said.push(line) };
const refusalOf = (name: string, value: string) =>
  name === 'STRIPE_SECRET_KEY' && !value.startsWith('sk_') ? 'a key beginning with sk_' : null;

beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(path.join(tmpdir(), 'redress-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, value: string) => writeFileSync(path.join(folder, name), value);
const open = (environment: Record<string, string> = {}) => {
  const secrets = openSecretsFolder({ environment: { SECRETS_DIR: folder, ...environment }, log, refusalOf });
  secrets.stop();
  return secrets;
};

it('takes a file in place of the variable, and its new content without a restart', () => {
  put('PLACES_KEY', 'first\n');
  const secrets = open({ PLACES_KEY: 'of the environment', LOB_API_KEY: 'stays' });
  expect(secrets.environment).toMatchObject({ PLACES_KEY: 'first', LOB_API_KEY: 'stays' });
  expect(secrets.value('LOB_API_KEY')).toBe('stays');
  put('PLACES_KEY', 'second');
  secrets.look();
  secrets.look();
  expect(secrets.value('PLACES_KEY')).toBe('second');
  expect(said).toEqual(['secrets were changed: PLACES_KEY']);
});

it('takes a key and its secret together, however long the writing of the second file takes', () => {
  put('S3_ACCESS_KEY_ID', 'id 1');
  put('S3_SECRET_ACCESS_KEY', 'secret 1');
  const secrets = open();
  const pair = () => [secrets.value('S3_ACCESS_KEY_ID'), secrets.value('S3_SECRET_ACCESS_KEY')];
  put('S3_ACCESS_KEY_ID', 'id 2');
  secrets.look();
  put('S3_SECRET_ACCESS_KEY', 'secret 2');
  secrets.look();
  expect(pair()).toEqual(['id 1', 'secret 1']);
  secrets.look();
  expect(pair()).toEqual(['id 2', 'secret 2']);
});

it.each([
  ['empty', () => put('STRIPE_SECRET_KEY', ''), 'is empty'],
  ['half written', () => put('STRIPE_SECRET_KEY', 's'), 'must be a key beginning with sk_'],
  ['gone', () => rmSync(path.join(folder, 'STRIPE_SECRET_KEY')), 'is gone'],
  ['too long', () => put('STRIPE_SECRET_KEY', `sk_${'x'.repeat(70_000)}`), 'is too long'],
  [
    'a folder',
    () => {
      rmSync(path.join(folder, 'STRIPE_SECRET_KEY'));
      mkdirSync(path.join(folder, 'STRIPE_SECRET_KEY'));
    },
    'cannot be read (EISDIR)',
  ],
])('keeps the last good value of a file that is %s, and names it without its content', (_, spoil, fault) => {
  put('STRIPE_SECRET_KEY', 'sk_good');
  put('PLACES_KEY', 'first');
  const secrets = open();
  spoil();
  put('PLACES_KEY', 'second');
  for (let looks = 0; looks < 4; looks += 1) secrets.look();
  expect(secrets.value('STRIPE_SECRET_KEY')).toBe('sk_good');
  expect(secrets.value('PLACES_KEY')).toBe('second');
  expect(secrets.health()).toEqual({
    ok: true,
    detail: `SECRETS_DIR: STRIPE_SECRET_KEY ${fault}; the value before is in use`,
  });
  expect(said.filter((line) => line.includes(fault))).toHaveLength(1);
  rmSync(path.join(folder, 'STRIPE_SECRET_KEY'), { recursive: true, force: true });
  put('STRIPE_SECRET_KEY', 'sk_next');
  for (let looks = 0; looks < 2; looks += 1) secrets.look();
  expect(secrets.value('STRIPE_SECRET_KEY')).toBe('sk_next');
  expect(secrets.health()).toEqual({ ok: true });
});

it('keeps every value while the folder is away', () => {
  put('PLACES_KEY', 'first');
  const secrets = open();
  renameSync(folder, `${folder}.away`);
  for (let looks = 0; looks < 2; looks += 1) secrets.look();
  expect(secrets.value('PLACES_KEY')).toBe('first');
  expect(secrets.health().detail).toContain('PLACES_KEY cannot be read (ENOENT)');
  renameSync(`${folder}.away`, folder);
});

it('follows a folder that is replaced as a whole by a link, as Kubernetes does', () => {
  for (const version of ['1', '2']) {
    mkdirSync(path.join(folder, version));
    writeFileSync(path.join(folder, version, 'PLACES_KEY'), `key ${version}`);
  }
  symlinkSync('1', path.join(folder, '..data'));
  symlinkSync('..data/PLACES_KEY', path.join(folder, 'PLACES_KEY'));
  const secrets = open();
  symlinkSync('2', path.join(folder, '..next'));
  renameSync(path.join(folder, '..next'), path.join(folder, '..data'));
  for (let looks = 0; looks < 2; looks += 1) secrets.look();
  expect(secrets.value('PLACES_KEY')).toBe('key 2');
});

it('moves a variable of the environment to a file without a restart, and leaves what was not set at the start', () => {
  const secrets = open({ PLACES_KEY: 'of the environment' });
  put('PLACES_KEY', 'of a file');
  put('LOB_API_KEY', 'never set');
  for (let looks = 0; looks < 2; looks += 1) secrets.look();
  expect([secrets.value('PLACES_KEY'), secrets.value('LOB_API_KEY')]).toEqual(['of a file', '']);
});

it('refuses a start with a file that cannot be used, and says which without its content', () => {
  put('STRIPE_SECRET_KEY', 'pk_wrong');
  expect(open).toThrow(`${folder}/STRIPE_SECRET_KEY must be a key beginning with sk_.`);
  put('STRIPE_SECRET_KEY', '');
  expect(open).toThrow('STRIPE_SECRET_KEY is empty.');
});

it('gives a command the variables of the folder', () => {
  put('DATABASE_URL', 'postgresql://of-the-folder/redress\n');
  expect(environmentWithSecrets({ SECRETS_DIR: folder, DATA_DIR: 'x' })).toMatchObject({
    DATABASE_URL: 'postgresql://of-the-folder/redress',
    DATA_DIR: 'x',
  });
});

it('accepts each of several secrets, and makes a client anew only when one of its secrets is another', () => {
  let key = 'new\n  old\n';
  expect(accepted(() => key)).toEqual(['new', 'old']);
  const replaced: string[] = [];
  const client = madeFrom(
    [() => key, 'fixed'],
    (...values) => values.join('+'),
    (before) => void replaced.push(before),
  );
  expect([client(), client()]).toEqual(['new\n  old\n+fixed', 'new\n  old\n+fixed']);
  key = 'new';
  expect([client(), client(), replaced]).toEqual(['new+fixed', 'new+fixed', ['new\n  old\n+fixed']]);
});
