import { cookieNames } from '@redress/contracts/cookies';
import type { SiteConfig } from '@redress/contracts/releases';
import { createLogger, createMetrics } from '@redress/telemetry/server';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { DEFAULT_SITE_CONFIG } from '../config/site-config.ts';
import { createSite } from '../create-site.ts';
import type { AskForOffers } from '../documents/prices.ts';
import type { AskForGroupKeys } from '../http/group-keys.ts';
import type { OpenSample } from '../http/previews.ts';
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

const COOKIES = {
  session: 'session',
  visitor: 'visitor',
  bucket: 'bucket',
  preview: 'preview',
  staff: 'staff',
  groups: 'groups',
  secure: false,
};

export const SANDBOX_STRIPE = 'http://127.0.0.1:4999';

export async function aSite(
  releases: FakeReleases,
  {
    site = DEFAULT_SITE_CONFIG,
    siteOrigin = 'http://localhost:3000',
    payment = sandboxStripe(SANDBOX_STRIPE),
    isSignedOut = false,
    offers = null,
    countryHeader = null,
    groupKeys = null,
    openSample = null,
    isHttps = false,
  }: {
    site?: SiteConfig;
    siteOrigin?: string;
    payment?: PaymentHosts;
    /** Whether requests bring no session. */
    isSignedOut?: boolean;
    offers?: AskForOffers | null;
    countryHeader?: string | null;
    groupKeys?: AskForGroupKeys | null;
    openSample?: OpenSample | null;
    /** Cookies have the names and attributes that they have over https. */
    isHttps?: boolean;
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
    cookies: isHttps ? cookieNames('https://redress.example') : COOKIES,
    countryHeader,
    groupKeys,
    openSample,
    logger: createLogger({ name: 'site', level: 'silent' }),
    metrics,
  });
  // As an operator names the proxy: all of the tests come from there.
  const app = Fastify({ trustProxy: countryHeader === null ? false : '127.0.0.1' });
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
