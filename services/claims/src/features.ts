import { createAccountsFeature } from './features/accounts/index.ts';
import { createAlertsFeature } from './features/alerts/index.ts';
import { createCasesFeature } from './features/cases/index.ts';
import { createCheckoutFeature } from './features/checkout/index.ts';
import { createDraftsFeature } from './features/drafts/index.ts';
import { createFederatedSignInFeature } from './features/federated-sign-in/index.ts';
import { createGroupsFeature } from './features/groups/index.ts';
import { createLettersFeature } from './features/letters/index.ts';
import { createMailingsFeature } from './features/mailings/index.ts';
import { createOpsFeature } from './features/ops/index.ts';
import { createPapersFeature } from './features/papers/index.ts';
import { createPlacesFeature } from './features/places/index.ts';
import { createReferenceFeature } from './features/reference/index.ts';
import { createSearchFeature } from './features/search/index.ts';
import { createSettingsFeature } from './features/settings/index.ts';
import type { Feature } from './platform/feature.ts';
import { createPdfPool } from './platform/pdf/pdf-pool.ts';
import { loadFaces } from './platform/pdf/typefaces.ts';
import type { Platform } from './platform/platform.ts';
import { createSignaturePool } from './platform/signatures/signature-pool.ts';
import { openCarriers, type CarrierAdapters } from './providers/carriers.ts';
import { createChatDrafting } from './providers/drafting/chat-drafting.ts';
import { createOpenIdProvider } from './providers/oidc/openid-provider.ts';
import { createGooglePlaces } from './providers/places/google-places.ts';
import { createStripePayments } from './providers/stripe/payments.ts';
import { createLetterThreads } from './shared/letters/letter-threads.ts';
import { createCodes } from './shared/codes.ts';
import type { Services } from './shared/feature-services.ts';
import { createPasswordHasher } from './shared/passwords/password-hasher.ts';
import { createSignInGuard } from './shared/sign-in-guard.ts';

/** Every feature of the service. A new one is one line here. */
export function createFeatures(platform: Platform, moreCarriers?: CarrierAdapters): Feature[] {
  const hasher = createPasswordHasher();
  const pdf = createPdfPool();
  const signatures = createSignaturePool();
  const threads = createLetterThreads();
  const { oidc, places, stripe, carriers, drafting } = platform.config.providers;
  const services: Services = {
    ...platform,
    codes: createCodes(platform),
    hasher,
    guard: createSignInGuard(platform, hasher),
    provider: oidc && createOpenIdProvider(oidc, platform.now),
    places: places && createGooglePlaces(places),
    // Off unless a model is named (docs/providers.md, Drafting model).
    drafting: drafting && createChatDrafting({ ...platform, config: drafting }),
    payments: createStripePayments(stripe),
    carriers: openCarriers(carriers, moreCarriers),
    pdf,
    signatures,
    threads,
  };
  return [
    createAccountsFeature(services),
    createFederatedSignInFeature(services),
    createSettingsFeature(services),
    createDraftsFeature(services),
    createReferenceFeature(services),
    createPlacesFeature(services),
    createGroupsFeature(services),
    createAlertsFeature(services),
    createCasesFeature(services),
    createSearchFeature(services),
    { name: 'pdf', start: async () => loadFaces(), stop: () => pdf.close() },
    { name: 'signatures', stop: () => signatures.close() },
    { name: 'letter-threads', start: async () => threads.warm(), stop: () => threads.close() },
    createCheckoutFeature(services),
    createLettersFeature(services),
    createMailingsFeature(services),
    createPapersFeature(services),
    createOpsFeature(services),
  ];
}
