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

/** Lob's letters on the wire: basic auth with the key as user name, JSON, forms and multipart. */
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
    const { data, total, previous, next } = printer.list({
      metadata,
      limit: count,
      ...(query['before'] ? { before: query['before'] } : {}),
      ...(query['after'] ? { after: query['after'] } : {}),
    });
    const link = (name: string, id: string | null) =>
      id === null ? null : `${request.protocol}://${request.host}/v1/letters?limit=${count}&${name}=${id}`;
    return {
      data,
      object: 'list',
      next_url: link('after', next),
      previous_url: link('before', previous),
      count: data.length,
      ...(query['include'] || query['include[]'] ? { total_count: total } : {}),
    };
  });

  const idIn = (request: FastifyRequest) => (request.params as { id: string }).id;
  app.get('/v1/letters/:id', (request) => {
    const letter = printer.find(idIn(request));
    if (!letter) throw new LobRefusal(404, 'not_found', 'letter not found');
    return letter;
  });
  app.delete('/v1/letters/:id', (request) => {
    printer.cancel(idIn(request));
    return { id: idIn(request), deleted: true, object: 'letter_deleted' };
  });

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

/** Multipart (the one way to send a file), a form, or JSON with the file as a data address. */
async function formOf(request: FastifyRequest): Promise<LetterForm> {
  const type = request.headers['content-type'] ?? '';
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const fields = new Map<string, string>();
  let file: Buffer | null = null;
  if (type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => {
        throw new LobRefusal(422, 'bad_request', 'the body could not be read as a form');
      });
    for (const [name, value] of form) {
      if (typeof value === 'string') fields.set(name, value);
      else if (name === 'file') file = Buffer.from(await value.arrayBuffer());
    }
  } else {
    flatten(parseObject(body), '', fields);
  }
  const written = fields.get('file');
  if (file === null && written !== undefined) file = fileFromText(written);
  return { fields, file };
}

function parseObject(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new LobRefusal(422, 'bad_request', 'the body is not JSON');
  }
}

function flatten(value: unknown, name: string, fields: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') fields.set(name, String(value));
  else for (const [key, each] of Object.entries(value)) flatten(each, name ? `${name}[${key}]` : key, fields);
}

/** A `data:` address or bare base64. Lob fetches files by address; the sandbox never calls out. */
function fileFromText(text: string): Buffer {
  if (/^https?:/i.test(text)) throw invalid('file: the sandbox fetches nothing; send the PDF itself');
  return Buffer.from(text.replace(/^data:application\/pdf;base64,/, ''), 'base64');
}

/** `Lob-Signature`: an HMAC over the receiver's time in milliseconds and the raw body. */
export function signLob(secret: string, body: string, wallMs: number): Record<string, string> {
  const time = String(wallMs);
  return {
    'lob-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
    'lob-signature-timestamp': time,
  };
}
