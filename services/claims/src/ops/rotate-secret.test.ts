import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followInstallationSecret, ringOfFiles } from '../platform/installation-secret.ts';
import { createSecrets, secretFromFile } from '../platform/secrets.ts';
import { finishSecret, rotateSecret, secretFile } from './rotate-secret.ts';

let folder: string;
const said: string[] = [];
const log = { info: (line: string) => void said.push(line), warn: (line: string) => void said.push(line) };
beforeEach(() => {
  said.length = 0;
  folder = mkdtempSync(path.join(tmpdir(), 'redress-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => secretFile({ DATA_DIR: folder }, '/');
const secrets = () => {
  const ring = ringOfFiles(file());
  return createSecrets(() => ring);
};
const inTime = () => Date.now() + 11_000;
const rotate = () => {
  rotateSecret(file());
  finishSecret(file(), inTime);
};
const follow = () => {
  // A log of two functions is all that it uses.
  const followed = followInstallationSecret(file(), log as unknown as Parameters<typeof followInstallationSecret>[1]);
  followed.stop();
  return { ...followed, twice: () => [followed.look(), followed.look()], secrets: createSecrets(followed.ring) };
};

it('opens what the secret before sealed until that one is removed, and makes other digests at once', () => {
  const before = secrets();
  const sealed = before.seal('mail', { to: 'a' });
  rotate();
  expect(secrets().open('mail', sealed)).toEqual({ to: 'a' });
  expect(secrets().digest('code', '123456')).not.toBe(before.digest('code', '123456'));
  expect(secrets().digests('code', '123456')).toContain(before.digest('code', '123456'));
  expect(() => before.open('mail', secrets().seal('mail', { to: 'b' }))).toThrow();
  rmSync(`${file()}.former`);
  expect(() => secrets().open('mail', sealed)).toThrow();
});

it('opens nothing that was sealed for another purpose, or changed', () => {
  secretFromFile(file());
  rotate();
  const sealed = secrets().seal('mail', {});
  expect(() => secrets().open('code', sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => secrets().open('mail', sealed)).toThrow();
});

it('keeps both for their owner alone, and never loses a secret that mails still need', () => {
  expect(() => rotateSecret(file())).toThrow('There is no secret');
  const first = String(secretFromFile(file()));
  rotate();
  expect(readFileSync(`${file()}.former`, 'utf8')).toBe(first);
  for (const name of [file(), `${file()}.former`]) expect(statSync(name).mode & 0o077).toBe(0);
  expect(() => rotateSecret(file())).toThrow('remove it first');
  expect(existsSync(file())).toBe(true);
});

it('finishes only what was begun and is known to every process, and once', () => {
  secretFromFile(file());
  expect(() => finishSecret(file(), inTime)).toThrow('begin with');
  rotateSecret(file());
  const next = readFileSync(`${file()}.next`, 'utf8');
  rotateSecret(file());
  const made = statSync(`${file()}.next`).mtimeMs;
  expect(() => finishSecret(file(), () => made + 9_000)).toThrow('Not every process knows');
  finishSecret(file(), inTime);
  expect(readFileSync(file(), 'utf8')).toBe(next);
  expect(() => finishSecret(file(), inTime)).toThrow('finished already');
});

it('lets two processes read each other at every step, whichever looks first', () => {
  secretFromFile(file());
  const [early, late] = [follow(), follow()];
  const current: boolean[] = [];
  early.onCurrent(() => void current.push(true));
  const readEachOther = () => {
    expect(early.secrets.open('mail', late.secrets.seal('mail', 1))).toBe(1);
    expect(late.secrets.open('mail', early.secrets.seal('mail', 2))).toBe(2);
    expect(late.secrets.digests('code', 'x')).toContain(early.secrets.digest('code', 'x'));
    expect(early.secrets.digests('code', 'x')).toContain(late.secrets.digest('code', 'x'));
  };
  rotateSecret(file());
  early.twice();
  expect(early.secrets.open('mail', late.secrets.seal('mail', 1))).toBe(1);
  late.twice();
  readEachOther();
  finishSecret(file(), inTime);
  early.twice();
  readEachOther();
  expect(current).toEqual([true]);
  late.twice();
  readEachOther();
  expect(early.secrets.signingKeys('groups').map(({ keyId }) => keyId)).toContain(
    createSecrets(readFileSync(`${file()}.former`)).signingKey('groups').keyId,
  );
});

it.each([
  ['is empty', () => writeFileSync(file(), '')],
  ['is gone', () => renameSync(file(), `${file()}.away`)],
  ['is of another installation', () => writeFileSync(file(), 'x'.repeat(43))],
])('keeps the secret while its file %s, says so once, and names no content', (_, spoil) => {
  const first = String(secretFromFile(file()));
  const followed = follow();
  spoil();
  for (let looks = 0; looks < 2; looks += 1) followed.twice();
  expect(String(followed.ring().current)).toBe(first);
  expect(followed.fault()).toContain(file());
  expect(followed.fault()).not.toContain('x'.repeat(43));
  expect(said).toHaveLength(1);
  writeFileSync(file(), first);
  followed.twice();
  expect(followed.fault()).toBeNull();
});
