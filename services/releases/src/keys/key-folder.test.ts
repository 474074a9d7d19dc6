import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeyFolder, readTrust } from './key-folder.ts';

let folder: string;
const pin = () => path.join(folder, 'site/pinned-trust.json');
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

it('opens a key once, and another one that is put in its place', () => {
  const keys = openKeyFolder(folder, ['production']);
  const first = keys.channelKey('production');
  expect(keys.channelKey('production')).toBe(first);
  const other = openKeyFolder(path.join(folder, 'other'), ['production']);
  copyFileSync(path.join(other.folder, 'channel-production.pem'), path.join(folder, 'channel-production.pem'));
  expect(keys.channelKey('production').keyId).toBe(other.channelKey('production').keyId);
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

it('lets a reader begin only with a trust document, and picks up teams that are added later', () => {
  expect(() => readTrust(folder, pin())).toThrow(/copy it from the key folder/);
  const keys = openKeyFolder(folder, ['production']);
  const { trust } = readTrust(folder, pin());
  keys.addTeams(['team-wizard']);
  expect(Object.keys(trust().teams)).toEqual(['team-wizard']);
  expect(readFileSync(path.join(folder, 'trust.json'), 'utf8')).not.toContain('PRIVATE');
});

it('lets a reader follow its first root only: another one that signs itself is refused, running and at a start', () => {
  openKeyFolder(folder, ['production']);
  const log: string[] = [];
  const { trust } = readTrust(folder, pin(), (message) => log.push(message));
  const [first] = Object.keys(trust().root);
  const other = mkdtempSync(path.join(tmpdir(), 'redress-other-'));
  openKeyFolder(other, ['production']);
  copyFileSync(path.join(other, 'trust.json'), path.join(folder, 'trust.json'));
  expect(Object.keys(trust().root)).toEqual([first]);
  expect(Object.keys(trust().root)).toEqual([first]);
  expect(log).toEqual([expect.stringContaining('The keys held until now did not sign')]);
  expect(() => readTrust(folder, pin())).toThrow(/is not accepted: .*remove .*pinned-trust/);
  rmSync(other, { recursive: true, force: true });
});

it('never goes back to an older trust document, also over a restart', () => {
  const keys = openKeyFolder(folder, ['production']);
  const old = readFileSync(path.join(folder, 'trust.json'), 'utf8');
  keys.addTeams(['team-wizard']);
  readTrust(folder, pin());
  writeFileSync(path.join(folder, 'trust.json'), old);
  expect(() => readTrust(folder, pin())).toThrow(/older than the one held/);
});

it('derives from the secret that stands there now, so that one which is removed is replaced without a restart', () => {
  const keys = openKeyFolder(folder, ['production']);
  const before = keys.derive('webhook');
  expect(keys.derive('webhook')).toEqual(before);
  rmSync(path.join(folder, 'secrets.key'));
  const after = keys.derive('webhook');
  expect(after).not.toEqual(before);
  expect(openKeyFolder(folder, ['production']).derive('webhook')).toEqual(after);
});

describe('while another process changes the trust document', () => {
  const lock = () => path.join(folder, 'trust.lock');
  afterEach(() => jest.restoreAllMocks());

  it('loses neither change', () => {
    const [keys, other] = [openKeyFolder(folder, ['production']), openKeyFolder(folder, ['production'])];
    let looked = 0;
    keys.amend((trust) => {
      if (looked++ === 0) other.addTeams(['team-wizard']);
      return { ...trust, promoters: { production: 'release-manager' } };
    });
    expect(keys.trust()).toMatchObject({
      version: 3,
      teams: { 'team-wizard': expect.anything() },
      promoters: { production: 'release-manager' },
    });
  });

  it('waits for it, and gives the place back', () => {
    const keys = openKeyFolder(folder, ['production']);
    writeFileSync(lock(), '1');
    const wait = jest.spyOn(Atomics, 'wait').mockImplementation(() => {
      rmSync(lock());
      return 'timed-out';
    });
    keys.addTeams(['team-wizard']);
    keys.addTeams(['team-letters']);
    expect(wait).toHaveBeenCalledTimes(1);
    expect(keys.trust().version).toBe(3);
  });

  it('is refused when it does not end, and says which file to remove', () => {
    const keys = openKeyFolder(folder, ['production']);
    writeFileSync(lock(), '1');
    jest.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    expect(() => keys.addTeams(['team-wizard'])).toThrow(/trust\.lock: another process changes the keys.*remove/);
    expect(keys.trust().version).toBe(1);
    rmSync(lock());
    keys.addTeams(['team-wizard']);
    expect(keys.trust().version).toBe(2);
  });
});
