import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type SigningKey, signingKey } from '@redress/release-client/publish';
import { keysDirOf } from '../src/data-folder.ts';
import { openKeys, type KeyFolder } from '../src/keys/key-folder.ts';
import type { Actor } from '../src/http/actor.ts';
import { dropChannelKey, rotateKey } from '../src/keys/rotate.ts';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import { refuse } from './typed.ts';

/**
 * The key folder as it is: a command that lacks a key says which, and makes none. A machine with a root of
 * its own would sign builds that no site accepts.
 * @throws {ReleaseRefusal} `KEY_MISSING`
 */
export function existingKeys(storage: ReleaseStorage): KeyFolder {
  const trust = path.join(keysDirOf(storage), 'trust.json');
  if (!existsSync(trust)) throw new ReleaseRefusal('KEY_MISSING', `There is no ${trust}.`);
  return openKeys(storage);
}

/** The one key that publishing needs. @throws {ReleaseRefusal} `KEY_MISSING` */
export function teamKey(storage: ReleaseStorage, team: string): SigningKey {
  const file = path.join(keysDirOf(storage), `team-${team}.pem`);
  if (!existsSync(file)) throw new ReleaseRefusal('KEY_MISSING', `There is no ${file}, which signs builds of ${team}.`);
  return signingKey(readFileSync(file, 'utf8'));
}

/** `keys rotate`, `keys drop`: what changes which key signs. @returns what was done, and a sentence */
function changeKeys(keys: KeyFolder, [act, kind, name = '', keyId = '']: readonly string[], finish: boolean) {
  if (act === 'drop' && kind === 'channel') {
    dropChannelKey(keys, name, keyId);
    return { dropped: keyId, text: `${name} no longer trusts ${keyId}.` };
  }
  if (act === 'rotate' && (kind === 'root' || ((kind === 'channel' || kind === 'team') && name !== ''))) {
    const rotation = rotateKey(keys, kind === 'root' ? { kind } : { kind, name }, { finish });
    const { keyId: next, formerKeyId: former } = rotation;
    return {
      ...rotation,
      text: `${finish || kind === 'team' ? `${next} signs instead of` : `${next} is trusted beside`} ${former}. ${rotation.next}`,
    };
  }
  return null;
}

/** `keys init` and `keys add <team>`: the only commands that make keys. @returns what was made, and a sentence */
export function makeKeys(
  storage: ReleaseStorage,
  words: readonly string[],
  { finish }: { finish: boolean },
): { text: string } {
  const [act, team] = words;
  const folder = keysDirOf(storage);
  if (act === 'init') {
    const keys = openKeys(storage);
    const { version } = keys.trust();
    // In a folder that is mounted for reading nothing can be made later.
    keys.derive('');
    return {
      text: `${folder} holds root key, channel keys and tokens; trust document version ${version}.`,
    };
  }
  if (act === 'add' && team !== undefined && /^[a-z][a-z0-9-]{1,60}$/.test(team)) {
    existingKeys(storage).addTeams([team]);
    const made = path.join(folder, `team-${team}.pem`);
    return { text: `${made} signs builds of ${team}; developer-${team}.token beside it publishes them.` };
  }
  const changed = act === 'rotate' || act === 'drop' ? changeKeys(existingKeys(storage), words, finish) : null;
  if (changed) return changed;
  if (act === 'add' && team !== undefined) refuse(`${team} is no name of a team: small letters, digits and dashes.`);
  refuse('Say `keys init`, `keys add team-letters` or `keys rotate channel production`.');
}

/** Whoever holds the file of a token is that person. @throws {ReleaseRefusal} `TOKEN_UNKNOWN` */
export function actorNamed(keys: KeyFolder, tokenName: string): Actor {
  const file = keys.tokens().find(({ name }) => name === tokenName);
  if (!file) throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token named ${tokenName}.`);
  return { name: file.name, role: file.role, team: file.team };
}
