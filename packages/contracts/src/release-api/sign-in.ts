import * as z from 'zod/mini';
import { releaseEndpoint } from './endpoint.ts';

/**
 * A call that names who asks by cookie carries this header, which a page of another origin cannot send without asking
 * first; a call that changes something comes from the console's own origin as well.
 */
export const SESSION_HEADER = 'x-redress-console';

/** Response header with the build of the console that this program serves: a page of another build does not use the answer. */
export const CONSOLE_VERSION_HEADER = 'x-redress-console-version';

/** Where a browser ends up after a sign-in: `/?sign-in=unknown`; without it, signed in. */
export const SIGN_IN_OUTCOMES = ['cancelled', 'unknown', 'unverified', 'again', 'away'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** How people come in and out by a browser. Sessions are cookies, so these calls are no operations of the service. */
export const signInEndpoints = {
  signInOffer: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/sign-in',
    access: 'anyone',
    summary: 'Whether people can sign in, and with whom.',
    answer: z.object({
      /** Host of the provider; `null` where there is none. */
      provider: z.nullable(z.string()),
      /** The console's own address: people sign in there and nowhere else. */
      origin: z.string(),
    }),
    errors: [],
  }),
  signIn: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/sign-in',
    access: 'anyone',
    summary: `Begins a sign-in: the browser goes to \`url\`. With the header \`${SESSION_HEADER}\`, from the console's own page.`,
    body: z.object({}),
    answer: z.object({ url: z.string() }),
    errors: ['NOT_ALLOWED', 'SIGN_IN_OFF', 'PROVIDER_AWAY', 'TOO_MANY'],
  }),
  signInCallback: /* @__PURE__ */ releaseEndpoint({
    method: 'GET',
    path: '/api/sign-in/callback',
    access: 'anyone',
    summary: 'Where the provider sends the browser back to. Answers by a redirect to the console.',
    answer: z.object({}),
    errors: [],
  }),
  signOut: /* @__PURE__ */ releaseEndpoint({
    method: 'POST',
    path: '/api/sign-out',
    access: 'anyone',
    summary: 'Ends the session of this browser.',
    body: z.object({}),
    answer: z.object({}),
    errors: ['NOT_ALLOWED'],
  }),
} as const;
