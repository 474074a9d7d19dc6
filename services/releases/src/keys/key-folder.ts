import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROLES, type Role } from '@redress/contracts/release-api';
import type { SignedTrust } from '@redress/contracts/releases';
import { StartRefusal } from '@redress/database/refusal';
import * as z from 'zod/mini';
import { type SigningKey, signingKey } from '@redress/release-client/publish';
import { bound } from '@redress/server/bound';
import { keysDirOf, type KeyPlace } from '../data-folder.ts';
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

interface Context {
  folder: string;
  /** By name, with the text each was made of: a rotation puts another text in its place. */
  opened: Map<string, { text: string; key: SigningKey }>;
  accept: ReturnType<typeof rememberTrust>;
}

const fileOf = ({ folder }: Context, name: string) => path.join(folder, name);

function keyOf(context: Context, name: string): SigningKey {
  const { opened } = context;
  const file = fileOf(context, `${name}.pem`);
  if (!existsSync(file))
    throw new StartRefusal('KEYS', `${file} is needed for this: put the key there, or do it where the key is.`);
  const text = readFileSync(file, 'utf8');
  const known = opened.get(name);
  if (known?.text === text) return known.key;
  const made = { text, key: signingKey(text) };
  opened.set(name, made);
  return made.key;
}

function makeKey(context: Context, name: string): SigningKey {
  const file = fileOf(context, `${name}.pem`);
  if (!existsSync(file)) writePrivate(file, generatePrivateKey(), true);
  return keyOf(context, name);
}

function makeToken(context: Context, name: string): void {
  const file = fileOf(context, `${name}.token`);
  if (!existsSync(file)) writePrivate(file, `rr_${randomBytes(24).toString('base64url')}\n`, true);
}

const publicOf = (signing: SigningKey) => ({ [signing.keyId]: signing.publicKey });
const readSigned = (context: Context) => readFileSync(fileOf(context, TRUST_FILE), 'utf8');

function fill(context: Context, channels: readonly string[]): void {
  const root = makeKey(context, 'root');
  const trust: Trust = {
    format: 1,
    product: 'redress',
    version: 1,
    expiresAt: new Date(Date.now() + TEN_YEARS_MS).toISOString(),
    threshold: 1,
    root: publicOf(root),
    channels: Object.fromEntries(
      channels.map((channel) => [channel, publicOf(makeKey(context, `channel-${channel}`))]),
    ),
    teams: {},
    remotes: {},
    promoters: {},
  };
  writePrivate(fileOf(context, TRUST_FILE), JSON.stringify(signTrust(trust, [root])), true);
  for (const role of ['reader', 'release-manager', 'key-holder']) makeToken(context, role);
}

// Read again each time: what another process signs needs no restart.
const trust = (context: Context): Trust => context.accept(readSigned(context), null, new Date());

function assertContinues(context: Context, signed: SignedTrust, known: Trust): void {
  try {
    acceptTrust(signed, known, new Date());
  } catch (error) {
    const message = `${fileOf(context, 'root.pem')} cannot sign this: ${(error as Error).message} Where a change of the root was interrupted: keys rotate root --finish.`;
    throw new StartRefusal('KEYS', message);
  }
}

/**
 * Signs a changed trust document with the root key; no change makes no new version.
 * @param signers - the keys that sign it instead, while the root changes
 * @throws {StartRefusal} `KEYS` where the root key is not, or is not the root, or another process goes on changing it
 */
function amend(context: Context, change: (trust: Trust) => Trust, signers: readonly SigningKey[] = []): void {
  const changed = (known: Trust) => {
    const next = change(known);
    return JSON.stringify(next) === JSON.stringify(known) ? null : { ...next, version: known.version + 1 };
  };
  // What changes nothing needs no key, and no folder that can be written.
  if (!changed(trust(context))) return;
  const signing = signers.length > 0 ? signers : [keyOf(context, 'root')];
  oneAtATime(fileOf(context, LOCK_FILE), () => {
    const known = trust(context);
    const next = changed(known);
    if (!next) return;
    const signed = signTrust(next, signing, parseSignedTrust(readSigned(context)));
    assertContinues(context, signed, known);
    writePrivate(fileOf(context, TRUST_FILE), JSON.stringify(signed), false);
  });
}

/**
 * 32 bytes that whoever has this key folder makes again, and nobody else: a secret that has to be known later and stands in
 * no database. Made of a key of its own, which the first call makes where it is not.
 * @throws {ReleaseRefusal} `KEY_MISSING` where it cannot be made
 */
const derive = (context: Context, purpose: string): Buffer => {
  const secrets = fileOf(context, SECRETS_FILE);
  try {
    if (!existsSync(secrets)) writePrivate(secrets, `${randomBytes(32).toString('base64url')}\n`, true);
  } catch (error) {
    throw new ReleaseRefusal('KEY_MISSING', `${secrets} is needed and cannot be made: ${(error as Error).message}`);
  }
  return Buffer.from(hkdfSync('sha256', readFileSync(secrets, 'utf8').trim(), '', purpose, 32));
};

const tokens = (context: Context): TokenFile[] =>
  readdirSync(context.folder)
    .filter((name) => name.endsWith('.token'))
    .map((name) => tokenFile(name.slice(0, -6), readFileSync(fileOf(context, name), 'utf8').trim()));

/** Makes keys and a developer token for teams that have none, and trusts them. */
const addTeams = (context: Context, teams: readonly string[]): void => {
  const known = trust(context);
  const unknown = teams.filter((team) => !Object.hasOwn(known.teams, team));
  if (unknown.length === 0) return;
  keyOf(context, 'root');
  const added = Object.fromEntries(unknown.map((team) => [team, publicOf(makeKey(context, `team-${team}`))]));
  amend(context, (held) => ({ ...held, teams: { ...held.teams, ...added } }));
  for (const team of unknown) makeToken(context, `developer-${team}`);
};

/**
 * Private keys and tokens, readable by the owner of the program alone. An empty folder is filled: a root key, a key for each
 * channel, a token for each role. In production it is provided (secrets manager, mounted files), without the root key,
 * which stays offline.
 */
export function openKeyFolder(folder: string, channels: readonly string[]) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const context: Context = { folder, opened: new Map(), accept: rememberTrust() };
  if (!existsSync(fileOf(context, TRUST_FILE))) fill(context, channels);
  return {
    folder,
    signedTrust: () => parseSignedTrust(readSigned(context)),
    channelKey: (channel: string) => keyOf(context, `channel-${channel}`),
    teamKey: (team: string) => keyOf(context, `team-${team}`),
    ...bound(context, { trust, amend, derive, tokens, addTeams }),
  };
}

export type KeyFolder = ReturnType<typeof openKeyFolder>;

const CHANNELS = ['production', 'preview'] as const;
export const openKeys = (place: KeyPlace): KeyFolder => openKeyFolder(keysDirOf(place), CHANNELS);

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
    const message = `A site by itself needs ${file}: copy it from the key folder of the release service.`;
    throw new StartRefusal('KEYS', message);
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
    const message = `${file} is not accepted: ${(error as Error).message} Where it was really replaced by hand, remove ${pinFile}.`;
    throw new StartRefusal('KEYS', message);
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
