import type { SiteConfig } from '@redress/contracts/releases';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { DEFAULT_SITE_CONFIG } from '../config/site-config.ts';
import { createSite } from '../create-site.ts';
import type { AskForOffers } from '../documents/prices.ts';
import { sandboxStripe, type PaymentHosts } from '../documents/policy.ts';
import type { FakeReleases } from './fake-releases.ts';

export interface TestSite {
  app: FastifyInstance;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Text of `/metrics`. */
  metrics(): Promise<string>;
  ready(): Promise<{ ok: boolean; detail?: string }>;
  close(): Promise<void>;
}

export const SANDBOX_STRIPE = 'http://127.0.0.1:4999';

export async function aSite(
  releases: FakeReleases,
  {
    site = DEFAULT_SITE_CONFIG,
    siteOrigin = 'http://localhost:3000',
    payment = sandboxStripe(SANDBOX_STRIPE),
    isSignedOut = false,
    offers = null,
  }: {
    site?: SiteConfig;
    siteOrigin?: string;
    payment?: PaymentHosts;
    /** Else every request brings a session. */
    isSignedOut?: boolean;
    offers?: AskForOffers | null;
  } = {},
): Promise<TestSite> {
  const metrics = createMetrics({ service: 'test' });
  const service = createSite({
    site,
    siteOrigin: () => siteOrigin,
    releases,
    payment,
    stripeScript: `${SANDBOX_STRIPE}/stripe.js`,
    isSandbox: true,
    offers,
    sessionCookie: 'session',
    bucketCookie: { name: 'bucket', secure: false },
    logger: createLogger({ name: 'site', level: 'silent' }),
    metrics,
  });
  const app = Fastify();
  await service.register(app);
  await service.start();
  return {
    app,
    get: async (path, headers = {}) =>
      app.inject({
        method: 'GET',
        url: path,
        headers: { ...(isSignedOut ? {} : { cookie: 'session=1' }), ...headers },
      }),
    ready: () => service.ready(),
    metrics: () => metrics.render(),
    async close() {
      await service.stop();
      await app.close();
    },
  };
}
