import {
  publicReleaseEndpoints,
  REFUSALS,
  releaseEndpoints,
  signInEndpoints,
  type RefusalCode,
  type ReleaseEndpoint,
} from '../release-api/index.ts';
import { CONTRACTS_VERSION } from '../version.ts';
import { jsonSchema, queryParameters, type Json } from './json-schema.ts';

const content = (type: string, schema: Json): Json => ({ content: { [type]: { schema } } });

const successOf = ({ answers, answer }: ReleaseEndpoint): Json => ({
  description: 'Done.',
  ...content(answers === 'events' ? 'text/event-stream' : 'application/json', jsonSchema(answer, 'output')),
});

const refusalsOf = ({ errors }: ReleaseEndpoint): Json => {
  const byStatus = Map.groupBy(errors, (code) => REFUSALS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]: [number, RefusalCode[]]) => [
      String(status),
      { description: codes.join(', '), ...content('application/json', { $ref: '#/components/schemas/Refusal' }) },
    ]),
  );
};

const bodyOf = ({ sends, body }: ReleaseEndpoint): Json => {
  if (sends === 'bytes') {
    return { requestBody: { required: true, ...content('application/octet-stream', { format: 'binary' }) } };
  }
  return body ? { requestBody: { required: true, ...content('application/json', jsonSchema(body, 'input')) } } : {};
};

const operationOf = (name: string, endpoint: ReleaseEndpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  security: endpoint.access === 'anyone' ? [] : [{ token: [] }],
  ...(endpoint.access === 'anyone' ? {} : { 'x-least-role': endpoint.access }),
  parameters: queryParameters(endpoint.query),
  ...bodyOf(endpoint),
  responses: { 200: successOf(endpoint), ...refusalsOf(endpoint) },
});

/** The OpenAPI 3.1 document of the release service: its own address, and what the front door answers of it. */
export function releasesOpenApiDocument(): Json {
  const paths: Record<string, Json> = {};
  const table = { ...releaseEndpoints, ...signInEndpoints, ...publicReleaseEndpoints } as Record<
    string,
    ReleaseEndpoint
  >;
  for (const [name, endpoint] of Object.entries(table)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Redress releases',
      version: CONTRACTS_VERSION,
      description:
        'Builds, channels, signed snapshots, ledger. `/api` on the address of the console; `/releases` on the address of the site.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { enum: Object.keys(REFUSALS) },
            message: { type: 'string' },
            remedy: { type: 'string' },
            findings: {
              type: 'array',
              items: {
                type: 'object',
                required: ['code', 'message'],
                properties: { code: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
}
