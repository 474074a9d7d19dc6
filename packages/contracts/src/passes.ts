/**
 * What a browser holds to be in a cohort (decision 0224): a cookie of its own that the site verifies without asking
 * anybody. `<key id>.<payload>.<signature>`: payload and signature in base64url, the signature Ed25519.
 */
import * as z from 'zod/mini';
import { GroupName } from './releases/cohorts.ts';

/** Seconds since 1970: the pass counts before it. */
const Until = z.int().check(z.positive());

/** Signed by the key of the channel. `id`: by which it is ended before its time. */
export const StaffPass = z.object({ channel: z.string(), id: z.int(), until: Until });
export type StaffPass = z.output<typeof StaffPass>;

/** Signed by the claims service. `session`: digest of the cookie with which alone it counts. */
export const GroupPass = z.object({
  groups: z.array(GroupName).check(z.minLength(1), z.maxLength(20)),
  session: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  until: Until,
});
export type GroupPass = z.output<typeof GroupPass>;

export type PassKind = 'staff' | 'groups';

/** What is signed begins with what it is: no snapshot, statement or other pass can be passed off as it. */
export const signedPassText = (kind: PassKind, payload: string): string => `redress ${kind} pass\n${payload}`;

/** SHA-256 of it, the first 32 hex digits, stands for a session in a pass. @param token - the session's cookie */
export const sessionDigestText = (token: string): string => `redress session\n${token}`;

/** Public keys that sign passes of groups: key id to raw Ed25519 key, base64. */
export const PassKeys = z.record(z.string(), z.string());
export type PassKeys = z.output<typeof PassKeys>;

/** Where the claims service says which keys those are. */
export const GROUP_KEYS_PATH = '/api/group-keys';

export const STAFF_ROUTES = {
  /** Address with the secret behind it: the first browser that opens it holds a staff pass from then on. */
  open: '/staff/',
  /** This browser holds none any more. */
  leave: '/staff/leave',
  /** The pass of an address that is opened, once, by the digest of its secret. */
  take: '/releases/staff-pass',
} as const;
