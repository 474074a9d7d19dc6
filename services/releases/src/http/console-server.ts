import { releasesOpenApiDocument } from '@redress/contracts/openapi';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { drainable } from '@redress/server/http-drain';
import { createOpenIdProvider, type OpenIdSettings } from '@redress/server/openid';
import type { Logger } from '@redress/telemetry/server';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { noteRefusals } from '../ledger/note-refusals.ts';
import type { Sessions } from '../people/sessions.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { registerAdapters } from './adapters.ts';
import { refuseUnknown, registerAdminRoutes } from './admin-routes.ts';
import { registerConsoleFiles } from './console-files.ts';
import type { Dispatching } from './dispatch.ts';
import { createIdentify } from './identify.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';
import { actorOf } from './tokens.ts';

/** Body from whoever is not known yet: to parse a few megabytes of brackets holds everybody else up for seconds. */
const MAX_STRANGER_BYTES = 64_000;

export interface ConsoleServerDeps {
  core: ReleaseCore;
  operations: ReleaseOperations;
  sessions: Sessions;
  /** With whom people sign in; `null`: by tokens alone. */
  signIn: OpenIdSettings | null;
  /** The console's address as people type it. */
  origin: () => string;
  observe: NonNullable<Dispatching['observe']>;
  logger: Logger;
  now: () => Date;
}

const snapshotOf = (signed: SignedSnapshot | undefined) => (signed ? (JSON.parse(signed.payload) as Snapshot) : null);

/** Console, release API, its adapters for other tools, and sign-in, on a server that does not listen yet. */
export function createConsoleServer(deps: ConsoleServerDeps): FastifyInstance {
  const { core, operations, sessions, signIn, origin, observe, logger, now } = deps;
  const { db } = core;
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...drainable,
    // A build comes over a slow line as well.
    requestTimeout: 300_000,
    bodyLimit: MAX_STRANGER_BYTES,
    // A path that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => void refuseUnknown(reply, 400),
  });
  registerConsoleFiles(app);
  app.get('/api/openapi.json', () => releasesOpenApiDocument());
  const asked = { operations, noteRefusal: noteRefusals(db, now), observe };
  registerAdminRoutes(app, { ...asked, identify: createIdentify({ db, sessions, origin, now }), origin });
  registerAdapters(app, {
    ...asked,
    // By token alone: a protocol of another tool takes no cookie.
    actorOf: (authorization) => actorOf(db, authorization, now()),
    served: async (wanted) => snapshotOf((await core.channels.current(wanted))?.signed),
    channels: () => Object.keys(core.keys.trust().channels),
  });
  registerSignInRoutes(app, {
    provider: signIn && { host: new URL(signIn.issuer).host, client: createOpenIdProvider(signIn, now) },
    sessions,
    origin,
    log: (event) => logger[event.event === 'refused' ? 'warn' : 'info'](event, 'sign-in of the console'),
  });
  return app;
}
