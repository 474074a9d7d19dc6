import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { BuildName, Channel } from './fields.ts';

/** Who depends on a remote: read from the signed builds of the channel. */
export const ReleaseDependents = z.object({
  /** Pages that close when it is off. */
  routes: z.array(z.string()),
  /** Slots that stay empty then, and in whose pages. */
  slots: z.array(z.object({ name: z.string(), pagesOf: z.array(z.string()) })),
  /** Remotes with links to its pages. */
  linkedFrom: z.array(z.string()),
  /** Of the shell: packages that it gives, and who uses them in which version. */
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      users: z.array(z.object({ name: z.string(), version: z.string() })),
    }),
  ),
  /** Builds of before it was listed which slots they draw. */
  unknown: z.array(z.string()),
});
export type ReleaseDependents = z.output<typeof ReleaseDependents>;

export const dependentsEndpoints = {
  dependents: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/dependents',
    access: 'reader',
    summary: 'Who depends on a remote of a channel: pages, slots and links, of the shell its packages.',
    query: z.object({ channel: Channel, remote: BuildName }),
    answer: ReleaseDependents,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
} as const;
