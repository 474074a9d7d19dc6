import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Schema = z.core.$ZodType;

/**
 * One call, written once: the browser's hook and the server's route are both made from it.
 * - `access`: `anyone`, or `user` for signed-in visitors (401 NOT_SIGNED_IN otherwise).
 * - `effect`: changes something, so it must come from our own origin (RULINGS 4, 5). Default: true for POST, false for GET.
 * - `csrf`: the body's `csrf_token` is checked as well.
 * - `kind`: `json` (default) answers `{success: true, ...answer}`; `blob` a file; `redirect` and `raw` are not for hooks.
 * - `timeoutMs`: how long the browser waits; 10 s unless said.
 */
export interface Endpoint<
  Body extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: 'anyone' | 'user';
  readonly effect?: boolean;
  readonly csrf?: true;
  readonly kind?: 'json' | 'blob' | 'redirect' | 'raw';
  readonly body?: Body;
  readonly query?: Query;
  readonly answer: Answer;
  readonly errors: readonly ErrorCode[];
  readonly timeoutMs?: number;
  /** Largest body the server reads, in bytes; 64 KB unless said. */
  readonly maxBodyBytes?: number;
}

export const endpoint = <
  Answer extends Schema,
  Body extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
>(
  spec: Endpoint<Body, Query, Answer>,
): Endpoint<Body, Query, Answer> => spec;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller hands over: the body for POST, the query for GET. */
export type RequestOf<E> =
  E extends Endpoint<infer B, infer Q, Schema> ? (B extends Schema ? z.input<B> : Input<Q>) : never;
/** What a handler receives, parsed. */
export type BodyOf<E> = E extends Endpoint<infer B, Schema | undefined, Schema> ? Output<B> : never;
export type QueryOf<E> = E extends Endpoint<Schema | undefined, infer Q, Schema> ? Output<Q> : never;
/** What a handler gives back, and what a hook's `data` is; `success` is added and taken away on the way. */
export type AnswerOf<E> = E extends Endpoint<Schema | undefined, Schema | undefined, infer A> ? z.output<A> : never;

export const isEffect = (e: Pick<Endpoint, 'method' | 'effect'>): boolean => e.effect ?? e.method === 'POST';
