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

/** A running program when there is one; otherwise its database and files themselves. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const url = options.url ?? (await runningUrl(options.dataDir));
  if (url) return connectHttp(url, options);
  // All of the service, which a command to a running program does not wait for.
  const { connectFiles } = await import('./files.ts');
  return connectFiles(options);
}

export async function runningUrl(dataDir: string): Promise<string | null> {
  const file = addressFile(dataDir);
  if (!existsSync(file)) return null;
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  // Left by a program that was killed.
  const answers = await fetch(`${url}/api/alive`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return answers ? url : null;
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
