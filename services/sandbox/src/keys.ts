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
  /** Empty: the mail server lets anybody in. */
  smtpPassword: string;
}

export type KeyName = keyof SandboxKeys;

/** What the vendors of this world take: while a key changes, the one before and the one that comes. */
export function issueKeys(first: SandboxKeys) {
  const issued = new Map(Object.entries(first).map(([name, key]) => [name as KeyName, [key as string]]));
  const of = (name: KeyName) => issued.get(name) ?? [];
  return {
    /** Key with which their own messages are signed: the first that was issued. */
    current: (name: KeyName) => of(name)[0] ?? '',
    isIssued: (name: KeyName, value: string | undefined) => value !== undefined && of(name).includes(value),
    /** As in the dashboard of a vendor: those that are not named are as before, those that are replace what there was. */
    issue(keys: Partial<Record<KeyName, readonly string[]>>): void {
      for (const [name, values] of Object.entries(keys)) issued.set(name as KeyName, [...values]);
    },
  };
}
export type IssuedKeys = ReturnType<typeof issueKeys>;

/** Keys, kept with the world: a payment form that was open when the program was killed goes on with the same key. */
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
    smtpPassword: '',
    ...known,
    ...given,
  };
  if (JSON.stringify(keys) !== JSON.stringify(known)) meta.put('keys', keys);
  return keys;
}
