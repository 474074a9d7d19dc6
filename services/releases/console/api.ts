import type { BuildDiff } from '../src/channels/diff.ts';
import type { ChannelStatus, HistoryRow } from '../src/channels/channel-reads.ts';
import type { BuildSummary } from '../src/builds/registry.ts';
import type { BuildHealth } from '../src/health/health-store.ts';
import type { LedgerEntry, LedgerVerdict } from '../src/ledger/ledger.ts';

/** What the service answers when it says no. */
export class Refused extends Error {
  readonly code: string;
  readonly remedy: string;
  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

export interface Person {
  name: string;
  role: string;
  team: string | null;
}

const TIMEOUT_MS = 10_000;

/** The release API with one person's token. Types are the service's own: both sides are one workspace. */
export function releaseApi(token: string) {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    let answer: Response;
    try {
      answer = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      throw new Refused('UNREACHABLE', 'The release service does not answer.', 'Is the program running?');
    }
    const said = (await answer.json()) as { code?: string; message?: string; remedy?: string };
    if (!answer.ok) throw new Refused(said.code ?? 'FAILED', said.message ?? 'It failed.', said.remedy ?? '');
    return said as T;
  };
  const channel = 'production';
  return {
    whoAmI: () => ask<Person>('/api/whoami'),
    status: () => ask<ChannelStatus>(`/api/status?channel=${channel}`),
    history: () => ask<HistoryRow[]>(`/api/history?channel=${channel}&limit=50`),
    diff: (to: number) => ask<BuildDiff[]>(`/api/diff?channel=${channel}&from=${to - 1}&to=${to}`),
    builds: (name: string) => ask<BuildSummary[]>(`/api/builds?name=${name}&limit=500`),
    health: () => ask<BuildHealth[]>('/api/health?minutes=60'),
    ledger: () => ask<(LedgerEntry & { hash: string })[]>('/api/ledger?limit=100'),
    verifyLedger: () => ask<LedgerVerdict>('/api/ledger/verify'),
    rollback: (remote: string, reason: string, seen: number, to?: string) =>
      ask<{ number: number; from: string; to: string }>('/api/rollback', {
        channel,
        remote,
        reason,
        seen,
        ...(to ? { to } : {}),
      }),
    promote: (name: string, build: string, reason: string, seen: number) =>
      ask<{ number: number }>('/api/promote', { channel, builds: [{ name, build, evenIfBad: true }], reason, seen }),
    switchOff: (remote: string, reason: string, seen: number) =>
      ask<{ number: number }>('/api/off', { channel, remote, reason, seen }),
    switchOn: (remote: string, reason: string, seen: number) =>
      ask<{ number: number }>('/api/on', { channel, remote, reason, seen }),
  };
}
export type ReleaseApi = ReturnType<typeof releaseApi>;
