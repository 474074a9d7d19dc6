/** Answers made from the contracts alone, for tests and for a remote that runs by itself. Not for production bundles. */
import * as z from 'zod/mini';
import type { AnswerOf, Endpoint } from '../endpoint.ts';
import type { UserData } from '../endpoints/session.ts';
import type { JsonSchema } from '../requests/index.ts';

const INSTANT_FIELD = /(_at|At)$/;

const sampleText = (name: string, { pattern }: JsonSchema): string => {
  if (pattern === '^[0-9a-f]{24}$') return '0123456789abcdef01234567';
  if (pattern?.includes('{5,9}')) return '62701';
  if (INSTANT_FIELD.test(name)) return '2026-03-02T15:04:00.000Z';
  if (/email/i.test(name)) return 'sample@example.com';
  return `Sample ${name.replaceAll('_', ' ')}`;
};

function sample(name: string, schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(name, schema.anyOf.find(({ type }) => type !== 'null') ?? {});
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, value]) => [key, sample(key, value)]),
      );
    case 'array':
      return [sample(name, schema.items ?? {})];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(name, schema);
  }
}

/** A whole answer of a call, lists with one entry; the same every time. */
export const fakeAnswer = <E extends Endpoint>(endpoint: E): AnswerOf<E> => {
  const schema = z.toJSONSchema(endpoint.answer, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return sample('answer', schema) as AnswerOf<E>; // made from that very schema; a test parses every one
};

/** A person with a password and a confirmed address. */
export const aUser = (over: Partial<UserData> = {}): UserData => ({
  user_id: '0123456789abcdef01234567',
  display_name: 'Zoë',
  email: 'zoe@example.com',
  email_verified: true,
  first_name: 'Zoë',
  last_name: "O'Brien-Núñez",
  has_password: true,
  ...over,
});
