import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isStartRefusal } from '@redress/database/refusal';
import type { ReleaseEndpoints } from '@redress/contracts/release-api';
import { askRelease, type ReleaseAnswer, type ReleaseCall } from '@redress/release-client';
import { addressFile, keysDirOf } from '../src/data-folder.ts';
import { ReleaseRefusal } from '../src/refusal.ts';
import type { Place } from './place.ts';
import type { Typed } from './typed.ts';

const TIMEOUT_MS = 30_000;
const AGAIN_MS = 250;
/** What `status` reads, as the contract has it: loading all schemas takes longer than the answer. */
const READS = {
  status: { method: 'GET', path: '/api/status' },
  overview: { method: 'GET', path: '/api/overview' },
} as const satisfies { [N in 'status' | 'overview']: Pick<ReleaseEndpoints[N], 'method' | 'path'> };

/** The release service, or its files where no program runs. */
export interface Connection {
  call: ReleaseCall;
  close(): Promise<void>;
}

/** A running program when there is one, also one too busy to answer at once; otherwise its database and files themselves. */
export async function connect({ place, as, text }: Pick<Typed, 'place' | 'as' | 'text'>): Promise<Connection> {
  for (const limit = Date.now() + TIMEOUT_MS; ; await wait(AGAIN_MS)) {
    const url = text('url') ?? (await findProgram(place.dataDir))?.url;
    if (url) return { call: callOf(url.replace(/\/$/, ''), tokenOf(place, as)), close: () => Promise.resolve() };
    // All of the service, which a command to a running program does not wait for.
    const { connectFiles } = await import('./files.ts');
    try {
      return await connectFiles(place, as);
    } catch (error) {
      // A program that starts has the data before it has an address.
      if (!isStartRefusal(error) || error.code !== 'DATA_DIR_IN_USE' || Date.now() > limit) throw error;
    }
  }
}

function callOf(baseUrl: string, token: string): ReleaseCall {
  const asking = { baseUrl, credentials: { authorization: `Bearer ${token}` }, timeoutMs: TIMEOUT_MS };
  return async (name, request) => {
    const read = Object.hasOwn(READS, name) ? READS[name as keyof typeof READS] : undefined;
    const endpoint = read ?? (await import('@redress/contracts/release-api')).releaseEndpoints[name];
    // The cast: the service answers by the contract of the call.
    return (await askRelease(asking, endpoint, request)) as ReleaseAnswer<typeof name>;
  };
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

/** Address of a program that answers; `null` beside one that stands still, where what needs no program must work. */
export async function runningUrl(dataDir: string): Promise<string | null> {
  const found = await findProgram(dataDir);
  return found?.answers ? found.url : null;
}

function tokenOf({ token, storage }: Place, name: string): string {
  if (token) return token;
  const file = path.join(keysDirOf(storage), `${name}.token`);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new ReleaseRefusal('TOKEN_UNKNOWN', `There is no token ${file}: set RELEASE_TOKEN, or --as to another name.`);
}
