import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { RemoteReport } from '@redress/contracts/releases';
import * as z from 'zod/mini';

/**
 * Tabs report how the builds fare. Anybody can send a report, so a rollback must not hang on their number: reports are
 * bound to a token, limited per token and address, and counted by session.
 */
export interface BeaconIntake {
  issue(address: string): { token: string; expiresAt: string } | null;
  /** @returns how many reports counted, or why none did */
  take(body: unknown, address: string): { accepted: number } | { refused: BeaconRefusal };
}

export type BeaconRefusal = 'token' | 'body' | 'too-many';

/** One kind of report of one build, of one session. */
export interface HealthCount {
  remote: string;
  buildId: string;
  kind: string;
  session: string;
  value: number;
}

const Beacon = z.object({
  token: z.string().check(z.maxLength(200)),
  reports: z.array(RemoteReport).check(z.minLength(1), z.maxLength(50)),
});

const LIFETIME_MS = 60 * 60_000;
const WINDOW_MS = 60_000;
const TOKENS_PER_ADDRESS = 30;
const REPORTS_PER_SESSION = 120;
const REPORTS_PER_ADDRESS = 600;
const MAX_REMEMBERED = 50_000;
const SIGNATURE_LENGTH = 32;

/**
 * @param deps.byAddress - all sessions of one address are one voice: whoever asks for a hundred tokens is still one.
 *   Off where everybody comes from this machine.
 */
export function createBeaconIntake(deps: {
  now: () => Date;
  count: (counts: HealthCount[]) => void;
  byAddress: boolean;
}): BeaconIntake {
  // A restart ends open tokens; tabs ask for another.
  const key = randomBytes(32);
  const signatureOf = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  let window = 0;
  let used = new Map<string, number>();

  /** Counts in a window of a minute. @returns false when the limit is reached */
  const within = (name: string, limit: number, by: number): boolean => {
    const current = Math.floor(deps.now().getTime() / WINDOW_MS);
    if (current !== window) {
      window = current;
      used = new Map();
    }
    const next = (used.get(name) ?? 0) + by;
    // A flood of new names must not wipe the counts of those who are over their limit.
    if (next > limit || (used.size >= MAX_REMEMBERED && !used.has(name))) return false;
    used.set(name, next);
    return true;
  };

  /** @returns the session a token names, when it is ours and still good */
  const sessionOf = (token: string): string | null => {
    const [session, expires, signature] = token.split('.');
    if (!session || !expires || !signature || Buffer.byteLength(signature) !== SIGNATURE_LENGTH) return null;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(`${session}.${expires}`)))) return null;
    return Number(expires) > deps.now().getTime() ? session : null;
  };

  return {
    issue(address) {
      if (!within(`issue ${address}`, TOKENS_PER_ADDRESS, 1)) return null;
      const expires = deps.now().getTime() + LIFETIME_MS;
      const body = `${randomBytes(9).toString('base64url')}.${expires}`;
      return { token: `${body}.${signatureOf(body)}`, expiresAt: new Date(expires).toISOString() };
    },
    take(body, address) {
      const parsed = z.safeParse(Beacon, body);
      if (!parsed.success) return { refused: 'body' };
      const { token, reports } = parsed.data;
      const session = sessionOf(token);
      if (!session) return { refused: 'token' };
      if (
        !within(`session ${session}`, REPORTS_PER_SESSION, reports.length) ||
        !within(`address ${address}`, REPORTS_PER_ADDRESS, reports.length)
      ) {
        return { refused: 'too-many' };
      }
      deps.count(
        reports.map(({ remote, buildId, kind, value, detail }) => ({
          remote,
          buildId,
          kind: kind === 'vital' ? `vital:${/^[A-Z]{2,5}$/.test(detail ?? '') ? detail : 'OTHER'}` : kind,
          session: deps.byAddress ? signatureOf(address) : session,
          value: Number.isFinite(value) ? (value as number) : 0,
        })),
      );
      return { accepted: reports.length };
    },
  };
}
