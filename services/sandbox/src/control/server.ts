import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { LobRefusal } from '../lob/errors.ts';
import type { IssuedKeys } from '../keys.ts';
import { OUTCOMES } from '../lob/itinerary.ts';
import type { Printer } from '../lob/printer.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { FAULT_KINDS, SERVICES } from '../world/faults.ts';
import { createPageServer, pageHeaders } from '../world/http.ts';
import { PAGE_STYLE_HASH } from '../world/page.ts';
import { WEBHOOK_MODES } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';
import { controlPage, type WorldView } from './page.ts';

export interface ControlOptions {
  world: World;
  printer: Printer;
  mailbox: Mailbox;
  issued: IssuedKeys;
  addresses: () => Record<string, string>;
}

const Fault = z.object({
  service: z.enum(SERVICES),
  kind: z.enum(FAULT_KINDS),
  match: z.optional(z.string().check(z.maxLength(200))),
  times: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  delayMs: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(600_000)), 30_000),
});
const Step = z.object({
  ms: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(10 * 365 * 86_400_000))),
  to: z.optional(z.string()),
});
const Mode = z.object({
  service: z.enum(['stripe', 'lob']),
  mode: z.enum(WEBHOOK_MODES),
  delayMs: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(86_400_000 * 7)), 0),
});
const Resend = z.object({ service: z.enum(['stripe', 'lob']), eventId: z.string() });
const Keys = z.partialRecord(
  z.enum([
    'stripeSecretKey',
    'stripePublishableKey',
    'stripeWebhookSecret',
    'lobApiKey',
    'lobWebhookSecret',
    'placesKey',
    'oidcClientSecret',
    'consoleClientSecret',
    'smtpPassword',
  ]),
  z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(4)),
);
const Ending = z.object({ outcome: z.enum(OUTCOMES) });

const POLICY = `default-src 'none'; style-src ${PAGE_STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode });

function read<S extends z.core.$ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = z.safeParse(schema, body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusal(422, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
}

/** A form goes back to the page; a program gets the answer. */
const done = (reply: FastifyReply, answer: unknown) =>
  reply.request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? reply.redirect('/', 303)
    : reply.send(answer);

/**
 * The control API for tests and developers: clock, faults, webhooks, outcomes of letters. JSON, or the page's own
 * forms.
 */
export function createControlServer({ world, printer, mailbox, issued, addresses }: ControlOptions): FastifyInstance {
  const app = createPageServer();
  const clock = () => ({ now: new Date(world.clock.now()).toISOString(), offsetMs: world.clock.offsetMs });
  const view = (): WorldView => ({
    clock: clock(),
    addresses: addresses(),
    faults: world.faults.list(),
    webhooks: world.webhooks.modes(),
    deliveries: world.webhooks.deliveries().slice(0, 50),
    letters: printer.records().slice(0, 50),
    mails: mailbox.list().length,
  });

  app.get('/', (_request, reply) => reply.headers(pageHeaders(POLICY)).send(controlPage(view())));
  app.get('/state', () => view());
  app.get('/clock', clock);

  app.post('/clock/advance', async (request, reply) => {
    const { ms, to } = read(Step, request.body);
    const by = to === undefined ? ms : Date.parse(to) - world.clock.now();
    if (by === undefined || Number.isNaN(by)) throw refusal(422, 'Give ms, or to as an ISO 8601 time.');
    if (by < 0) throw refusal(409, 'The clock only moves forward.');
    await world.advance(by);
    return done(reply, clock());
  });

  app.post('/faults', (request, reply) => {
    const { match, ...fault } = read(Fault, request.body);
    return done(reply, world.faults.add(match === undefined ? fault : { ...fault, match }));
  });
  app.post('/faults/clear', (_request, reply) => {
    world.faults.clear();
    return done(reply, { faults: [] });
  });

  app.post('/webhooks', (request, reply) => {
    const { service, mode, delayMs } = read(Mode, request.body);
    world.webhooks.setMode(service, { mode, delayMs });
    return done(reply, world.webhooks.modes());
  });
  app.post('/webhooks/resend', async (request, reply) => {
    const { service, eventId } = read(Resend, request.body);
    if (!world.webhooks.resend(service, eventId)) throw refusal(404, 'There is no such event.');
    await world.webhooks.idle();
    return done(reply, { resent: eventId });
  });
  app.get('/webhooks', (request) => {
    const { service } = request.query as { service?: string };
    return { modes: world.webhooks.modes(), deliveries: world.webhooks.deliveries(service) };
  });
  /** Settles when no webhook is on its way: what a test waits for instead of sleeping. */
  app.post('/webhooks/idle', async (_request, reply) => {
    await world.webhooks.idle();
    return done(reply, { idle: true });
  });

  /** A further key, or none of the old ones any more: names only in the answer, keys are secrets. */
  app.post('/keys', (request, reply) => {
    const keys = read(Keys, request.body);
    issued.issue(keys);
    return done(reply, { issued: Object.keys(keys) });
  });

  app.get('/letters', () => printer.records());
  app.post('/letters/:id/outcome', (request, reply) => {
    const { outcome } = read(Ending, request.body);
    try {
      const changed = printer.choose((request.params as { id: string }).id, outcome);
      return done(reply, changed ?? { next: outcome });
    } catch (error) {
      throw error instanceof LobRefusal ? refusal(error.statusCode, error.message) : error;
    }
  });

  app.post('/reset', (_request, reply) => {
    world.reset();
    return done(reply, { reset: true });
  });
  return app;
}
