import {
  releaseEndpoints,
  type ReleaseEndpoint,
  type ReleaseEndpointName,
  type ReleaseSchema,
} from '@redress/contracts/release-api';
import * as z from 'zod/mini';
import type { NoteRefusal } from '../ledger/note-refusals.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { assertMayCall, type Actor } from './actor.ts';

/** Who asks a call that is open to everybody. */
const ANYONE: Actor = { name: 'anyone', role: 'reader', team: null };

export interface Dispatching {
  operations: ReleaseOperations;
  /** Told of every refused change. */
  noteRefusal: NoteRefusal;
  /** Told of every call that may change something: `ok`, or the code of the refusal. */
  observe?: (call: ReleaseEndpointName, outcome: string) => void;
}

/** Deeper than any request of the contract. */
const MAX_DEPTH = 24;
/** NUL or half a character, which no column of a database can hold and no person types; or so deep that looking would end the stack. */
const cannotBeKept = (value: unknown, depth = 0): boolean =>
  typeof value === 'string'
    ? value.includes('\0') || !value.isWellFormed()
    : typeof value === 'object' &&
      value !== null &&
      (depth > MAX_DEPTH ||
        Object.entries(value)
          .flat()
          .some((each) => cannotBeKept(each, depth + 1)));

/**
 * One call of the contract: who asks, whether their role may, what they hand over, then the operation.
 * @param given - body of a POST, query of a GET
 * @throws {ReleaseRefusal} `TOKEN_UNKNOWN`, `NOT_ALLOWED`, `REQUEST_INVALID`, and what the operation refuses
 */
export async function dispatch(
  { operations, noteRefusal, observe = () => {} }: Dispatching,
  name: ReleaseEndpointName,
  given: unknown,
  who: () => Promise<Actor>,
): Promise<unknown> {
  const endpoint: ReleaseEndpoint = releaseEndpoints[name];
  // The table pairs each name with its own types; here they are all the same.
  const operation = operations[name] as (input: unknown, actor: Actor) => Promise<unknown>;
  if (endpoint.access === 'anyone') return operation({}, ANYONE);
  const actor = await who();
  try {
    assertMayCall(actor, endpoint);
    const answer = await operation(inputOf(endpoint, given), actor);
    if (endpoint.method === 'POST') observe(name, 'ok');
    return answer;
  } catch (error) {
    if (endpoint.method === 'POST') observe(name, isReleaseRefusal(error) ? error.code : 'FAILED');
    if (endpoint.method === 'POST' && isReleaseRefusal(error)) {
      // The refusal is the answer, whether or not it can be written down.
      await noteRefusal(actor, name, given, error).catch(() => {});
    }
    throw error;
  }
}

function inputOf({ sends, query, body }: ReleaseEndpoint, given: unknown): unknown {
  if (sends === 'bytes') {
    if (!Buffer.isBuffer(given)) throw new ReleaseRefusal('REQUEST_INVALID', 'Send the bytes of one file.');
    return given;
  }
  const schema: ReleaseSchema | undefined = body ?? query;
  if (!schema) return {};
  if (cannotBeKept(given))
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      'A request may hold no NUL, no half character, and nothing nested deeper than 24 times.',
    );
  const taken = parsed(schema, given);
  const unknown = leftOut(given, taken);
  if (unknown !== null) throw new ReleaseRefusal('REQUEST_INVALID', `${unknown}: there is no such field.`);
  return taken;
}

/**
 * A key that the contract does not name: a schema leaves it out, and whoever wrote `secondPersn` would be told that it is set.
 * @returns its path, or `null`
 */
function leftOut(given: unknown, taken: unknown): string | null {
  if (typeof given !== 'object' || given === null || typeof taken !== 'object' || taken === null) return null;
  for (const [key, each] of Object.entries(given)) {
    if (each === undefined) continue;
    if (!Object.hasOwn(taken, key)) return key;
    const inside = leftOut(each, taken[key as keyof typeof taken]);
    if (inside !== null) return `${key}.${inside}`;
  }
  return null;
}

/** Messages of issues, without which each is called `Invalid input`. */
const WORDS = z.locales.en().localeError;

/** @throws {ReleaseRefusal} `REQUEST_INVALID` with the first thing that is wrong */
export function parsed<S extends ReleaseSchema>(schema: S, given: unknown): z.output<S> {
  const result = z.safeParse(schema, given, { error: WORDS });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'The request';
  throw new ReleaseRefusal('REQUEST_INVALID', `${field}: ${issue?.message ?? 'not valid'}.`);
}
