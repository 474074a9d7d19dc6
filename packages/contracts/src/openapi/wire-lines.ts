import type { Json } from './json-schema.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

function* leaves(value: unknown, place: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return yield `${place} = ${JSON.stringify(value)}`;
  const entries = Object.entries(value);
  if (entries.length === 0) return yield `${place} = ${JSON.stringify(value)}`;
  // A list of plain values is one fact: what is allowed, or what is required.
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return yield `${place} = ${JSON.stringify([...value].sort())}`;
  for (const [key, item] of entries) yield* leaves(item, `${place}.${key}`);
}

/**
 * An OpenAPI document as one line a fact, so that two of them can be compared: `POST /api/x requestBody… = "string"`.
 * @param document - from `openApiDocument` or `releasesOpenApiDocument`
 */
export function wireLines(document: Json): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const [path, operations] of Object.entries(document['paths'] as Record<string, Json>)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!METHODS.has(method)) continue;
      const { summary: _words, ...wire } = operation as Json;
      for (const line of leaves(wire, `${method.toUpperCase()} ${path} `))
        lines.add(line.replace('  .', ' ').replace(' .', ' '));
    }
  }
  return lines;
}
