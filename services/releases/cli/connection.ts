import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDescriptor, sendBuild, type BuildFolder } from '@redress/release-client/publish';
import { type ReleaseAnswer, type ReleaseCall, releaseClient } from '@redress/release-client';
import { teamKey } from './keys.ts';
import { addressFile } from '../src/address-file.ts';
import { keysDirOf } from '../src/keys/open-keys.ts';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

/** Releases, wherever they are. */
export interface Connection {
  /** Where the answers come from, for people. */
  place: string;
  call: ReleaseCall;
  close(): Promise<void>;
}

export interface ConnectOptions {
  dataDir: string;
  storage: ReleaseStorage;
  databaseUrl: string | null;
  /** Name of the token file: `release-manager`. */
  tokenName: string;
  /** Address of a release service elsewhere. */
  url: string | null;
  token: string | null;
}

/** A running program when there is one, also one too busy to answer at once; otherwise its database and files themselves. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const url = options.url ?? (await findProgram(options.dataDir))?.url;
  if (url) return connectHttp(url, options);
  // All of the service, which a command to a running program does not wait for.
  const { connectFiles } = await import('./files.ts');
  return connectFiles(options);
}

/**
 * The program that uses a data folder, by the address it left there.
 * @returns `answers`: within the limit; null when nothing takes the call, as after a program that was killed, or another program does
 */
export async function findProgram(dataDir: string, limitMs = 2_000): Promise<{ url: string; answers: boolean } | null> {
  const file = addressFile(dataDir);
  if (!existsSync(file)) return null;
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  return fetch(`${url}/api/alive`, { signal: AbortSignal.timeout(limitMs) }).then(
    ({ ok }) => (ok ? { url, answers: true } : null),
    // On this machine a call that is taken and not answered has met a program that is busy, or stands still.
    (error: Error) => (error.name === 'TimeoutError' ? { url, answers: false } : null),
  );
}

/** Of a program that answers: what works without one must work beside one that stands still. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const found = await findProgram(dataDir);
  return found?.answers ? found.url : null;
}

function tokenOf({ token, storage, tokenName }: ConnectOptions): string {
  if (token) return token;
  const file = path.join(keysDirOf(storage), `${tokenName}.token`);
  if (!existsSync(file)) {
    throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token ${file}: set RELEASE_TOKEN, or --as to another name.`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Signed with the owning team's key, from the key folder of this machine; files that the store lacks are sent first. */
export function publishFolder(
  { call }: Connection,
  folder: BuildFolder,
  storage: ReleaseStorage,
): Promise<ReleaseAnswer<'publish'>> {
  const { owner } = parseDescriptor(folder.payload);
  return sendBuild(call, folder, teamKey(storage, owner));
}

const TIMEOUT_MS = 30_000;

const connectHttp = (url: string, options: ConnectOptions): Connection => ({
  place: url,
  close: () => Promise.resolve(),
  call: releaseClient({ baseUrl: url.replace(/\/$/, ''), token: tokenOf(options), timeoutMs: TIMEOUT_MS }),
});
