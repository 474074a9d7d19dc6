import * as z from 'zod/mini';
import { SignedSnapshot } from '../releases/index.ts';
import { BuildName, BuildOrigin, BuildText, Channel, Finding, GivenReason, Reason, RowId, Whole } from './fields.ts';
import { releaseEndpoint } from './endpoint.ts';
import { GATE, GATE_FORWARD } from './gate-refusals.ts';

/** `build.json` as published: the very text that the team signed. */
export const SignedBuild = SignedSnapshot;
export type SignedBuild = z.output<typeof SignedBuild>;

/** A snapshot that was made. */
const made = { channel: z.string(), number: z.int(), overridden: z.array(Finding) };
/** `warnings`: what the gate found and does not refuse. */
export const Released = z.object({ ...made, warnings: z.optional(z.array(Finding)) });
export type Released = z.output<typeof Released>;

/** One remote going from one build to another. */
export const Move = z.object({ remote: z.string(), from: z.string(), to: z.string() });
export type Move = z.output<typeof Move>;

/** Fields of every change of a channel. `seen`: number of the snapshot it was decided on. */
const decided = { channel: Channel, reason: Reason, override: z.optional(z.boolean()), seen: Whole };
const TOKEN = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID'] as const;
const CHANGE = [...TOKEN, 'CHANNEL_UNKNOWN', 'REMOTE_UNKNOWN', 'CHANGED_MEANWHILE', 'ALREADY_CURRENT'] as const;
const SERVE = ['BUILD_UNKNOWN', 'FILES_LOST', 'STORE_AWAY', 'OWNER_CHANGED', 'REASON_MISSING'] as const;
const developer = { method: 'POST', access: 'developer' } as const;
const manager = { method: 'POST', access: 'release-manager' } as const;

const publish = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/builds',
  summary: 'Keeps a signed build. `missing` lists the files still to be uploaded; empty when it is published.',
  body: z.object({ ...SignedBuild.shape, origin: z.optional(BuildOrigin) }),
  answer: z.object({ name: z.string(), buildId: z.string(), missing: z.array(z.string()), isNew: z.boolean() }),
  errors: [
    ...TOKEN,
    'DESCRIPTOR_INVALID',
    'OWNER_CHANGED',
    'OWNER_UNKNOWN',
    'SIGNATURE_INVALID',
    'BUILD_EXISTS',
    'FILE_MISSING',
    'FILE_MISMATCH',
    'UNSAFE_CODE',
    'TEAM_LIMIT',
    'STORE_AWAY',
  ],
});
const upload = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/blobs',
  summary: 'Keeps the bytes of one file under their own hash, for a `publish` to come.',
  sends: 'bytes',
  answer: z.object({ integrity: z.string() }),
  errors: [...TOKEN, 'TEAM_LIMIT', 'STORE_AWAY'],
});
const promote = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/promote',
  summary:
    'Serves these builds, all in one snapshot. `evenIfBad`: serve it although it was rolled back. `retire`: the one build takes the place of this remote, with its pages and slots; both belong to one team.',
  body: z.object({
    ...decided,
    builds: z
      .array(z.object({ name: BuildName, build: BuildText, evenIfBad: z.optional(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(50)),
    retire: z.optional(BuildName),
  }),
  answer: Released,
  errors: [
    ...CHANGE,
    ...SERVE,
    'MARKED_BAD',
    ...GATE,
    ...GATE_FORWARD,
    'FROZEN',
    'CHANNEL_EMPTY',
    'CONFIRMATION_NEEDED',
  ],
});
const rollBack = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/rollback',
  summary:
    'Serves earlier builds, all in one snapshot: of one remote, of several, or everything as a numbered snapshot had it. Without `to`, the last good build. `urgent`: open tabs leave the bad build at once.',
  body: z.object({
    ...decided,
    remote: z.optional(BuildName),
    to: z.optional(BuildText),
    remotes: z.optional(
      z.array(z.object({ remote: BuildName, to: z.optional(BuildText) })).check(z.minLength(1), z.maxLength(50)),
    ),
    snapshot: Whole,
    urgent: z.optional(z.boolean()),
  }),
  answer: z.object({ ...made, moves: z.array(Move) }),
  errors: [...CHANGE, ...SERVE, 'NOTHING_BEFORE', 'NEVER_SERVED', ...GATE],
});
const SwitchBody = z.object({ channel: Channel, reason: Reason, seen: Whole, remote: BuildName });
const switchOff = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/off',
  summary: 'Kill switch: no tab loads a file of this remote; its routes and slots say that it is off.',
  body: SwitchBody,
  answer: Released,
  errors: [...CHANGE, 'REASON_MISSING'],
});
const switchOn = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/on',
  summary: 'Loads the remote again.',
  body: SwitchBody,
  answer: Released,
  errors: [...CHANGE, ...SERVE],
});
const retire = /* @__PURE__ */ releaseEndpoint({
  ...manager,
  path: '/api/retire',
  summary: 'Takes a remote off a channel for good, with its pages and slots.',
  body: SwitchBody,
  answer: Released,
  errors: [...CHANGE, 'REASON_MISSING'],
});
const unmark = /* @__PURE__ */ releaseEndpoint({
  ...developer,
  path: '/api/unmark',
  summary: 'That was a mistake: a build that a rollback marked bad is good again, and can be gone back to.',
  body: z.object({ channel: Channel, remote: BuildName, build: BuildText, reason: GivenReason }),
  answer: z.object({ buildId: z.string() }),
  errors: [...TOKEN, 'CHANNEL_UNKNOWN', 'BUILD_UNKNOWN', 'OWNER_CHANGED', 'ALREADY_CURRENT'],
});
const freeze = /* @__PURE__ */ releaseEndpoint({
  ...manager,
  path: '/api/freeze',
  summary: 'No promotion in this window, from now on unless `from` says when; rollbacks stay possible.',
  body: z.object({
    channel: Channel,
    from: z.optional(z.iso.datetime()),
    until: z.iso.datetime(),
    reason: GivenReason,
  }),
  /** Its number, by which it is ended. */
  answer: z.object({ id: z.int() }),
  errors: [...TOKEN, 'CHANNEL_UNKNOWN', 'FREEZE_INVALID'],
});
const thaw = /* @__PURE__ */ releaseEndpoint({
  ...manager,
  path: '/api/thaw',
  summary: 'Ends a window now.',
  body: z.object({ channel: Channel, id: RowId, reason: GivenReason }),
  answer: z.object({}),
  errors: [...TOKEN, 'CHANNEL_UNKNOWN', 'FREEZE_INVALID'],
});

export const changeEndpoints = {
  publish,
  upload,
  promote,
  rollBack,
  switchOff,
  switchOn,
  retire,
  unmark,
  freeze,
  thaw,
} as const;
