import type { World } from './world/world.ts';

/** Keys and secrets the stand-ins know. Drawn once for each world; worth nothing anywhere else. */
export interface SandboxKeys {
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  lobApiKey: string;
  lobWebhookSecret: string;
  placesKey: string;
  oidcClientId: string;
  oidcClientSecret: string;
  consoleClientId: string;
  consoleClientSecret: string;
}

/** Kept with the world: a payment form that was open when the program was killed goes on with the same key. */
export function readKeys({ store, ids }: Pick<World, 'store' | 'ids'>, given: Partial<SandboxKeys> = {}): SandboxKeys {
  const meta = store.collection<unknown>('meta');
  const known = meta.get('keys') as SandboxKeys | undefined;
  const keys: SandboxKeys = {
    stripeSecretKey: ids.next('sk_test_'),
    stripePublishableKey: ids.next('pk_test_'),
    stripeWebhookSecret: ids.next('whsec_', 32),
    lobApiKey: ids.next('test_', 35),
    lobWebhookSecret: ids.next('lobsec_', 32),
    placesKey: ids.next('AIza', 35),
    oidcClientId: `${ids.digits(12)}.apps.sandbox`,
    oidcClientSecret: ids.next('oidcsec_', 32),
    consoleClientId: `${ids.digits(12)}.console.sandbox`,
    consoleClientSecret: ids.next('oidcsec_', 32),
    ...known,
    ...given,
  };
  if (JSON.stringify(keys) !== JSON.stringify(known)) meta.put('keys', keys);
  return keys;
}
