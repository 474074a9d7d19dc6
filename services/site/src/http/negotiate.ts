import type { FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first. */
const COMPRESSED = ['br', 'gzip'] as const;

/**
 * The smallest form the browser takes, whatever it likes best: each is asked for by itself, because browsers name gzip
 * first and give all of them the same weight.
 */
export const chooseEncoding = (request: FastifyRequest): Encoding =>
  COMPRESSED.find((coding) => request.encodings([coding]) === coding) ?? 'identity';

/** Weak comparison of `If-None-Match`, as a cache in between may have weakened the tag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag));
