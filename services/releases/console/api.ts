import { releaseClient } from '../src/http/client.ts';

const TIMEOUT_MS = 10_000;

/** The release API with one person's token, and the channel that the console shows. */
export function releaseApi(token: string) {
  const call = releaseClient({ baseUrl: '', token, timeoutMs: TIMEOUT_MS });
  const channel = 'production';
  return {
    whoAmI: () => call('whoAmI', {}),
    status: () => call('status', { channel }),
    history: () => call('history', { channel, limit: 50 }),
    diff: (to: number) => call('diff', { channel, from: to - 1, to }),
    builds: (name: string) => call('builds', { name, limit: 500 }),
    health: () => call('health', { minutes: 60 }),
    ledger: () => call('ledger', { limit: 100 }),
    verifyLedger: () => call('verifyLedger', {}),
    rollback: (remote: string, reason: string, seen: number) => call('rollBack', { channel, remote, reason, seen }),
    promote: (name: string, build: string, reason: string, seen: number) =>
      call('promote', { channel, builds: [{ name, build, evenIfBad: true }], reason, seen }),
    switchOff: (remote: string, reason: string, seen: number) => call('switchOff', { channel, remote, reason, seen }),
    switchOn: (remote: string, reason: string, seen: number) => call('switchOn', { channel, remote, reason, seen }),
  };
}
export type ReleaseApi = ReturnType<typeof releaseApi>;
