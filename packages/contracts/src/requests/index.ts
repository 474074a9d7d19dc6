/** Requests made from the contracts alone, for tests and attacks that try every call. Not for production bundles. */
import * as z from 'zod/mini';
import type { Endpoint, Schema } from '../endpoint.ts';
import { endpoints } from '../endpoints/index.ts';

export interface NamedEndpoint {
  name: string;
  endpoint: Endpoint;
}

export const everyCall: NamedEndpoint[] = Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint }));

export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** A call of this API, or of the release API. */
interface RequestSchemas {
  readonly body?: Schema;
  readonly query?: Schema;
}

/** JSON schema of what a call takes, as it goes over the wire; empty for a call that takes nothing. */
export const schemaOf = ({ body, query }: RequestSchemas): JsonSchema => {
  const schema = body ?? query;
  return schema ? (z.toJSONSchema(schema as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};
};

/** Names of everything a request may hold. */
export const fieldsOf = (endpoint: RequestSchemas): string[] => Object.keys(schemaOf(endpoint).properties ?? {});

const TEXTS: Record<string, string> = {
  email: 'matrix@example.org',
  password: 'a long walk in march',
  newPassword: 'a long walk in march',
  currentPassword: 'a long walk in march',
  confirmPassword: 'a long walk in march',
  code: '123456',
  verification_code: '123456',
  phoneNumber: '',
  parent_id: 'other',
  state: 'TX',
  payment_intent_id: 'pi_made_up',
  sessiontoken: 'token',
  confirm: 'DELETE',
};

function sample(name: string, schema: JsonSchema, ids: Record<string, string>): unknown {
  if (name in ids) return ids[name];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(name, schema.anyOf[0]!, ids);
  if (name in TEXTS) return TEXTS[name];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(key, schema.properties?.[key] ?? {}, ids)]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return schema.pattern?.includes('0-9a-f') ? 'f'.repeat(24) : 'sample';
    default:
      return 'sample';
  }
}

/** A request that passes the schema, with these ids where it names one. */
export function aRequest(endpoint: RequestSchemas, ids: Record<string, string> = {}): Record<string, unknown> {
  const schema = schemaOf(endpoint);
  const required = sample('', { ...schema, type: 'object' }, ids) as Record<string, unknown>;
  const named = Object.keys(schema.properties ?? {}).filter((field) => field in ids);
  return { ...required, ...Object.fromEntries(named.map((field) => [field, ids[field]])) };
}

const NAMES_AN_ID = new Set([
  'form_session_id',
  'session_id',
  'original_session_id',
  'edit_session_id',
  'demand_id',
  'file_id',
  'payment_id',
  'alert_id',
]);
/** Calls where an id is only a wish: what it names is taken along at sign-in when it is the browser's, and ignored otherwise. */
const SIGN_IN_CALLS = new Set(['login', 'register', 'verifyEmail', 'googleRedirect']);

/** Calls that name an object of a person by its id. */
export const callsById: NamedEndpoint[] = everyCall.filter(
  ({ name, endpoint }) =>
    !SIGN_IN_CALLS.has(name) && (name === 'revokeDevice' || fieldsOf(endpoint).some((field) => NAMES_AN_ID.has(field))),
);
