import type { SandboxWorld } from '@redress/sandbox';
import type { ProvidersConfig } from '../platform/config.ts';

/** Addresses where nothing answers, but for mail and files: who needs a provider says so. */
export const testProviders = (folder: string, smtpPort = 1): ProvidersConfig => ({
  smtp: { host: '127.0.0.1', port: smtpPort, from: 'Redress <no-reply@redress.test>' },
  oidc: null,
  places: null,
  blobs: { kind: 'files', folder },
  stripe: {
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    baseUrl: 'http://127.0.0.1:1',
  },
  carriers: [{ name: 'lob', apiKey: 'test_x', baseUrl: 'http://127.0.0.1:1', webhookSecret: 'lob_x' }],
  drafting: null,
});

/** Card service and printer of a sandbox that runs. */
export const sandboxProviders = ({ addresses, keys }: SandboxWorld): Pick<ProvidersConfig, 'stripe' | 'carriers'> => ({
  stripe: {
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhookSecret: keys.stripeWebhookSecret,
    baseUrl: addresses.stripe,
  },
  carriers: [{ name: 'lob', apiKey: keys.lobApiKey, baseUrl: addresses.lob, webhookSecret: keys.lobWebhookSecret }],
});
