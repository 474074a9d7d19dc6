import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROLES, type Role } from '@redress/contracts/release-api';
import type { SignedTrust } from '@redress/contracts/releases';
import { StartRefusal } from '@redress/database/refusal';
import * as z from 'zod/mini';
import { type SigningKey, signingKey } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../refusal.ts';
import { generatePrivateKey } from './ed25519.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { acceptTrust, parseSignedTrust, rememberTrust, signTrust, Trust } from './trust.ts';

export interface TokenFile {
  /** `release-manager`, or `developer-team-checkout`. */
  name: string;
  role: Role;
  /** The team of a developer. */
  team: string | null;
  token: string;
}

/** What the key folder holds: private keys and tokens, readable by the owner of the program alone. */
export interface KeyFolder {
  folder: string;
  trust(): Trust;
  signedTrust(): SignedTrust;
  channelKey(channel: string): SigningKey;
  teamKey(team: string): SigningKey;
  /**
   * 32 bytes that whoever has this key folder makes again, and nobody else: a secret that has to be known later and stands in
   * no database. Made of a key of its own, which the first call makes where it is not.
   * @throws {ReleaseRefusal} `KEY_MISSING` where it cannot be made
   */
  derive(purpose: string): Buffer;
  tokens(): TokenFile[];
  /** Makes keys and a developer token for teams that have none, and trusts them. */
  addTeams(teams: readonly string[]): void;
  /**
   * Signs a changed trust document with the root key; no change makes no new version.
   * @param signers - the keys that sign it instead, while the root changes
   * @throws {StartRefusal} `KEYS` where the root key is not, or is not the root, or another process goes on changing it
   */
  amend(change: (trust: Trust) => Trust, signers?: readonly SigningKey[]): void;
}

const TRUST_FILE = 'trust.json';
/** There while a process changes the trust document. */
const LOCK_FILE = 'trust.lock';
const SECRETS_FILE = 'secrets.key';
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

/** Written whole under another name first; `exclusive` keeps what two starting programs would both create. */
export function writePrivate(file: string, content: string, exclusive: boolean): void {
  const unfinished = `${file}.${process.pid}.${randomBytes(3).toString('hex')}`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  if (!exclusive) return renameSync(unfinished, file);
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Opens the key folder, and fills an empty one: a root key, a key a channel, a token a role. In production the folder
 * is provided (secrets manager, mounted files), without the root key, which stays offline.
 */
export function openKeyFolder(folder: string, channels: readonly string[]): KeyFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = (name: string) => path.join(folder, name);
  /** By name, with the text each was made of: a rotation puts another text in its place. */
  const opened = new Map<string, { text: string; key: SigningKey }>();
  const key = (name: string): SigningKey => {
    if (!existsSync(file(`${name}.pem`))) {
      throw new StartRefusal(
        'KEYS',
        `${file(`${name}.pem`)} is needed for this: put the key there, or do it where the key is.`,
      );
    }
    const text = readFileSync(file(`${name}.pem`), 'utf8');
    const known = opened.get(name);
    if (known?.text === text) return known.key;
    const made = { text, key: signingKey(text) };
    opened.set(name, made);
    return made.key;
  };
  const makeKey = (name: string): SigningKey => {
    if (!existsSync(file(`${name}.pem`))) writePrivate(file(`${name}.pem`), generatePrivateKey(), true);
    return key(name);
  };
  const publicOf = (signing: SigningKey) => ({ [signing.keyId]: signing.publicKey });
  const readSigned = () => readFileSync(file(TRUST_FILE), 'utf8');
  const makeToken = (name: string) => {
    if (!existsSync(file(`${name}.token`))) {
      writePrivate(file(`${name}.token`), `rr_${randomBytes(24).toString('base64url')}\n`, true);
    }
  };

  if (!existsSync(file(TRUST_FILE))) {
    const root = makeKey('root');
    const trust: Trust = {
      format: 1,
      product: 'redress',
      version: 1,
      expiresAt: new Date(Date.now() + TEN_YEARS_MS).toISOString(),
      threshold: 1,
      root: publicOf(root),
      channels: Object.fromEntries(channels.map((channel) => [channel, publicOf(makeKey(`channel-${channel}`))])),
      teams: {},
      remotes: {},
      promoters: {},
    };
    writePrivate(file(TRUST_FILE), JSON.stringify(signTrust(trust, [root])), true);
    for (const role of ['reader', 'release-manager', 'key-holder']) makeToken(role);
  }

  const accept = rememberTrust();
  // Read again each time: what another process signs needs no restart.
  const trust = () => accept(readSigned(), null, new Date());
  const assertContinues = (signed: SignedTrust, known: Trust) => {
    try {
      acceptTrust(signed, known, new Date());
    } catch (error) {
      throw new StartRefusal(
        'KEYS',
        `${file('root.pem')} cannot sign this: ${(error as Error).message} Where a change of the root was interrupted: keys rotate root --finish.`,
      );
    }
  };
  const amend: KeyFolder['amend'] = (change, signers = []) => {
    const changed = (known: Trust) => {
      const next = change(known);
      return JSON.stringify(next) === JSON.stringify(known) ? null : { ...next, version: known.version + 1 };
    };
    // What changes nothing needs no key, and no folder that can be written.
    if (!changed(trust())) return;
    const signing = signers.length > 0 ? signers : [key('root')];
    oneAtATime(file(LOCK_FILE), () => {
      const known = trust();
      const next = changed(known);
      if (!next) return;
      const signed = signTrust(next, signing, parseSignedTrust(readSigned()));
      assertContinues(signed, known);
      writePrivate(file(TRUST_FILE), JSON.stringify(signed), false);
    });
  };
  return {
    folder,
    trust,
    signedTrust: () => parseSignedTrust(readSigned()),
    amend,
    channelKey: (channel) => key(`channel-${channel}`),
    teamKey: (team) => key(`team-${team}`),
    derive(purpose) {
      const secrets = file(SECRETS_FILE);
      try {
        if (!existsSync(secrets)) writePrivate(secrets, `${randomBytes(32).toString('base64url')}\n`, true);
      } catch (error) {
        throw new ReleaseRefusal('KEY_MISSING', `${secrets} is needed and cannot be made: ${(error as Error).message}`);
      }
      return Buffer.from(hkdfSync('sha256', readFileSync(secrets, 'utf8').trim(), '', purpose, 32));
    },
    tokens: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.token'))
        .map((name) => tokenFile(name.slice(0, -6), readFileSync(file(name), 'utf8').trim())),
    addTeams(teams) {
      const known = trust();
      const unknown = teams.filter((team) => !Object.hasOwn(known.teams, team));
      if (unknown.length === 0) return;
      key('root');
      const added = Object.fromEntries(unknown.map((team) => [team, publicOf(makeKey(`team-${team}`))]));
      amend((held) => ({ ...held, teams: { ...held.teams, ...added } }));
      for (const team of unknown) makeToken(`developer-${team}`);
    },
  };
}

function tokenFile(name: string, token: string): TokenFile {
  const team = name.startsWith('developer-') ? name.slice('developer-'.length) : null;
  const role = ROLES.find((known) => known === (team ? 'developer' : name)) ?? 'reader';
  return { name, role, team, token };
}

/**
 * The trust of a process that only reads (a site by itself): it makes no keys of its own.
 * The first document it accepts is pinned: a later one counts only when the keys of the pinned one signed it as well, so
 * that another root, however well it signs itself, is refused.
 * @param pinFile - where the accepted document is kept, over restarts
 * @returns the trust in force, and as it was signed; of a document that is refused, the pinned one before it
 * @throws {StartRefusal} `KEYS` when there is no trust document, or not the pinned one's successor at the start
 */
export function readTrust(
  folder: string,
  pinFile: string,
  log: (message: string) => void = () => {},
): { trust(): Trust; signed(): SignedTrust } {
  const file = path.join(folder, TRUST_FILE);
  if (!existsSync(file)) {
    throw new StartRefusal(
      'KEYS',
      `A site by itself needs ${file}: copy it from the key folder of the release service.`,
    );
  }
  // Verified when it was pinned; past its day it still says whose signature a successor needs.
  const pinned = (): Trust | null =>
    existsSync(pinFile) ? z.parse(Trust, JSON.parse(parseSignedTrust(readFileSync(pinFile, 'utf8')).payload)) : null;
  let held = pinned();
  let refused = '';
  const accept = rememberTrust();
  const read = (): Trust => {
    const text = readFileSync(file, 'utf8');
    const trust = accept(text, held, new Date());
    if (held?.version !== trust.version) {
      mkdirSync(path.dirname(pinFile), { recursive: true });
      writePrivate(pinFile, text, false);
    }
    held = trust;
    return trust;
  };
  try {
    read();
  } catch (error) {
    throw new StartRefusal(
      'KEYS',
      `${file} is not accepted: ${(error as Error).message} Where it was really replaced by hand, remove ${pinFile}.`,
    );
  }
  // Read again each time: a team or key that is added later needs no restart.
  const trust = () => {
    try {
      return read();
    } catch (error) {
      const { message } = error as Error;
      if (refused !== message) log(`${file} is not accepted, the one before stays: ${message}`);
      refused = message;
      return held as Trust;
    }
  };
  return {
    trust,
    signed() {
      trust();
      return parseSignedTrust(readFileSync(pinFile, 'utf8'));
    },
  };
}
