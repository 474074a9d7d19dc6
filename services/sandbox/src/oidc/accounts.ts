import { createHash } from 'node:crypto';
import type { World } from '../world/world.ts';

/** A person who can sign in here. `sub` never changes, whatever happens to the address. */
export interface Account {
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export function createAccounts({ store }: Pick<World, 'store'>) {
  const accounts = store.collection<Account>('oidc.accounts');
  return {
    list: () => accounts.newestFirst(),
    find: (sub: string) => accounts.get(sub),
    /** The account of an address, made when there is none; what is known of it is brought up to date. */
    choose({ email, name, emailVerified }: Omit<Account, 'sub'>): Account {
      const sub = subjectOf(email);
      return accounts.put(sub, { sub, email, emailVerified, name: name || nameFrom(email) });
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

/** 21 digits, as Google's subjects are. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ');

/** What the ID token says of an account. */
export function claimsOf({ sub, email, emailVerified, name }: Account) {
  const [given = '', ...family] = name.split(' ');
  return {
    sub,
    email,
    email_verified: emailVerified,
    name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
  };
}
