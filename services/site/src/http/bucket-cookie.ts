import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface BucketCookie {
  name: string;
  secure: boolean;
}

const ID_BYTES = 16;
const ID = /^[\w-]{22}$/;
const DAYS_180 = 180 * 86_400;

/**
 * Which share of the visitors this browser is in (decision 0218). It is not signed: whoever makes one up chooses between
 * builds that are all released. What is no id is replaced.
 */
export function bucketIdOf(request: FastifyRequest, reply: FastifyReply, { name, secure }: BucketCookie): string {
  const known = request.cookies[name];
  if (known !== undefined && ID.test(known)) return known;
  const id = randomBytes(ID_BYTES).toString('base64url');
  void reply.setCookie(name, id, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: DAYS_180 });
  return id;
}
