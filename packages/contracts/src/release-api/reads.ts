import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';
import { At, BuildName, BuildRef, BuildText, Channel, Count, Whole } from './fields.ts';
import {
  BrowserError,
  BuildDiff,
  BuildSummary,
  ChannelStatus,
  Followed,
  Freeze,
  HistoryRow,
  LedgerRow,
  LedgerVerdict,
  Person,
  ServedBuildFacts,
  ServedBy,
} from './read-shapes.ts';

const READ = ['TOKEN_UNKNOWN', 'REQUEST_INVALID'] as const;
const Sought = z.optional(z.string().check(z.trim(), z.maxLength(100)));
const OF_CHANNEL = [...READ, 'CHANNEL_UNKNOWN'] as const;
const get = { method: 'GET', access: 'reader' } as const;

const alive = /* @__PURE__ */ releaseEndpoint({
  method: 'GET',
  path: '/api/alive',
  summary: 'Whether this program runs at all.',
  access: 'anyone',
  answer: z.object({ ok: z.literal(true) }),
  errors: [],
});
const whoAmI = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/whoami',
  summary: 'Whose token this is.',
  answer: Person,
  errors: ['TOKEN_UNKNOWN'],
});
const channels = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/channels',
  summary: 'Channels that the trust document has keys of, `production` first.',
  answer: z.array(z.string()),
  errors: ['TOKEN_UNKNOWN'],
});
const changes = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/changes',
  summary: 'Number of the newest entry of the ledger, which every act makes. With `waitSeconds` it takes a moment.',
  query: z.object({ waitSeconds: Whole }),
  answer: z.object({ seq: z.int(), at: At }),
  errors: READ,
});
const served = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/served',
  summary: 'Number of the snapshot that new loads get, here and from the sites the program knows of.',
  query: z.object({ channel: Channel }),
  answer: ServedBy,
  errors: OF_CHANNEL,
});
const followed = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/followed',
  summary: 'How far a snapshot has come: who serves it since when, and how many sessions have followed it.',
  query: z.object({
    channel: Channel,
    number: z.coerce.number<number>().check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)),
  }),
  answer: Followed,
  errors: [...OF_CHANNEL, 'BUILD_UNKNOWN'],
});
const status = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/status',
  summary: 'What a channel serves.',
  query: z.object({ channel: Channel }),
  answer: ChannelStatus,
  errors: OF_CHANNEL,
});
const history = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/history',
  summary: 'Snapshots of a channel, newest first. `before`: older ones than this number.',
  query: z.object({ channel: Channel, limit: Count, before: Whole }),
  answer: z.array(HistoryRow),
  errors: OF_CHANNEL,
});
const builds = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/builds',
  summary: 'Published builds, newest first. `before`: published before `mf-wizard@0123456789ab`.',
  query: z.object({ name: z.optional(BuildName), limit: Count, before: z.optional(BuildRef) }),
  answer: z.array(BuildSummary),
  errors: READ,
});
const servedBuilds = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/served-builds',
  summary: 'Builds that served a remote on a channel, latest first. `before`: those before this build id.',
  query: z.object({ channel: Channel, remote: BuildName, limit: Count, before: z.optional(BuildText) }),
  answer: z.array(ServedBuildFacts),
  errors: OF_CHANNEL,
});
const diff = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/diff',
  summary: 'What changed between two snapshots of a channel; the last two unless said.',
  query: z.object({ channel: Channel, from: Whole, to: Whole }),
  answer: z.array(BuildDiff),
  errors: [...OF_CHANNEL, 'CHANNEL_EMPTY', 'BUILD_UNKNOWN'],
});
const ledger = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/ledger',
  summary:
    'Who did what, newest first. `before`: entries before this number. `who`: a part of token, handle or name; `what`: the act; `remote`: what it was about; `text`: words anywhere in the entry.',
  query: z.object({
    limit: Count,
    before: Whole,
    who: Sought,
    what: Sought,
    remote: Sought,
    text: Sought,
    from: z.optional(z.iso.datetime()),
    until: z.optional(z.iso.datetime()),
  }),
  answer: z.array(LedgerRow),
  errors: READ,
});
const verifyLedger = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/ledger/verify',
  summary: 'Checks the whole chain. `head`: a hash noted elsewhere, which must be in it.',
  query: z.object({ head: z.optional(z.string().check(z.maxLength(64))) }),
  answer: LedgerVerdict,
  errors: READ,
});
const errors = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/errors',
  summary: 'Errors in browsers by remote and build, the latest first. Places are read through the private source maps.',
  query: z.object({ remote: z.optional(BuildName), build: z.optional(BuildText), limit: Count }),
  answer: z.array(BrowserError),
  errors: READ,
});
const freezes = /* @__PURE__ */ releaseEndpoint({
  ...get,
  path: '/api/freezes',
  summary: 'Windows without promotions, in force or to come, the next to end first.',
  query: z.object({ channel: Channel }),
  answer: z.array(Freeze),
  errors: OF_CHANNEL,
});

export const readEndpoints = {
  followed,
  alive,
  whoAmI,
  channels,
  changes,
  served,
  status,
  history,
  builds,
  servedBuilds,
  diff,
  ledger,
  verifyLedger,
  errors,
  freezes,
} as const;
