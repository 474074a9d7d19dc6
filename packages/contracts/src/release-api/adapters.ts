import * as z from 'zod/mini';
import type { ReleaseSchema } from './endpoint.ts';
import { GATE, GATE_FORWARD } from './gate-refusals.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * One call of another tool's protocol, on the console's address. It is made of calls of the release API, with the token
 * of whoever asks, so it may do nothing that they may not. Paths have `{name}` for their parts.
 */
export interface AdapterEndpoint {
  readonly method: 'GET' | 'PATCH';
  readonly path: `/${string}`;
  readonly summary: string;
  /** `anyone`: what every visitor of the site can read. */
  readonly access: 'anyone' | 'developer';
  readonly query?: ReleaseSchema;
  readonly body?: ReleaseSchema;
  readonly answer: ReleaseSchema;
  readonly errors: readonly RefusalCode[];
}

/** `env` of import-map-deployer is a channel. */
const Environment = z.object({ env: z.optional(z.string()) });
/** `mf-wizard`, or as the import map names it. */
const Service = z.string().check(z.regex(/^(@redress\/)?(shell|mf-[a-z0-9-]{1,40})$/));
/** Where a build is served; it alone says which build is meant. */
const Address = z.string().check(z.maxLength(500));
const ImportMap = z.object({
  imports: z.record(z.string(), z.string()),
  scopes: z.record(z.string(), z.record(z.string(), z.string())),
  integrity: z.optional(z.record(z.string(), z.string())),
});

const TOKEN = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID'] as const;
const PROMOTE = [
  ...TOKEN,
  'CHANNEL_UNKNOWN',
  'BUILD_UNKNOWN',
  'ALREADY_CURRENT',
  'MARKED_BAD',
  'FROZEN',
  'CONFIRMATION_NEEDED',
  ...GATE,
  ...GATE_FORWARD,
] as const;
const eikFields = { name: z.string(), type: z.literal('pkg'), org: z.string() };
const Package = z.object({ ...eikFields, version: z.string(), integrity: z.string() });

export const adapterEndpoints = {
  readImportMap: {
    method: 'GET',
    path: '/import-map.json',
    summary: 'import-map-deployer: what a channel serves, as an import map.',
    access: 'anyone',
    query: Environment,
    answer: ImportMap,
    errors: ['CHANNEL_UNKNOWN'],
  },
  environments: {
    method: 'GET',
    path: '/environments',
    summary: 'import-map-deployer: the channels.',
    access: 'anyone',
    answer: z.object({
      environments: z.array(z.object({ name: z.string(), isDefault: z.boolean(), aliases: z.array(z.string()) })),
    }),
    errors: [],
  },
  patchService: {
    method: 'PATCH',
    path: '/services',
    summary: 'import-map-deployer: promotes the build behind `url`.',
    access: 'developer',
    query: Environment,
    body: z.object({ service: Service, url: Address }),
    answer: ImportMap,
    errors: PROMOTE,
  },
  patchImportMap: {
    method: 'PATCH',
    path: '/import-map.json',
    summary: 'import-map-deployer: promotes the builds behind these addresses, all in one snapshot.',
    access: 'developer',
    query: Environment,
    body: z.object({ imports: z.record(Service, Address), scopes: z.optional(z.record(z.string(), z.unknown())) }),
    answer: ImportMap,
    errors: PROMOTE,
  },
  eikVersions: {
    method: 'GET',
    path: '/pkg/{name}',
    summary: 'Eik: newest version of each major: of what is served, or with a token of what is published.',
    access: 'anyone',
    answer: z.object({ ...eikFields, versions: z.array(z.tuple([z.int(), Package])) }),
    errors: ['BUILD_UNKNOWN', 'TOKEN_UNKNOWN'],
  },
  eikVersion: {
    method: 'GET',
    path: '/pkg/{name}/{version}',
    summary: 'Eik: one version, as above.',
    access: 'anyone',
    answer: Package,
    errors: ['BUILD_UNKNOWN', 'TOKEN_UNKNOWN'],
  },
} as const satisfies Record<string, AdapterEndpoint>;
export type AdapterName = keyof typeof adapterEndpoints;
export type AdapterAnswerOf<N extends AdapterName> = z.output<(typeof adapterEndpoints)[N]['answer']>;
