import { createHash } from 'node:crypto';
import type { CookieNames } from '@redress/contracts/cookies';
import { GroupPass, sessionDigestText, StaffPass, type PassKeys } from '@redress/contracts/passes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeldRollout, Visitor } from '../documents/document-sets.ts';
import { bucketIdOf } from './bucket-cookie.ts';
import { openPass } from './passes.ts';

export interface VisitorDeps {
  cookies: CookieNames;
  /** Header in which the proxy names the country, in small letters; `null`: none does. */
  countryHeader: string | null;
  /** The newest snapshot, whose documents may still be made. */
  held: () => { snapshot: { channel: string }; rollout: Pick<HeldRollout, 'endedPasses'> | null } | null;
  channelKeys: () => PassKeys;
  /** Keys of the claims service, and what to do about a pass that another one signed. */
  groupKeys: { current: () => PassKeys; noteKeyOf: (pass: string) => void };
  now: () => Date;
}

/** Finds out of a visitor what makes a difference for what rolls out, and nothing else. */
export function createVisitors(
  deps: VisitorDeps,
): (request: FastifyRequest, reply: FastifyReply, rollout: Pick<HeldRollout, 'asks' | 'endedPasses'>) => Visitor {
  const { cookies, now } = deps;

  const isStaff = ({ cookies: sent }: FastifyRequest, endedPasses: readonly number[]): boolean => {
    const pass = openPass(sent[cookies.staff], {
      kind: 'staff',
      form: StaffPass,
      keys: deps.channelKeys(),
      now: now(),
    });
    const held = deps.held();
    if (pass === null || pass.channel !== held?.snapshot.channel) return false;
    // What was ended is ended before the documents of its snapshot are made.
    return ![...endedPasses, ...(held.rollout?.endedPasses ?? [])].includes(pass.id);
  };

  const groupsOf = ({ cookies: sent }: FastifyRequest): readonly string[] => {
    const [text, session] = [sent[cookies.groups], sent[cookies.session]];
    if (text === undefined || session === undefined) return [];
    deps.groupKeys.noteKeyOf(text);
    const pass = openPass(text, { kind: 'groups', form: GroupPass, keys: deps.groupKeys.current(), now: now() });
    // Of another session it is a copy, or what a person before left in the browser.
    return pass?.session === digestOfSession(session) ? pass.groups : [];
  };

  return (request, reply, { asks, endedPasses }) => ({
    bucketId: asks.bucket ? bucketIdOf(request, reply, { name: cookies.bucket, secure: cookies.secure }) : '',
    isStaff: asks.staff && isStaff(request, endedPasses),
    country: asks.country ? countryOf(request, deps.countryHeader) : null,
    groups: asks.groups ? groupsOf(request) : [],
  });
}

const digestOfSession = (token: string): string =>
  createHash('sha256').update(sessionDigestText(token)).digest('hex').slice(0, 32);

/**
 * The header counts where the request came from a trusted proxy: it then has an address before that of the connection. A
 * header that came twice names no country: one of them may be the visitor's.
 */
function countryOf({ headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>, name: string | null): string | null {
  if (name === null || (ips?.length ?? 0) < 2) return null;
  const value = headers[name];
  const country = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}
