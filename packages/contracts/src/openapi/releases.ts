import {
  adapterEndpoints,
  publicReleaseEndpoints,
  REFUSALS,
  SESSION_HEADER,
  releaseEndpoints,
  signInEndpoints,
  type RefusalCode,
  type ReleaseSchema,
  type AdapterEndpoint,
  type ReleaseEndpoint,
} from '../release-api/index.ts';
import { CONTRACTS_VERSION } from '../version.ts';
import { content, jsonSchema, queryParameters, refusalsBy, type Json } from './json-schema.ts';

const successOf = ({ answers, answer }: ReleaseEndpoint): Json => ({
  description: 'Done.',
  ...content(answers === 'events' ? 'text/event-stream' : 'application/json', jsonSchema(answer, 'output')),
});

const refusalsOf = (errors: readonly RefusalCode[]): Json => refusalsBy(errors, (code) => REFUSALS[code].status);

/** What any call may be answered, whatever it is. */
const ANY_CALL = ['FAILED', 'DATABASE_AWAY', 'DISK_FULL', 'TOO_MANY'] as const;

const bodyOf = ({ sends, body }: { sends?: 'bytes' | undefined; body?: ReleaseSchema | undefined }): Json => {
  if (sends === 'bytes') {
    return { requestBody: { required: true, ...content('application/octet-stream', { format: 'binary' }) } };
  }
  return body ? { requestBody: { required: true, ...content('application/json', jsonSchema(body, 'input')) } } : {};
};

const operationOf = (name: string, endpoint: ReleaseEndpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  security: endpoint.access === 'anyone' ? [] : [{ token: [] }, { session: [], sessionHeader: [] }],
  ...(endpoint.access === 'anyone' ? {} : { 'x-least-role': endpoint.access }),
  parameters: queryParameters(endpoint.query),
  ...bodyOf(endpoint),
  responses: { 200: successOf(endpoint), ...refusalsOf([...new Set([...endpoint.errors, ...ANY_CALL])]) },
});

const adapterOf = (name: string, { path, ...endpoint }: AdapterEndpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  security: endpoint.access === 'anyone' ? [] : [{ token: [] }, { password: [] }],
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => ({
      name: part,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(queryParameters(endpoint.query) as Json[]),
  ],
  ...bodyOf({ body: endpoint.body }),
  responses: {
    200: { description: 'Done.', ...content('application/json', jsonSchema(endpoint.answer, 'output')) },
    ...refusalsOf(endpoint.errors),
  },
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
  for (const [name, endpoint] of Object.entries(adapterEndpoints as Record<string, AdapterEndpoint>)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: adapterOf(name, endpoint) };
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
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'redress-console-<port>',
          description: 'Of a person who has signed in to the console.',
        },
        sessionHeader: { type: 'apiKey', in: 'header', name: SESSION_HEADER, description: 'Goes with the session.' },
        password: { type: 'http', scheme: 'basic', description: 'A release token as the password.' },
      },
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
