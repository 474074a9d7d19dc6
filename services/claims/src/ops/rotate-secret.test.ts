import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecrets, formerSecretOf, secretFromFile } from '../platform/secrets.ts';
import { rotateSecret, secretFile } from './rotate-secret.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-secret-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => secretFile({ DATA_DIR: folder }, '/');
const secrets = () => createSecrets(secretFromFile(file()), formerSecretOf(file()));

it('opens what the secret before sealed until that one is removed, and makes other digests at once', () => {
  const before = secrets();
  const sealed = before.seal('mail', { to: 'a' });
  rotateSecret(file());
  expect(secrets().open('mail', sealed)).toEqual({ to: 'a' });
  expect(secrets().digest('code', '123456')).not.toBe(before.digest('code', '123456'));
  expect(() => before.open('mail', secrets().seal('mail', { to: 'b' }))).toThrow();
  rmSync(`${file()}.former`);
  expect(() => secrets().open('mail', sealed)).toThrow();
});

it('opens nothing that was sealed for another purpose, or changed', () => {
  secretFromFile(file());
  rotateSecret(file());
  const sealed = secrets().seal('mail', {});
  expect(() => secrets().open('code', sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => secrets().open('mail', sealed)).toThrow();
});

it('keeps both for their owner alone, and never loses a secret that mails still need', () => {
  expect(() => rotateSecret(file())).toThrow('There is no secret');
  const first = String(secretFromFile(file()));
  rotateSecret(file());
  expect(readFileSync(`${file()}.former`, 'utf8')).toBe(first);
  for (const name of [file(), `${file()}.former`]) expect(statSync(name).mode & 0o077).toBe(0);
  expect(() => rotateSecret(file())).toThrow('remove it first');
  expect(existsSync(file())).toBe(true);
});
