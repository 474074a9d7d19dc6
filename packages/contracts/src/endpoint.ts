import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Schema = z.core.$ZodType;

/**
 * One call, written once: the browser's hook and the server's route are both made from it.
 * - `access`: `anyone`, or `user` for signed-in visitors (401 NOT_SIGNED_IN otherwise).
 * - `effect`: changes something, so it must come from our own origin (R4, R5). Default: true for POST, false for GET.
 * - `repeatable`: an effect that may be asked for again when its answer was lost: done twice, it is the same to everybody.
 * - `csrf`: the body's `csrf_token` is checked as well.
 * - `kind`: `json` (default) answers `{success: true, ...answer}`; `blob` a file; `redirect` and `raw` are not for hooks.
 * - `timeoutMs`: how long the browser waits; 10 s unless said.
 * - `internal`: asked by the site's own parts or by an outside service; it is not in the published description.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: 'anyone' | 'user';
  readonly effect?: boolean;
  readonly repeatable?: true;
  readonly csrf?: true;
  readonly kind?: 'json' | 'blob' | 'redirect' | 'raw';
  readonly body?: Schema;
  readonly query?: Schema;
  readonly answer: Schema;
  readonly errors: readonly ErrorCode[];
  /** How long a browser waits for the answer; {@link CALL_MS} unless said. */
  readonly timeoutMs?: number;
  readonly internal?: true;
  /** Largest body the server reads, in bytes; 64 KB unless said. */
  readonly maxBodyBytes?: number;
}

export const CALL_MS = 10_000;
export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

/** Where federated sign-in starts. Apart from its call: a window is opened there by a press that can wait for no file. */
export const GOOGLE_START = '/api/google/redirect.php';

/**
 * Id of the account a page belongs to. A call that names one is refused with NOT_SIGNED_IN unless that account is signed
 * in: what one person typed cannot reach the account of another who signed in meanwhile, in this tab or in another.
 * The calls of `accountEndpoints` find out or change who is signed in, so they are bound to no account.
 */
export const ACCOUNT_HEADER = 'x-redress-account';

/**
 * `1` from a page of a preview, `0` from any other. A call is refused with PREVIEW_MISMATCH when the browser has opened or
 * left a preview since: what was typed outside of one never becomes part of it, nor the other way round. It grants nothing.
 */
export const PREVIEW_HEADER = 'x-redress-preview';

/**
 * Where the calls of `/api/` answer a page of a preview. Its policy lets it ask nothing else, so a build that nobody has
 * reviewed, left open in a tab, has nothing of who signs in later: whatever it sends, it counts as a page of a preview.
 */
export const PREVIEW_CALLS = '/api/in-preview/';

/** IANA name of the zone of a signed-in person's browser; mails say times on that clock (R35). */
export const TIME_ZONE_HEADER = 'x-redress-time-zone';

/** What a caller passes: the body for POST, the query for GET. */
export type RequestOf<E> = E extends { body: infer B extends Schema }
  ? z.input<B>
  : E extends { query: infer Q extends Schema }
    ? z.input<Q>
    : undefined;
/** What a handler receives, parsed. */
export type BodyOf<E> = E extends { body: infer B extends Schema } ? z.output<B> : undefined;
export type QueryOf<E> = E extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
/** What a handler gives back, and what a hook's `data` is; `success` is added and taken away on the way. */
export type AnswerOf<E> = E extends { answer: infer A extends Schema } ? z.output<A> : never;

export const isEffect = (e: Pick<Endpoint, 'method' | 'effect'>): boolean => e.effect ?? e.method === 'POST';
