import { PREVIEW_COOKIE } from '@redress/contracts/releases';
import type { FastifyRequest } from 'fastify';

const SECRET = new RegExp(`(?:^|;\\s*)${PREVIEW_COOKIE}=([\\w-]{32})(?:;|$)`);

/** The secret of the preview that this browser sees. Read by hand: these routes have no parser of cookies. */
export const previewSecretOf = ({ headers }: FastifyRequest): string | null =>
  SECRET.exec(headers.cookie ?? '')?.[1] ?? null;
