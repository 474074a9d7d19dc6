import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretFromFile } from './secrets.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-secret-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes the secret once, for its owner alone', () => {
  const file = path.join(folder, 'keys/secret');
  const made = secretFromFile(file);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(secretFromFile(file)).toEqual(made);
});

it('says which file is needed where it cannot be made, in one sentence', () => {
  // A folder that takes no file, as one that is mounted for reading.
  writeFileSync(path.join(folder, 'keys'), '');
  const file = path.join(folder, 'keys/of/secret');
  expect(() => secretFromFile(file)).toThrow(
    expect.objectContaining({
      name: 'StartRefusal',
      code: 'KEYS',
      message: `${file} is needed and cannot be made or read (ENOTDIR): put the secret of this installation there, or set SECRET_FILE.`,
    }),
  );
});
