export { createOpenIdProvider } from './openid-provider.ts';
export type { FederatedPerson, OpenIdProvider, OpenIdSettings, SignInSecrets } from './openid-provider.ts';
export { isOpenIdRefusal } from './refusal.ts';
