import * as z from 'zod/mini';
import { releaseEndpoint, ROLES } from './endpoint.ts';
import { At, GivenReason } from './fields.ts';

/** Who a person is to the ledger: `@ann`. Names of tokens begin with a letter, so the two never meet. */
const Handle = z.string().check(z.regex(/^[a-z][a-z0-9.-]{1,60}$/));
const Team = z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9-]{1,60}$/)));
const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/));

/** Somebody who may sign in. The provider says who they are; role and team are kept here. */
export const RegisteredPerson = z.object({
  handle: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  team: z.nullable(z.string()),
  /** `invited`: the first sign-in with the e-mail address makes them `joined`. */
  state: z.enum(['invited', 'lapsed', 'joined', 'ended']),
  /** Address of key holders, and of people while they are invited. */
  email: z.nullable(z.string()),
  invitedUntil: z.nullable(At),
  createdAt: At,
  endedAt: z.nullable(At),
  /** Sign-ins in force. */
  sessions: z.int(),
  /** Last call of a session in force. */
  seenAt: z.nullable(At),
});
export type RegisteredPerson = z.output<typeof RegisteredPerson>;

/** Tokens that said more than the person may now. */
const tokensEnded = z.array(z.string());
const Changed = z.object({ person: RegisteredPerson, tokensEnded });
const REFUSED = ['TOKEN_UNKNOWN', 'NOT_ALLOWED', 'REQUEST_INVALID'] as const;
const post = { method: 'POST', access: 'reader' } as const;

/** A team by the trust document, with the remotes it owns. */
export const ReleaseTeam = z.object({ name: z.string(), remotes: z.array(z.string()) });
export type ReleaseTeam = z.output<typeof ReleaseTeam>;

export const peopleEndpoints = {
  teams: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/teams',
    access: 'reader',
    summary: 'Teams of the trust document, and the remotes that they own.',
    answer: z.array(ReleaseTeam),
    errors: ['TOKEN_UNKNOWN'],
  }),
  people: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/people',
    access: 'reader',
    summary: 'Everybody who may sign in, and who is invited to.',
    answer: z.array(RegisteredPerson),
    errors: ['TOKEN_UNKNOWN'],
  }),
  addPerson: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/people',
    summary:
      'Invites a person to sign in, for two weeks; somebody who was ended comes back. For key holders. A developer has a team, others have none. Tokens in their name that may more are ended.',
    body: z.object({
      handle: Handle,
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      email: Email,
      role: z.enum(ROLES),
      team: z._default(Team, null),
    }),
    answer: Changed,
    errors: [...REFUSED, 'PERSON_EXISTS'],
  }),
  changePerson: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/people/change',
    summary:
      'Gives a person another role, or invites them anew by an e-mail address. For key holders. Their sessions end at once, and tokens that may more than they do now.',
    body: z.object({
      handle: Handle,
      role: z.optional(z.enum(ROLES)),
      team: z.optional(Team),
      email: z.optional(Email),
      reason: GivenReason,
    }),
    answer: Changed,
    errors: [...REFUSED, 'PERSON_UNKNOWN', 'PERSON_EXISTS'],
  }),
  endPerson: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/people/end',
    summary: 'Ends a person at once, with their sessions and tokens. For key holders.',
    body: z.object({ handle: Handle, reason: GivenReason }),
    answer: Changed,
    errors: [...REFUSED, 'PERSON_UNKNOWN'],
  }),
  endSessions: /* @__PURE__ */ releaseEndpoint({
    ...post,
    path: '/api/people/sign-out',
    summary: 'Ends every session of a person at once. For key holders and the person.',
    body: z.object({ handle: Handle }),
    answer: z.object({ ended: z.int() }),
    errors: [...REFUSED, 'PERSON_UNKNOWN'],
  }),
} as const;
