import * as z from 'zod/mini';
import { At, Channel } from './fields.ts';
import { releaseEndpoint } from './endpoint.ts';

/** One build of a channel, by what it takes from others and gives to them. */
export const GraphNode = z.object({
  name: z.string(),
  buildId: z.string(),
  version: z.string(),
  owner: z.string(),
  isOff: z.boolean(),
  /** Pages that close when it is off. */
  routes: z.array(z.string()),
  /** Slots it fills. */
  fills: z.array(z.string()),
  /** Slots of others that its pages draw; `null` for a build of before this was listed. */
  draws: z.nullable(z.array(z.string())),
  /** Pages of others that its scripts link to. */
  links: z.array(z.string()),
});
export type GraphNode = z.output<typeof GraphNode>;

/** What a channel serves, as a graph: read from the signed builds. */
export const ReleaseGraph = z.object({
  channel: z.string(),
  number: z.int(),
  createdAt: z.nullable(At),
  /** The shell first. */
  nodes: z.array(GraphNode),
  slots: z.array(
    z.object({
      name: z.string(),
      /** `null`: nobody fills it. */
      filledBy: z.nullable(z.string()),
      drawnBy: z.array(z.string()),
    }),
  ),
  packages: z.array(
    z.object({
      name: z.string(),
      /** Version that the shell has; `null`: it has none. */
      provided: z.nullable(z.string()),
      users: z.array(
        z.object({
          name: z.string(),
          version: z.string(),
          /** Names it imports; `null` where that is not known. */
          names: z.nullable(z.array(z.string())),
        }),
      ),
    }),
  ),
  /** Of each remote: what closes for visitors when it is switched off. */
  ifOff: z.array(
    z.object({
      name: z.string(),
      routes: z.array(z.string()),
      /** Slots that stay empty, and in whose pages. */
      slots: z.array(z.object({ name: z.string(), pagesOf: z.array(z.string()) })),
      /** Remotes with links to its pages. */
      linkedFrom: z.array(z.string()),
    }),
  ),
});
export type ReleaseGraph = z.output<typeof ReleaseGraph>;

export const graphEndpoints = {
  graph: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/graph',
    access: 'reader',
    summary: 'Remotes, slots and shared packages of a channel, and what closes when a remote goes off.',
    query: z.object({ channel: Channel }),
    answer: ReleaseGraph,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
} as const;
