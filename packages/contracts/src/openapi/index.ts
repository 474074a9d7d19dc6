import { isEffect, type Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ERRORS } from '../errors.ts';
import { CONTRACTS_VERSION } from '../version.ts';
import { content, jsonSchema, queryParameters, refusalsBy, type Json } from './json-schema.ts';

export { releasesOpenApiDocument } from './releases.ts';
export { wireLines } from './wire-lines.ts';

const withSuccess = (answer: Json): Json => ({
  ...answer,
  type: 'object',
  properties: { success: { const: true }, ...(answer['properties'] as Json | undefined) },
  required: ['success', ...((answer['required'] as string[] | undefined) ?? [])],
});

const successOf = (endpoint: Endpoint): Json => {
  if (endpoint.kind === 'redirect') return { description: 'A page or a redirect.' };
  if (endpoint.kind === 'blob') {
    return { description: 'A file.', content: { 'application/pdf': {}, 'application/json': {} } };
  }
  return { description: 'Done.', ...content('application/json', withSuccess(jsonSchema(endpoint.answer, 'output'))) };
};

const operationOf = (name: string, endpoint: Endpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  security: endpoint.access === 'user' ? [{ session: [] }] : [],
  ...(isEffect(endpoint) ? { 'x-effect': true } : {}),
  parameters: queryParameters(endpoint.query),
  ...(endpoint.body
    ? { requestBody: { required: true, ...content('application/json', jsonSchema(endpoint.body, 'input')) } }
    : {}),
  responses: { 200: successOf(endpoint), ...refusalsBy(endpoint.errors, (code) => ERRORS[code].status) },
});

/** The OpenAPI 3.1 document of every call that is not internal, made from the endpoint table. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    if (endpoint.internal) continue;
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Redress',
      version: CONTRACTS_VERSION,
      description: 'The calls between the site and the claims service.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-redress' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'code', 'message', 'errorId'],
          properties: {
            success: { const: false },
            code: { enum: Object.keys(ERRORS) },
            message: { type: 'string' },
            error: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'string' } },
            errorId: { type: 'string' },
            retryAfterSeconds: { type: 'number' },
            other: {},
          },
        },
      },
    },
  };
}
