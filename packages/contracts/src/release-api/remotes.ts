import * as z from 'zod/mini';
import { InputTypes } from '../releases/index.ts';
import { SignedBuild } from './changes.ts';
import { Obstacle } from './dry-run.ts';
import { releaseEndpoint } from './endpoint.ts';
import { At, Channel, Finding } from './fields.ts';

const TypesByName = z.record(z.string(), InputTypes);
const ShellBuild = z.object({ version: z.string(), buildId: z.string() });

/** Path of a declaration below `node_modules`. A build that offers another one is refused where it is made. */
export const DECLARATION_PATH = /^@redress\/[a-z-]+(\/[A-Za-z0-9_.-]+)+\.d\.ts$/;

/** What the shell of a channel gives to remotes, as its build was made: names, their types, and the declarations of both. */
export const OfferedTypes = z.object({
  channel: z.string(),
  number: z.int(),
  at: At,
  shell: ShellBuild,
  /** Version of the contracts. */
  contracts: z.string(),
  /** Names that the shell holds of each shared package. */
  names: z.record(z.string(), z.array(z.string())),
  /** Digests by package and name; `@redress/contracts` has those of every slot. */
  types: z.record(z.string(), TypesByName),
  /** Declaration files by their path below `node_modules`: `@redress/ui/src/button.d.ts`. */
  files: z.record(z.string(), z.string()),
});
export type OfferedTypes = z.output<typeof OfferedTypes>;

/** Text of a build in one request: what the gate reads. Fonts and pictures are not sent. */
const MOST_INSPECTED_BYTES = 12_000_000;

/** What publishing and promoting a build would be refused for. Nothing of it is kept. */
export const Inspection = z.object({
  channel: z.string(),
  /** Snapshot that it was compared with. */
  number: z.int(),
  /** Clock of the release service. */
  at: At,
  shell: ShellBuild,
  /** Team that the remote belongs to; `null` before its first build. */
  team: z.nullable(z.string()),
  obstacles: z.array(Obstacle),
  warnings: z.array(z.object({ ...Finding.shape, remedy: z.string() })),
  /** This very build is published: publishing it again changes nothing. */
  isPublished: z.boolean(),
  /** Other builds of the same version. */
  sameVersion: z.array(z.string()),
  firstLoadBytes: z.int(),
  budgetBytes: z.int(),
});
export type Inspection = z.output<typeof Inspection>;

export const remoteEndpoints = {
  types: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/types',
    access: 'reader',
    summary: 'Names, types and declarations of what the shell of a channel gives to remotes.',
    query: z.object({ channel: Channel }),
    answer: OfferedTypes,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN', 'CHANNEL_EMPTY', 'TYPES_MISSING', 'STORE_AWAY'],
  }),
  inspect: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/inspect',
    access: 'developer',
    summary:
      'Reads a build that is not published and says what would be refused: owner, signature, files, gate. Nothing is kept.',
    mostBytes: MOST_INSPECTED_BYTES,
    body: z.object({
      channel: Channel,
      ...SignedBuild.shape,
      /** Text of the scripts, style sheets and other text files that `build.json` lists, by path. */
      files: z.record(z.string().check(z.maxLength(300)), z.string()),
    }),
    answer: Inspection,
    errors: [
      'TOKEN_UNKNOWN',
      'NOT_ALLOWED',
      'REQUEST_INVALID',
      'CHANNEL_UNKNOWN',
      'CHANNEL_EMPTY',
      'DESCRIPTOR_INVALID',
    ],
  }),
} as const;
