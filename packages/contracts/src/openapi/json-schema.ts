import * as z from 'zod/mini';
import type { Schema } from '../endpoint.ts';

export type Json = Record<string, unknown>;

export const jsonSchema = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

export const queryParameters = (query: Schema | undefined): Json[] => {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

export const content = (type: string, schema: Json): Json => ({ content: { [type]: { schema } } });

/** What a call may refuse with, by status. */
export const refusalsBy = <Code extends string>(codes: readonly Code[], statusOf: (code: Code) => number): Json =>
  Object.fromEntries(
    [...Map.groupBy(codes, statusOf)].map(([status, same]) => [
      String(status),
      { description: same.join(', '), ...content('application/json', { $ref: '#/components/schemas/Refusal' }) },
    ]),
  );
