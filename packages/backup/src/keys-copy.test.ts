import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBackupFolder } from './backup-folder.ts';
import { copyKeys, restoreKeys } from './keys-copy.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'redress-keys-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const placesOf = (name: string) => {
  const keysDir = path.join(root, name);
  return { keysDir, secretFile: path.join(keysDir, 'secret'), backupSecret: null };
};
async function aCopy(): Promise<string> {
  const places = placesOf('keys');
  mkdirSync(places.keysDir);
  for (const name of ['secret', 'secret.next', 'trust.json', 'root.pem'])
    writeFileSync(path.join(places.keysDir, name), name);
  const folder = openBackupFolder(path.join(root, 'backups'));
  await copyKeys(folder, places, new Date('2026-04-01T08:00:00Z'));
  return folder.keys()[0]!.folder;
}

it('restores into the folder that is there, which may be a mount: it is not replaced', async () => {
  const copy = await aCopy();
  const places = placesOf('mounted');
  mkdirSync(path.join(places.keysDir, 'lost+found'), { recursive: true });
  const { ino } = statSync(places.keysDir);
  restoreKeys(copy, places);
  expect(statSync(places.keysDir).ino).toBe(ino);
  expect(readdirSync(places.keysDir).toSorted()).toEqual([
    'lost+found',
    'root.pem',
    'secret',
    'secret.next',
    'trust.json',
  ]);
  expect(statSync(places.secretFile).mode & 0o077).toBe(0);
});

it('copies no lock of a process that changes the keys meanwhile', async () => {
  const copy = await aCopy();
  const { keysDir } = placesOf('keys');
  writeFileSync(path.join(keysDir, 'trust.lock'), '1');
  const folder = openBackupFolder(path.join(root, 'locked'));
  await copyKeys(folder, placesOf('keys'), new Date());
  expect(readdirSync(folder.keys()[0]!.folder)).toEqual(readdirSync(copy));
});

it('begins again where it was killed among the keys, and leaves none of a damaged copy', async () => {
  const copy = await aCopy();
  const places = placesOf('again');
  mkdirSync(path.join(places.keysDir, '.restoring'), { recursive: true });
  writeFileSync(path.join(places.keysDir, '.restoring', 'half'), '');
  writeFileSync(path.join(places.keysDir, 'trust.json'), 'half');
  restoreKeys(copy, places);
  expect(readFileSync(path.join(places.keysDir, 'trust.json'), 'utf8')).toBe('trust.json');
  expect(readdirSync(places.keysDir)).not.toContain('.restoring');
  writeFileSync(path.join(copy, 'root.pem'), 'changed');
  expect(() => restoreKeys(copy, placesOf('damaged'))).toThrow('is damaged');
  expect(readdirSync(placesOf('damaged').keysDir)).toEqual(['.restoring']);
});

it('copies the secret that comes next also where the secret stands apart from the keys', async () => {
  const apart = path.join(root, 'apart');
  await aCopy();
  mkdirSync(apart);
  for (const name of ['of-us', 'of-us.next', 'of-us.former']) writeFileSync(path.join(apart, name), name);
  rmSync(path.join(root, 'keys/secret'));
  rmSync(path.join(root, 'keys/secret.next'));
  const folder = openBackupFolder(path.join(root, 'others'));
  const places = { keysDir: path.join(root, 'keys'), secretFile: path.join(apart, 'of-us'), backupSecret: null };
  await copyKeys(folder, places, new Date());
  expect(readdirSync(folder.keys()[0]!.folder)).toEqual(
    expect.arrayContaining(['secret', 'secret.next', 'secret.former', 'trust.json']),
  );
});

it.each(['../../outside', '/tmp/outside', '..', 'a\\b', ''])(
  'writes nothing outside of the folder of keys: %s',
  async (name) => {
    const copy = await aCopy();
    const bytes = Buffer.from('of another');
    const digest = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(path.join(copy, 'keys.json'), JSON.stringify({ [name]: digest }));
    expect(() => restoreKeys(copy, placesOf('restored'))).toThrow('names a file outside of its folder');
  },
);

it('restores no list of keys that another wrote than who has the secret of the backups', async () => {
  const folder = openBackupFolder(path.join(root, 'marked'));
  await aCopy();
  const places = { ...placesOf('keys'), backupSecret: 'of the operator alone' };
  expect(await copyKeys(folder, places, new Date('2026-04-01T08:00:00Z'))).toBe(true);
  expect(await copyKeys(folder, places, new Date('2026-04-01T09:00:00Z'))).toBe(false);
  const copy = folder.keys()[0]!.folder;
  const restored = { ...placesOf('restored'), backupSecret: 'of the operator alone' };
  const list = JSON.parse(readFileSync(path.join(copy, 'keys.json'), 'utf8')) as object;
  const digest = createHash('sha256').update('of another').digest('hex');
  writeFileSync(path.join(copy, 'trust.json'), 'of another');
  writeFileSync(path.join(copy, 'keys.json'), JSON.stringify({ ...list, 'trust.json': digest }));
  expect(() => restoreKeys(copy, restored)).toThrow('was not made with this BACKUP_SECRET');
  writeFileSync(path.join(copy, 'keys.json'), JSON.stringify(list));
  writeFileSync(path.join(copy, 'trust.json'), 'trust.json');
  expect(() => restoreKeys(copy, { ...restored, backupSecret: 'another' })).toThrow('was not made with this');
  restoreKeys(copy, restored);
  rmSync(path.join(copy, 'keys.mac'));
  expect(() => restoreKeys(copy, restored)).toThrow('was not made with this');
});
