import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { StartRefusal } from '@redress/database';

/** The secret of an installation and, while it changes, the one of before and the one to come. */
export interface SecretRing {
  current: string | Buffer;
  former: Buffer | null;
  next: Buffer | null;
}

/** What is kept hashed or sealed in the database, each purpose under a key of its own. */
export interface Secrets {
  /** Keyed digest, hex: for codes and addresses, which are too few to be safe under a bare hash. */
  digest(purpose: string, ...parts: string[]): string;
  /**
   * The digest, and while the secret changes those that the one before and the one to come make: by which what is kept may be
   * found. The first one is the one to keep.
   */
  digests(purpose: string, ...parts: string[]): string[];
  /** Whether a text from outside is one of those digests. */
  isDigest(given: string, purpose: string, ...parts: string[]): boolean;
  seal(purpose: string, value: unknown): Buffer;
  /** @throws when the bytes were not sealed by us for this purpose */
  open(purpose: string, sealed: Buffer): unknown;
  /** An Ed25519 key: what it signs others verify without the secret. */
  signingKey(purpose: string): SigningKey;
  /** That key, and those of the secret before and the one to come. */
  signingKeys(purpose: string): SigningKey[];
}

export interface SigningKey {
  /** First 16 hex digits of the public key's SHA-256. */
  keyId: string;
  /** Raw, base64. */
  publicKey: string;
  sign(text: string): Buffer;
}

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKeyOf(seed: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' }) as { x: string };
  const publicKey = Buffer.from(x, 'base64url');
  return {
    keyId: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey: publicKey.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of each purpose, derived once. */
function keysOf(master: string | Buffer): (purpose: string) => Buffer {
  const seed = typeof master === 'string' ? Buffer.from(master, 'utf8') : master;
  if (seed.length < 32) throw new RangeError('The application secret must be at least 32 bytes long.');
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', seed, 'redress-claims', purpose, 32));
    keys.set(purpose, key);
    return key;
  };
}

type KeyFor = (purpose: string) => Buffer;

/** The keys of each secret of a ring, the current one first; derived again when the ring is another. */
function keyRing(ring: () => SecretRing): () => [KeyFor, ...KeyFor[]] {
  let known: { ring: SecretRing; keys: [KeyFor, ...KeyFor[]] } | null = null;
  return () => {
    const now = ring();
    if (known?.ring === now) return known.keys;
    const others = [now.former, now.next].filter((secret) => secret !== null).map(keysOf);
    known = { ring: now, keys: [keysOf(now.current), ...others] };
    return known.keys;
  };
}

/**
 * @param given - at least 32 random bytes, the same for every process of one installation; or the ring as it is now. The secret
 *   before and the one to come open, find and verify; they seal and sign nothing
 */
export function createSecrets(given: string | Buffer | (() => SecretRing)): Secrets {
  const fixed: SecretRing | null = typeof given === 'function' ? null : { current: given, former: null, next: null };
  const keys = keyRing(fixed ? () => fixed : (given as () => SecretRing));
  keys();
  const keyFor: KeyFor = (purpose) => keys()[0](purpose);
  const digestBy = (key: KeyFor, purpose: string, parts: readonly string[]) => {
    const hmac = createHmac('sha256', key(`digest:${purpose}`));
    // Lengths first: ('ab','c') and ('a','bc') must not meet.
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
    return hmac.digest('hex');
  };
  const openWith = (key: Buffer, sealed: Buffer): unknown => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = sealed.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'));
  };
  const digests = (purpose: string, ...parts: string[]) => keys().map((key) => digestBy(key, purpose, parts));
  return {
    digest: (purpose, ...parts) => digestBy(keys()[0], purpose, parts),
    digests,
    isDigest(given, purpose, ...parts) {
      const bytes = Buffer.from(given);
      return digests(purpose, ...parts)
        .map((digest) => Buffer.from(digest))
        .some((digest) => digest.length === bytes.length && timingSafeEqual(digest, bytes));
    },
    seal(purpose, value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal:${purpose}`), iv);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    signingKey: (purpose) => signingKeyOf(keyFor(`sign:${purpose}`)),
    signingKeys: (purpose) => keys().map((key) => signingKeyOf(key(`sign:${purpose}`))),
    open(purpose, sealed) {
      const label = `seal:${purpose}`;
      let failure: unknown;
      for (const key of keys()) {
        try {
          return openWith(key(label), sealed);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },
  };
}

/**
 * The secret of an installation: where there is none it is made once, readable by its owner alone.
 * @throws {StartRefusal} `KEYS` where it is not there and cannot be made
 */
export function secretFromFile(file: string): Buffer {
  try {
    if (!existsSync(file)) makeSecret(file);
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(
      'KEYS',
      `${file} is needed and cannot be made or read (${code}): put the secret of this installation there, or set SECRET_FILE.`,
      { cause },
    );
  }
}

/** @throws where the file is there already, or its folder cannot be written to */
export function makeSecret(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const descriptor = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(descriptor, randomBytes(32).toString('base64url'));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(unfinished, file);
  } catch (error) {
    // Another process of this installation was first; its secret is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
