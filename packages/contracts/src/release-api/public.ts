import * as z from 'zod/mini';
import { STAFF_ROUTES } from '../passes.ts';
import {
  PREVIEW_ROUTES,
  RELEASE_ROUTES,
  RemoteReport,
  SignedFreshness,
  SignedRelease,
  SignedSnapshot,
  SignedTrust,
  SnapshotPart,
} from '../releases/index.ts';
import { releaseEndpoint } from './endpoint.ts';
import { At } from './fields.ts';

const open = { method: 'GET', access: 'anyone', errors: [] } as const;
/** The form of another tool: not ours to describe. */
const OtherTool = z.record(z.string(), z.unknown());

/** What the front door answers to everybody: the signed snapshot, the stream of changes, reports of tabs, feeds. */
export const publicReleaseEndpoints = {
  events: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.events,
    summary: 'Event `snapshot` with `{channel, number}` at every change and every 25 s.',
    query: z.object({ channel: z.optional(z.string()) }),
    answers: 'events',
    answer: z.object({ channel: z.string(), number: z.int() }),
  }),
  snapshot: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.snapshot,
    summary:
      'The signed snapshot in use, with an ETag. `variant`: with those of these builds that still roll out, for a tab that runs them. `variants=all`: with rules and variants, for sites.',
    query: z.object({
      channel: z.optional(z.string()),
      variant: z.optional(z.string()),
      variants: z.optional(z.literal('all')),
    }),
    answer: SignedRelease,
  }),
  part: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.part,
    summary:
      'What a snapshot says of the builds of one remote, for a tab whose document held the index alone. `digest`: SHA-256 of its text, base64url, as in the index. Kept for a year.',
    query: z.object({ digest: z.string() }),
    answer: SnapshotPart,
  }),
  preview: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: PREVIEW_ROUTES.lookup,
    summary:
      'The signed snapshot of a preview, for sites. `id`: SHA-256 of its secret. `look`: also of one that no browser has taken yet, to name it.',
    query: z.object({ id: z.string(), look: z.optional(z.literal('1')) }),
    answer: SignedSnapshot,
  }),
  takePreview: /* @__PURE__ */ releaseEndpoint({
    ...open,
    method: 'POST',
    path: PREVIEW_ROUTES.lookup,
    summary:
      'Takes a preview of one browser, for sites. `id`: SHA-256 of the secret of its address, which ends; `as`: of the one that its browser has from now on.',
    body: z.object({ id: z.string(), as: z.string() }),
    answer: SignedSnapshot,
  }),
  takeStaffPass: /* @__PURE__ */ releaseEndpoint({
    ...open,
    method: 'POST',
    path: STAFF_ROUTES.take,
    summary: 'Takes a staff pass, once, for sites. `id`: SHA-256 of the secret of its address.',
    body: z.object({ id: z.string() }),
    answer: z.object({ pass: z.string() }),
  }),
  freshness: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.freshness,
    summary: 'Signed every minute: at which number the channel stands, and when that was so.',
    query: z.object({ channel: z.optional(z.string()) }),
    answer: SignedFreshness,
  }),
  trust: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.trust,
    summary: 'The trust document, signed by the root: a tab follows a change of keys with it.',
    answer: SignedTrust,
  }),
  servedHere: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.served,
    summary: 'Number of the snapshot that the documents of this site are made of, and since when.',
    answer: z.object({ channel: z.string(), number: z.int(), since: z.optional(z.nullable(At)) }),
  }),
  beaconToken: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: RELEASE_ROUTES.beaconToken,
    summary: 'A token for the reports of one page load, of the snapshot that it runs.',
    query: z.object({
      snapshot: z.optional(z.coerce.number<number>().check(z.int(), z.positive())),
      /** Named by a site that hands reports on: a service of another channel takes none of them. */
      channel: z.optional(z.string()),
    }),
    answer: z.object({ token: z.string() }),
  }),
  beacon: /* @__PURE__ */ releaseEndpoint({
    ...open,
    method: 'POST',
    path: RELEASE_ROUTES.beacon,
    summary: 'Reports of a tab: what loaded and what failed.',
    body: z.object({ token: z.string(), reports: z.array(RemoteReport) }),
    answer: z.object({ accepted: z.int() }),
  }),
  importMapFeed: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: '/releases/feeds/importmap.json',
    summary: 'The snapshot as an import map with integrity.',
    answer: OtherTool,
  }),
  frontendDiscoveryFeed: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: '/releases/feeds/frontend-discovery.json',
    summary: 'The snapshot as AWS frontend discovery, schema v1-pre.',
    answer: OtherTool,
  }),
  piletFeed: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: '/api/v1/pilet',
    summary: 'The same, where Piral looks for its feed.',
    answer: OtherTool,
  }),
  piralFeed: /* @__PURE__ */ releaseEndpoint({
    ...open,
    path: '/releases/feeds/piral',
    summary: 'The snapshot as a Piral feed.',
    answer: OtherTool,
  }),
} as const;
