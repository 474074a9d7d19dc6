import { releaseClient } from '../src/http/client.ts';

const TIMEOUT_MS = 10_000;

/** A time that was not given is refused by the service, in its own words. */
const isoOf = (time: Date): string => (Number.isNaN(time.getTime()) ? '' : time.toISOString());

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
    retire: (remote: string, reason: string, seen: number) => call('retire', { channel, remote, reason, seen }),
    plans: () => call('plans', { channel, limit: 50 }),
    schedule: (name: string, build: string, at: Date, reason: string, seen: number) =>
      call('schedule', { channel, builds: [{ name, build, evenIfBad: true }], at: isoOf(at), reason, seen }),
    confirmPlan: (id: number) => call('confirm', { channel, id }),
    endPlan: (id: number, reason: string) => call('endPlan', { channel, id, reason }),
    freezes: () => call('freezes', { channel }),
    freeze: (until: Date, reason: string) =>
      call('freeze', { channel, from: isoOf(new Date()), until: isoOf(until), reason }),
    thaw: (id: number, reason: string) => call('thaw', { channel, id, reason }),
  };
}
export type ReleaseApi = ReturnType<typeof releaseApi>;
