import { AppError } from '@redress/contracts';
import type { Db, Trx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Limit } from '../platform/rate-limits.ts';
import type { Account } from './accounts.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';

const QUARTER = 15 * 60;
/** Wrong passwords for one address from browsers that never signed in to it. */
const STRANGERS: Limit = { name: 'sign-in.address', max: 10, seconds: QUARTER };
/** Wrong passwords from one browser that did: guessing by strangers does not lock the owner out. */
const KNOWN_BROWSER: Limit = { name: 'sign-in.browser', max: 10, seconds: QUARTER };
const FROM_ADDRESS: Limit = { name: 'sign-in.network', max: 60, seconds: QUARTER };

export interface SignInAttempt {
  /** Lower-case; counted whether or not it has an account. */
  email: string;
  account: Account | null;
  password: string;
  visitorId: string | null;
  ip: string;
}

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/**
 * Checks passwords under the limits of docs/security/threat-model.md (Claimant data): counted in the database before the work, given back when the
 * password was right, refused when the database does not answer.
 */
export function createSignInGuard({ config, db, limits, now }: Platform, hasher: PasswordHasher) {
  const fromNetwork: Limit = { ...FROM_ADDRESS, max: FROM_ADDRESS.max * config.addressLimitFactor };

  async function isKnownBrowser(account: Account | null, visitorId: string | null): Promise<boolean> {
    const row = await db
      .selectFrom('trusted_browser')
      .select('account_id')
      .where('account_id', '=', account?.id ?? '')
      .where('visitor_id', '=', visitorId ?? '')
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    /** @returns whether the password is the account's; the same work for an address without account */
    async isRightPassword({ email, account, password, visitorId, ip }: SignInAttempt): Promise<boolean> {
      const counted: [Limit, string][] = (await isKnownBrowser(account, visitorId))
        ? [[KNOWN_BROWSER, `${account?.id} ${visitorId}`]]
        : [
            [fromNetwork, ip],
            [STRANGERS, email],
          ];
      for (const [limit, who] of counted) await limits.take(limit, who);
      const right = await hasher.verify(account?.passwordHash ?? null, password);
      if (right) for (const [limit, who] of counted) await limits.giveBack(limit, who);
      return right;
    },

    /** From now on this browser is known to the account. */
    async trustBrowser(trx: Trx, accountId: string, visitorId: string): Promise<void> {
      const at = now();
      await trx
        .insertInto('trusted_browser')
        .values({ account_id: accountId, visitor_id: visitorId, last_sign_in_at: at })
        .onConflict((conflict) => conflict.columns(['account_id', 'visitor_id']).doUpdateSet({ last_sign_in_at: at }))
        .execute();
    },

    /** After a reset: whoever knew the old password starts as a stranger. */
    async forgetBrowsers(trx: Trx | Db, accountId: string): Promise<void> {
      await trx.deleteFrom('trusted_browser').where('account_id', '=', accountId).execute();
    },

    /** For a person already signed in who is asked for the password again. @throws {AppError} RATE_LIMITED */
    async isOwnPassword(account: Account, password: string): Promise<boolean> {
      const limit: Limit = { name: 'own-password', max: 10, seconds: QUARTER };
      await limits.take(limit, account.id);
      if (account.passwordHash === null) {
        if (password !== '') throw new AppError('VALIDATION_FAILED', { details: { reason: 'no password yet' } });
        return true;
      }
      const right = await hasher.verify(account.passwordHash, password);
      if (right) await limits.giveBack(limit, account.id);
      return right;
    },
  };
}
