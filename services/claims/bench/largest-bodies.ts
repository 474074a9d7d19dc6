/** The largest body that each call takes, and what it costs the thread that answers everybody. */
import { endpoints, type Endpoint } from '@redress/contracts';
import * as z from 'zod/mini';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

/** Four bytes in UTF-8, two of JavaScript's characters: the most that a text of a given length can weigh. */
const WIDE = '𝒜';
/** Where a schema has no limit, the limit of the body is one. */
const UNLIMITED = 4_000;

function largest(schema: Schema, known: Record<string, unknown>, part = 1): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0];
  const choices = schema.anyOf ?? schema.allOf;
  if (choices) return largest(choices.find(({ type }) => type !== 'null') ?? choices[0]!, known, part);
  if (schema.properties) {
    const given = Object.entries(schema.properties).map(([key, each]) => [
      key,
      key in known ? known[key] : largest(each, known, part),
    ]);
    return Object.fromEntries(given) as object;
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.maxItems ?? 100 }, () => largest(schema.items ?? {}, known, part));
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  const length = schema.maxLength ?? UNLIMITED;
  return schema.pattern ? '0'.repeat(Math.min(length, 24)) : WIDE.repeat((length / 2) * part);
}

/** Where all fields together exceed what a body may weigh, each text is shorter by the same part. */
function within(limit: number, make: (part: number) => string): string {
  for (let part = 1; ; part *= 0.9) {
    const body = make(part);
    if (Buffer.byteLength(body) <= limit) return body;
  }
}

export interface LargeBody {
  endpoint: Endpoint;
  what: string;
  body: string;
}

/**
 * Three for each call that has a body: every field full, the same with a picture as its signature, and as many objects as fit.
 * @param known - of fields that a body must have right to be worked on, as the id of a draft
 */
export function largestBodies(known: Record<string, unknown>): LargeBody[] {
  return (Object.values(endpoints) as unknown as Endpoint[]).flatMap((endpoint) => {
    if (!endpoint.body) return [];
    const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema;
    const limit = endpoint.maxBodyBytes ?? 64 * 1024;
    const full = within(limit, (part) => JSON.stringify(largest(schema, { ...known, signature: null }, part)));
    const bodies = [
      { endpoint, what: 'full', body: full },
      { endpoint, what: 'objects', body: `{"a":[${'{},'.repeat((limit - 20) / 3)}{}]}` },
    ];
    const maxSignature =
      schema.properties?.['signature'] && Math.min(schema.properties['signature'].maxLength ?? 0, limit / 2);
    if (maxSignature) {
      const signature = `data:image/png;base64,${'A'.repeat(maxSignature)}`;
      bodies.push({
        endpoint,
        what: 'signature',
        body: within(limit, (part) => JSON.stringify(largest(schema, { ...known, signature }, part))),
      });
    }
    return bodies;
  });
}
