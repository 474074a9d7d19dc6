import type * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';

export type ReleaseSchema = z.core.$ZodType;

/** What a token or a person is for. A developer has a team and acts on the remotes of that team. */
export const ROLES = ['reader', 'developer', 'release-manager', 'key-holder'] as const;
export type Role = (typeof ROLES)[number];

/**
 * One call of the release API, written once: the routes, the command line and the console are made from it.
 * - `access`: `anyone`; `reader` for every valid token or session; `developer` for developers and release managers;
 *   `release-manager` for those alone. What a developer may act on is decided by the trust document as well.
 * - `sends`: `bytes` for a file as it is; JSON unless said.
 * - `mostBytes`: of a request, where one may be larger than others.
 * - `answers`: `events` for a stream of server-sent events; JSON unless said.
 */
export interface ReleaseEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}` | `/releases/${string}`;
  readonly summary: string;
  readonly access: 'anyone' | 'reader' | 'developer' | 'release-manager';
  readonly query?: ReleaseSchema;
  readonly body?: ReleaseSchema;
  readonly sends?: 'bytes';
  readonly mostBytes?: number;
  readonly answers?: 'events';
  readonly answer: ReleaseSchema;
  readonly errors: readonly RefusalCode[];
}

/** Whether a call is open to a role; whose remote it is done to, is asked of a developer as well. */
export const mayCall = (role: Role | 'system', { access }: Pick<ReleaseEndpoint, 'access'>): boolean =>
  access === 'anyone' || access === 'reader' || role === access || role === 'release-manager' || role === 'system';

export const releaseEndpoint = <const E extends ReleaseEndpoint>(spec: E): E => spec;

/** What a caller passes. */
export type ReleaseRequestOf<E> = E extends { sends: 'bytes' }
  ? Uint8Array
  : E extends { body: infer B extends ReleaseSchema }
    ? z.input<B>
    : E extends { query: infer Q extends ReleaseSchema }
      ? z.input<Q>
      : Record<string, never>;
/** What a handler gets, parsed. */
export type ReleaseInputOf<E> = E extends { sends: 'bytes' }
  ? Uint8Array
  : E extends { body: infer B extends ReleaseSchema }
    ? z.output<B>
    : E extends { query: infer Q extends ReleaseSchema }
      ? z.output<Q>
      : Record<string, never>;
export type ReleaseAnswerOf<E> = E extends { answer: infer A extends ReleaseSchema } ? z.output<A> : never;
