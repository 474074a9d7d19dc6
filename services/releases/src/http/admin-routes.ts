import { describeDatabaseError } from '@redress/database';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { SignedBuild } from '../builds/signed-build.ts';
import { askSites, type ServedBy } from '../channels/ask-sites.ts';
import type { HealthStore } from '../health/health-store.ts';
import type { ReleaseOperations } from '../operations.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import type { ReleaseTables } from '../store/schema.ts';
import type { Actor } from './actor.ts';
import { actorOf } from './tokens.ts';

const Name = z.string().check(z.regex(/^(shell|mf-[a-z0-9-]{1,40})$/));
const Build = z.string().check(z.minLength(1), z.maxLength(80));
/** `mf-wizard@0123456789ab` */
const BuildRef = z.string().check(z.regex(/^(shell|mf-[a-z0-9-]{1,40})@[0-9a-f]{12}$/));
const Reason = z.optional(z.string().check(z.trim(), z.maxLength(500)));
const Channel = z._default(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/)), 'production');
const Count = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 50);
const Whole = z.optional(z.coerce.number().check(z.int(), z.nonnegative()));

const GivenReason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
/** Of every change of a channel. `seen`: the snapshot it was decided on. */
const Decided = { channel: Channel, reason: Reason, override: z.optional(z.boolean()), seen: Whole };

const MAX_FILE_BYTES = 5_000_000;
/** A full disk, a used-up quota, a file system made read-only. */
const CANNOT_WRITE = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * The release API, on the console's own address: bearer tokens, no cookies. Every answer is JSON; a refusal carries
 * `code`, `message`, `remedy` and what the gate found.
 */
export function registerAdminRoutes(
  app: FastifyInstance,
  deps: {
    db: Kysely<ReleaseTables>;
    operationsFor: (actor: Actor) => ReleaseOperations;
    health: HealthStore;
    /** Snapshot that new loads get from this program. */
    servedNumber: () => number;
    /** The channel this program serves. */
    channel: string;
    /** Addresses of sites that run by themselves. */
    sites: readonly string[];
    now: () => Date;
  },
): void {
  const { db, operationsFor, health, now } = deps;
  const actor = (request: FastifyRequest) => actorOf(db, request.headers.authorization, now());
  /** Every operation begins with finding out who asks. */
  const operations = async (request: FastifyRequest) => operationsFor(await actor(request));
  const parse = <S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> => {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      `${issue?.path.join('.') ?? 'The request'}: ${issue?.message ?? 'not valid'}.`,
    );
  };

  app.setErrorHandler((error, request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (isReleaseRefusal(error)) {
      const { code, message, remedy, findings, status } = error;
      return reply.code(status).send({ code, message, remedy, findings });
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: 'REQUEST_INVALID', message: (error as Error).message });
    request.log.error({ err: error }, 'release request failed');
    if (describeDatabaseError(error).kind === 'full' || CANNOT_WRITE.has((error as NodeJS.ErrnoException).code ?? '')) {
      const remedy = 'Free the disk of the release service and its database, then ask again.';
      const answer = { code: 'DISK_FULL', message: 'The disk is full: nothing was changed.', remedy };
      return reply.code(503).header('retry-after', '30').send(answer);
    }
    return reply.code(500).send({ code: 'FAILED', message: 'The release service failed; see its log.', remedy: '' });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MAX_FILE_BYTES },
    (_, body, done) => done(null, body),
  );

  const Query = z.object({ channel: Channel });
  // Answers whether this program runs at all, to whoever is on this machine.
  app.get('/api/alive', () => ({ ok: true }));
  app.get('/api/served', async (request) => {
    await actor(request);
    const { channel } = parse(Query, request.query);
    // This program and its sites serve one channel; of another they know nothing.
    if (channel !== deps.channel) return { channel: deps.channel, number: null, sites: [] } satisfies ServedBy;
    return { channel, number: deps.servedNumber(), sites: await askSites(deps.sites) } satisfies ServedBy;
  });
  app.get('/api/whoami', (request) => actor(request));
  app.get('/api/status', async (request) => {
    const releases = await operations(request);
    return releases.status(parse(Query, request.query).channel);
  });
  app.get('/api/history', async (request) => {
    const releases = await operations(request);
    const { channel, limit, before } = parse(
      z.object({ channel: Channel, limit: Count, before: Whole }),
      request.query,
    );
    return releases.history(channel, limit, before);
  });
  app.get('/api/builds', async (request) => {
    const releases = await operations(request);
    const Asked = z.object({ name: z.optional(Name), limit: Count, before: z.optional(BuildRef) });
    const { name, ...page } = parse(Asked, request.query);
    return releases.builds(name, page);
  });
  app.get('/api/served-builds', async (request) => {
    const releases = await operations(request);
    const Asked = z.object({ channel: Channel, remote: Name, limit: Count, before: z.optional(Build) });
    const { channel, remote, ...page } = parse(Asked, request.query);
    return releases.servedBuilds(channel, remote, page);
  });
  app.get('/api/diff', async (request) => {
    const releases = await operations(request);
    const { channel, from, to } = parse(z.object({ channel: Channel, from: Whole, to: Whole }), request.query);
    return releases.diff(channel, from, to);
  });
  app.get('/api/ledger', async (request) => {
    const releases = await operations(request);
    const { limit, before } = parse(z.object({ limit: Count, before: Whole }), request.query);
    return releases.ledger(limit, before);
  });
  app.get('/api/ledger/verify', async (request) => {
    const releases = await operations(request);
    return releases.verifyLedger(parse(z.object({ head: z.optional(z.string()) }), request.query).head);
  });
  app.get('/api/health', async (request) => {
    await actor(request);
    const { minutes } = parse(z.object({ minutes: Count }), request.query);
    return health.read(new Date(now().getTime() - minutes * 60_000));
  });

  app.post('/api/builds', async (request) => (await operations(request)).publish(parse(SignedBuild, request.body)));
  app.post('/api/blobs', async (request) => {
    const releases = await operations(request);
    if (!Buffer.isBuffer(request.body)) throw new ReleaseRefusal('REQUEST_INVALID', 'Send the bytes of one file.');
    return releases.upload(request.body);
  });
  app.post('/api/promote', async (request) => {
    const releases = await operations(request);
    const builds = z
      .array(z.object({ name: Name, build: Build, evenIfBad: z.optional(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(50));
    const body = parse(z.object({ ...Decided, builds }), request.body);
    return releases.promote(body.channel, body.builds, body);
  });
  app.post('/api/rollback', async (request) => {
    const releases = await operations(request);
    const Target = z.object({ remote: Name, to: z.optional(Build) });
    const Body = z.object({
      ...Decided,
      remote: z.optional(Name),
      to: z.optional(Build),
      remotes: z.optional(z.array(Target).check(z.minLength(1), z.maxLength(50))),
      snapshot: Whole,
      urgent: z.optional(z.boolean()),
    });
    const { channel, remote, to, remotes, snapshot, ...options } = parse(Body, request.body);
    if (remote !== undefined) return releases.rollback(channel, remote, { ...options, to });
    if (remotes) return releases.rollBack(channel, { remotes }, options);
    if (snapshot !== undefined) return releases.rollBack(channel, { snapshot }, options);
    throw new ReleaseRefusal('REQUEST_INVALID', 'Name a remote, remotes or a snapshot.');
  });
  const Switch = z.object({ ...Decided, remote: Name });
  app.post('/api/off', async (request) => {
    const releases = await operations(request);
    const { channel, remote, reason, seen } = parse(Switch, request.body);
    return releases.switchOff(channel, remote, reason, seen);
  });
  app.post('/api/on', async (request) => {
    const releases = await operations(request);
    const { channel, remote, reason, seen } = parse(Switch, request.body);
    return releases.switchOn(channel, remote, reason, seen);
  });
  app.post('/api/retire', async (request) => {
    const releases = await operations(request);
    const { channel, remote, ...options } = parse(Switch, request.body);
    return releases.retire(channel, remote, options);
  });
  app.get('/api/freezes', async (request) => {
    const releases = await operations(request);
    return releases.freezes(parse(Query, request.query).channel);
  });
  app.post('/api/thaw', async (request) => {
    const releases = await operations(request);
    const Body = z.object({ channel: Channel, id: z.int(), reason: GivenReason });
    const { channel, id, reason } = parse(Body, request.body);
    await releases.thaw(channel, id, reason);
    return {};
  });
  app.post('/api/freeze', async (request) => {
    const releases = await operations(request);
    const Body = z.object({
      channel: Channel,
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      reason: GivenReason,
    });
    const { channel, from, until, reason } = parse(Body, request.body);
    await releases.freeze(channel, { from: new Date(from), until: new Date(until), reason });
    return {};
  });
}
