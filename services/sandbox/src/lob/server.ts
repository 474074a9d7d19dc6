import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultPlan } from '../world/faults.ts';
import { createWireServer } from '../world/http.ts';
import { errorBody, invalid, LobRefusal } from './errors.ts';
import { readLetter, type LetterForm } from './letter-input.ts';
import type { Printer } from './printer.ts';
import type { IssuedKeys } from '../keys.ts';
import { createRateLimit } from './rate-limit.ts';

export interface LobServerOptions {
  printer: Printer;
  faults: FaultPlan;
  keys: Pick<IssuedKeys, 'isIssued'>;
  wallMs: () => number;
}

/** Lob takes files of at most 5 MB; the rest of the form needs room, too. */
const BODY_LIMIT = 6 * 1_048_576;

/** Lob's letters on the wire: basic auth with the key as user name, and multipart. */
export function createLobServer({ printer, faults, keys, wallMs }: LobServerOptions): FastifyInstance {
  const app = createWireServer({
    service: 'lob',
    faults,
    errorBody,
    bodyLimit: BODY_LIMIT,
    faultless: /^\/assets\//,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const limit = createRateLimit({ most: 150, windowMs: 5_000, now: wallMs });
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/assets/')) return;
    const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ');
    const [user] = Buffer.from(value, 'base64').toString('utf8').split(':');
    if (scheme?.toLowerCase() !== 'basic' || !keys.isIssued('lobApiKey', user))
      throw new LobRefusal(401, 'unauthorized', 'Your API key is not valid.');
    const { remaining, resetAt } = limit.take(`${request.method} ${request.routeOptions.url ?? ''}`);
    reply.headers({
      'x-rate-limit-limit': '150',
      'x-rate-limit-remaining': String(Math.max(remaining, 0)),
      'x-rate-limit-reset': String(Math.ceil(resetAt / 1000)),
    });
    if (remaining < 0)
      throw new LobRefusal(429, 'rate_limit_exceeded', 'Rate limit exceeded. Please wait and try again.');
  });

  app.post('/v1/letters', async (request) => {
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > 256)
      throw invalid('Idempotency-Key must be at most 256 characters long');
    return printer.create(readLetter(await formOf(request)), typeof key === 'string' && key ? key : null);
  });

  app.get('/v1/letters', (request) => {
    const query = request.query as Record<string, string>;
    const metadata = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => {
        const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const count = query['limit'] === undefined ? 10 : Number(query['limit']);
    if (!Number.isInteger(count) || count < 1 || count > 100) throw invalid('limit must be between 1 and 100');
    const data = printer.list(metadata, count);
    return { data, object: 'list', next_url: null, previous_url: null, count: data.length };
  });

  app.get('/v1/letters/:id', (request) => {
    const letter = printer.find((request.params as { id: string }).id);
    if (!letter) throw new LobRefusal(404, 'not_found', 'letter not found');
    return letter;
  });

  app.post('/v1/us_verifications', async (request) => verified((await formOf(request)).fields));

  app.get('/assets/:file', (request, reply) => {
    const id = (request.params as { file: string }).file.replace(/\.pdf$/, '');
    const { expires = '', signature } = request.query as Record<string, string>;
    const expected = createHmac('sha256', id).update(expires).digest('base64url').slice(0, 31);
    const pdf = signature === expected ? printer.pdf(id) : null;
    if (!pdf) throw new LobRefusal(404, 'not_found', 'asset not found');
    return reply.headers({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' }).send(pdf);
  });
  return app;
}

/**
 * What stands on a street decides: "Undeliverable" and, without a unit, "Missing Unit", as in the vendor's own test
 * values (`undeliverable no match`, `missing unit`). Every other address is deliverable.
 */
function verified(fields: LetterForm['fields']) {
  const street = fields.get('primary_line')?.trim();
  if (!street) throw invalid('primary_line is required');
  if (!fields.get('zip_code') && !(fields.get('city') && fields.get('state')))
    throw invalid('zip_code or city and state are required');
  const isWithoutUnit = /\bmissing unit\b/i.test(street) && !fields.get('secondary_line')?.trim();
  const deliverability = /\bundeliverable\b/i.test(street)
    ? 'undeliverable'
    : isWithoutUnit
      ? 'deliverable_missing_unit'
      : 'deliverable';
  return { id: 'us_ver_sandbox', primary_line: street.toUpperCase(), deliverability, object: 'us_verification' };
}

/** Multipart: the one way to send a file. */
async function formOf(request: FastifyRequest): Promise<LetterForm> {
  const type = request.headers['content-type'] ?? '';
  const body = new Uint8Array((request.body as Buffer | undefined) ?? Buffer.alloc(0));
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new LobRefusal(422, 'bad_request', 'the body could not be read as a form');
  });
  const fields = new Map<string, string>();
  let file: Buffer | null = null;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, value);
    else if (name === 'file') file = Buffer.from(await value.arrayBuffer());
  }
  return { fields, file };
}

/** `Lob-Signature`: an HMAC over the receiver's time in milliseconds and the raw body. */
export function signLob(secret: string, body: string, wallMs: number): Record<string, string> {
  const time = String(wallMs);
  return {
    'lob-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
    'lob-signature-timestamp': time,
  };
}
