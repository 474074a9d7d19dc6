import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeyFolder, readTrust } from './key-folder.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-keys-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('fills an empty folder once, for its owner only, and finds the same keys again', () => {
  const first = openKeyFolder(folder, ['production']);
  const again = openKeyFolder(folder, ['production']);
  expect(again.channelKey('production').keyId).toBe(first.channelKey('production').keyId);
  expect(Object.keys(first.trust().channels.production!)).toEqual([first.channelKey('production').keyId]);
  for (const name of ['root.pem', 'channel-production.pem', 'release-manager.token']) {
    expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  }
});

it('trusts a new team by a signature of the root key, and not without it', () => {
  const keys = openKeyFolder(folder, ['production']);
  keys.addTeams(['team-wizard']);
  expect(keys.trust()).toMatchObject({
    version: 2,
    teams: { 'team-wizard': { [keys.teamKey('team-wizard').keyId]: expect.any(String) } },
  });
  rmSync(path.join(folder, 'root.pem'));
  expect(() => keys.addTeams(['team-letters'])).toThrow(/root\.pem is needed for this/);
  expect(keys.trust().version).toBe(2);
  keys.addTeams(['team-wizard']);
});

it('lets a reader begin only with a trust document, and hears of teams added later', () => {
  expect(() => readTrust(folder)).toThrow(/copy it from the key folder/);
  const keys = openKeyFolder(folder, ['production']);
  const trust = readTrust(folder);
  keys.addTeams(['team-wizard']);
  expect(Object.keys(trust().teams)).toEqual(['team-wizard']);
  expect(readFileSync(path.join(folder, 'trust.json'), 'utf8')).not.toContain('PRIVATE');
});
