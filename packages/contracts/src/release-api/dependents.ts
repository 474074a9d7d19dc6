import * as z from 'zod/mini';
import { Dependent } from './dry-run.ts';
import { releaseEndpoint } from './endpoint.ts';
import { BuildName, Channel } from './fields.ts';

/** What closes for visitors when a remote is off, and who takes something of it: read from the signed builds of the channel. */
export const ReleaseDependents = z.object({
  /** Pages that close. */
  routes: z.array(z.string()),
  /** Slots that stay empty. */
  slots: z.array(z.string()),
  dependents: z.array(Dependent),
  /** Builds that do not say what they take: those of plain plugins, and of before it was listed. */
  unknown: z.array(z.string()),
});
export type ReleaseDependents = z.output<typeof ReleaseDependents>;

export const dependentsEndpoints = {
  dependents: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/dependents',
    access: 'reader',
    summary: 'Who depends on a remote of a channel: pages, slots and links, of the shell the names of its packages.',
    query: z.object({ channel: Channel, remote: BuildName }),
    answer: ReleaseDependents,
    errors: ['TOKEN_UNKNOWN', 'REQUEST_INVALID', 'CHANNEL_UNKNOWN'],
  }),
} as const;
