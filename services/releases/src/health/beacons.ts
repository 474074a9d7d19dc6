import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { addressGroup } from './address-group.ts';
import type { SeenError } from './browser-errors.ts';
import { countInWindow } from './count-in-window.ts';
import { RemoteReport } from '@redress/contracts/releases';
import { networkOf } from '@redress/server/network-of';
import * as z from 'zod/mini';

export type BeaconRefusal = 'token' | 'body' | 'too-many';

/** One kind of report of one build, of one session. */
export interface HealthCount {
  remote: string;
  buildId: string;
  kind: string;
  /** Who reports: a browser, or an address where addresses differ. Never an address itself. */
  session: string;
  /** Group of addresses it comes from, as a digest. */
  group: string;
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
const SIGNATURE_LENGTH = 32;
const BROWSER = /^[\w-]{16}$/;

/**
 * Tabs report how the builds fare. Anybody can send a report, so a rollback must not hang on their number: reports are
 * bound to a token, the token to one snapshot, browser and address group; they are limited per token and address, and
 * counted by browser or address.
 * @param deps.key - the same in every process of an installation: a tab's token and its reports may meet different ones.
 * When it changes open tokens end; tabs ask for another.
 * @param deps.byAddress - all sessions of one address count as one reporter, however many tokens it asks for. Off where
 * everybody comes from this machine.
 */
export function createBeaconIntake(deps: {
  now: () => Date;
  key: () => Buffer;
  count: (counts: HealthCount[]) => void;
  /** What the reports say of errors. */
  fail: (errors: SeenError[]) => void;
  byAddress: boolean;
  /** Number of the snapshot that is served. */
  served: () => number;
}) {
  const signatureOf = (text: string) =>
    createHmac('sha256', deps.key()).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  const within = countInWindow(WINDOW_MS, deps.now);
  const boundTo = (text: string, address: string, browser: string) => `${text}.${browser}.${addressGroup(address)}`;

  /** @returns the session and the snapshot a token names, when it is ours and still good */
  const opened = (token: string, address: string, browser: string): { session: string; snapshot: number } | null => {
    const [session, expires, snapshot, signature] = token.split('.');
    if (!session || !expires || !snapshot || !signature || Buffer.byteLength(signature) !== SIGNATURE_LENGTH)
      return null;
    const expected = signatureOf(boundTo(`${session}.${expires}.${snapshot}`, address, browser));
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    return Number(expires) > deps.now().getTime() ? { session, snapshot: Number(snapshot) } : null;
  };

  return {
    /**
     * @param known - what this browser was named before; a new one gets a name of its own
     * @param snapshot - number of the snapshot the page runs; `null` of a page that does not say it, which is taken for
     * the one that is served. Of a number to come none is issued: tokens cannot be collected for a build that is not
     * released yet.
     * @returns a token that is good for this snapshot, browser and address group alone
     */
    issue(
      address: string,
      known: string | null,
      snapshot: number | null,
    ): { token: string; expiresAt: string; browser: string } | { refused: 'snapshot' | 'too-many' } {
      if (!within(`issue ${networkOf(address)}`, TOKENS_PER_ADDRESS)) return { refused: 'too-many' };
      const number = snapshot ?? deps.served();
      if (number > deps.served()) return { refused: 'snapshot' };
      const expires = deps.now().getTime() + LIFETIME_MS;
      const body = `${randomBytes(9).toString('base64url')}.${expires}.${number}`;
      const browser = known !== null && BROWSER.test(known) ? known : randomBytes(12).toString('base64url');
      const token = `${body}.${signatureOf(boundTo(body, address, browser))}`;
      return { token, expiresAt: new Date(expires).toISOString(), browser };
    },
    /** @returns how many reports counted, or why none did */
    take(body: unknown, address: string, browser: string | null): { accepted: number } | { refused: BeaconRefusal } {
      const parsed = z.safeParse(Beacon, body);
      if (!parsed.success) return { refused: 'body' };
      const { token } = parsed.data;
      const owner = browser === null ? null : opened(token, address, browser);
      const reports = parsed.data.reports.filter(({ snapshot }) => snapshot === owner?.snapshot);
      if (!owner || reports.length === 0) return { refused: 'token' };
      const { session } = owner;
      if (
        !within(`session ${session}`, REPORTS_PER_SESSION, reports.length) ||
        !within(`address ${networkOf(address)}`, REPORTS_PER_ADDRESS, reports.length)
      ) {
        return { refused: 'too-many' };
      }
      const voice = signatureOf(deps.byAddress ? networkOf(address) : `browser ${browser}`);
      deps.fail(
        reports.flatMap(({ remote, buildId, kind, error }) =>
          error ? [{ remote, buildId, kind, session: voice, error }] : [],
        ),
      );
      deps.count(
        reports.map(({ remote, buildId, kind, value, detail }) => ({
          remote,
          buildId,
          kind: kind === 'vital' ? `vital:${/^[A-Z]{2,5}$/.test(detail ?? '') ? detail : 'OTHER'}` : kind,
          session: voice,
          group: signatureOf(`group ${addressGroup(address)}`),
          value: Number.isFinite(value) ? (value as number) : 0,
        })),
      );
      return { accepted: reports.length };
    },
  };
}
export type BeaconIntake = ReturnType<typeof createBeaconIntake>;
