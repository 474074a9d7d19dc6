import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type SigningKey, signingKey } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../refusal.ts';
import { generatePrivateKey } from './ed25519.ts';
import { writePrivate, type KeyFolder } from './key-folder.ts';
import { knownChannelKey, type Trust } from './trust.ts';

/** Whose key: of the root, of a channel, of a team. */
export type KeyHolder = { kind: 'root' } | { kind: 'channel' | 'team'; name: string };

const fileNameOf = (holder: KeyHolder) => (holder.kind === 'root' ? 'root' : `${holder.kind}-${holder.name}`);
const publicOf = ({ keyId, publicKey }: SigningKey) => ({ [keyId]: publicKey });

/**
 * Changes a key in two acts. The first makes a new key that is trusted beside the old one, which goes on signing: sites
 * and documents learn of it. The second lets the new one sign. Of the root, both keys sign both trust documents, and
 * later documents carry them, so that a site which knows either root follows. A team's new key signs at once: builds that the old one signed stay valid.
 * Each act can be repeated when it was interrupted.
 * @returns `next`: what is to be done next, for the person at the terminal
 * @throws {ReleaseRefusal} `KEY_MISSING`, `REQUEST_INVALID`
 */
export function rotateKey(keys: KeyFolder, holder: KeyHolder, { finish }: { finish: boolean }) {
  const file = path.join(keys.folder, `${fileNameOf(holder)}.pem`);
  const nextFile = path.join(keys.folder, `${fileNameOf(holder)}.next.pem`);
  const former = read(file);
  if (finish && !existsSync(nextFile))
    throw new ReleaseRefusal('REQUEST_INVALID', `No rotation of ${fileNameOf(holder)} has begun.`);
  if (!existsSync(nextFile)) writePrivate(nextFile, generatePrivateKey(), true);
  const next = read(nextFile);
  const ids = { keyId: next.keyId, formerKeyId: former.keyId };
  if (!finish) {
    keys.amend((trust) => withBeside(trust, holder, next), holder.kind === 'root' ? [former, next] : []);
    if (holder.kind === 'team') {
      replace(file, nextFile, former);
      return {
        ...ids,
        next: 'Copy the new key to where the team publishes, and trust.json to every site that runs by itself; builds signed before stay valid.',
      };
    }
    return { ...ids, next: 'Copy trust.json to every site that runs by itself, then the same command with --finish.' };
  }
  if (holder.kind === 'root') keys.amend((trust) => ({ ...trust, root: publicOf(next) }), [former, next]);
  replace(file, nextFile, former);
  return {
    ...ids,
    next:
      holder.kind === 'root'
        ? 'Copy trust.json to every site that runs by itself.'
        : `The old key stays trusted for what it signed. When no site serves that any more: npm run release -- keys drop channel ${holder.name} ${former.keyId}`,
  };
}

/** @throws {ReleaseRefusal} `REQUEST_INVALID` for the key that signs, or one that is not trusted */
export function dropChannelKey(keys: KeyFolder, channel: string, keyId: string): void {
  if (keys.channelKey(channel).keyId === keyId)
    throw new ReleaseRefusal('REQUEST_INVALID', `${keyId} is the key that signs ${channel}.`);
  if (!knownChannelKey(keys.trust(), channel, keyId))
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      `${channel} trusts no key ${keyId || 'without a name'}: \`keys rotate\` names the one to drop.`,
    );
  keys.amend((trust) => {
    const { [keyId]: _dropped, ...kept } = trust.channels[channel] ?? {};
    return { ...trust, channels: { ...trust.channels, [channel]: kept } };
  });
}

function withBeside(trust: Trust, holder: KeyHolder, next: SigningKey): Trust {
  if (holder.kind === 'root') return { ...trust, root: { ...trust.root, ...publicOf(next) } };
  const area = holder.kind === 'channel' ? 'channels' : 'teams';
  return { ...trust, [area]: { ...trust[area], [holder.name]: { ...trust[area][holder.name], ...publicOf(next) } } };
}

function read(file: string): SigningKey {
  if (!existsSync(file)) throw new ReleaseRefusal('KEY_MISSING', `There is no ${file}.`);
  return signingKey(readFileSync(file, 'utf8'));
}

/** The file is there at every moment: the program reads it whenever it signs. */
function replace(file: string, nextFile: string, former: SigningKey): void {
  const kept = `${file.slice(0, -'.pem'.length)}.former-${former.keyId}.pem`;
  rmSync(kept, { force: true });
  linkSync(file, kept);
  renameSync(nextFile, file);
}
