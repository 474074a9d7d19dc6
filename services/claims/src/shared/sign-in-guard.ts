import { AppError } from '@redress/contracts';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/database.ts';
import { byPerson, recordEvent } from '../platform/event.ts';
import type { Call } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import type { Limit } from '../platform/rate-limits.ts';
import type { Account } from './accounts.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { whoseTry } from './whose-try.ts';

const QUARTER = 15 * 60;
/** Wrong passwords for one address from browsers that never signed in to it. */
const STRANGERS: Limit = { name: 'sign-in.address', max: 10, seconds: QUARTER };
/** Wrong passwords from one browser that did: guesses from other browsers do not lock the owner out. */
const KNOWN_BROWSER: Limit = { name: 'sign-in.browser', max: 10, seconds: QUARTER };
const FROM_NETWORK: Limit = { name: 'sign-in.network', max: 60, seconds: QUARTER, isOfNetwork: true };
/** Different accounts tried with wrong passwords from one network: one guess each at many accounts is an attack too. */
const ACCOUNTS_FROM_NETWORK: Limit = { name: 'sign-in.accounts', max: 45, seconds: 60 * 60, isOfNetwork: true };
/** Remembers that an account was tried from a network; its own maximum is never reached. */
const TRIED_PAIR: Limit = { name: 'sign-in.pair', max: 1_000_000, seconds: ACCOUNTS_FROM_NETWORK.seconds };
/** Wrong passwords typed in a signed-in session. */
const OWN_PASSWORD: Limit = { name: 'own-password', max: 10, seconds: QUARTER };
/** How long a sign-in proves who a person is, where there is no password to ask for. */
const FRESH_MS = 10 * 60_000;

export interface SignInAttempt {
  /** Lower-case; counted whether or not it has an account. */
  email: string;
  account: Account | null;
  password: string;
  visitorId: string | null;
  ip: string;
}

export interface OwnerProof {
  /** Empty for an account that has none. */
  password: string;
  signedInAt: Date;
  field: string;
}

export type SignInGuard = ReturnType<typeof createSignInGuard>;

/**
 * Checks passwords under the limits of docs/security/threat-model.md (Claimant data): counted in the database before the work, given back when the
 * password was right, refused when the database does not answer.
 */
export function createSignInGuard({ db, limits, log, now, secrets }: Platform, hasher: PasswordHasher) {
  /** Does work that finds a try right or wrong; work that could not decide, because of an overload, is no wrong try. */
  async function counting(counted: readonly (readonly [Limit, string])[], work: () => Promise<boolean>) {
    const taken: (readonly [Limit, string])[] = [];
    const release = async () => {
      for (const [limit, who] of taken) await limits.release(limit, who);
    };
    try {
      for (const entry of counted) {
        await limits.take(...entry);
        taken.push(entry);
      }
      const isRight = await work();
      if (isRight) await release();
      return isRight;
    } catch (error) {
      if ((error as AppError).code === 'OVERLOADED') await release();
      throw error;
    }
  }

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
      const isKnown = await isKnownBrowser(account, visitorId);
      const counted: [Limit, string][] = isKnown
        ? [[KNOWN_BROWSER, `${account?.id} ${visitorId}`]]
        : [
            [FROM_NETWORK, ip],
            [STRANGERS, email],
          ];
      // An account counts once towards the accounts of its network, however often it is tried.
      const pair = `${ip} ${email}`;
      const isNewPair = !isKnown && !(await limits.isUsedUp({ ...TRIED_PAIR, max: 1 }, pair));
      if (isNewPair) counted.push([ACCOUNTS_FROM_NETWORK, ip]);
      const isRight = await counting(counted, () => hasher.verify(account?.passwordHash ?? null, password));
      if (isNewPair && !isRight) await limits.take(TRIED_PAIR, pair);
      if (!isRight) log.warn({ event: 'password-refused', ...whoseTry(secrets, email, ip) }, 'sign-in refused');
      return isRight;
    },

    /** Makes this browser known to the account from now on. */
    async trustBrowser(trx: Trx, accountId: string, visitorId: string): Promise<void> {
      const at = now();
      await trx
        .insertInto('trusted_browser')
        .values({ account_id: accountId, visitor_id: visitorId, last_sign_in_at: at })
        .onConflict((conflict) => conflict.columns(['account_id', 'visitor_id']).doUpdateSet({ last_sign_in_at: at }))
        .execute();
    },

    /** Makes every browser unknown again, after a change of password. */
    async forgetBrowsers(trx: Trx | Db, accountId: string): Promise<void> {
      await trx.deleteFrom('trusted_browser').where('account_id', '=', accountId).execute();
    },

    /**
     * Asks a person who is signed in to prove once more who they are (R41): by the password; where there is none, by
     * having signed in with the provider just now.
     * @param field - where the refusal stands
     * @throws {AppError} VALIDATION_FAILED, RATE_LIMITED
     */
    async assertOwner(account: Account, { password, signedInAt, field }: OwnerProof): Promise<void> {
      const refuse = (key: string) => new AppError('VALIDATION_FAILED', { fields: { [field]: key } });
      const { passwordHash } = account;
      if (passwordHash === null) {
        if (now().getTime() - signedInAt.getTime() > FRESH_MS) throw refuse('settings.signInAgain');
        return;
      }
      const isRight = await counting([[OWN_PASSWORD, account.id]], () => hasher.verify(passwordHash, password));
      if (isRight) return;
      log.warn({ event: 'owner-refused', ...whoseTry(secrets, account.email) }, 'proof of the owner refused');
      throw refuse('validation.password.wrong');
    },
  };
}

/**
 * Until a password is found right another may take its place, which ends all sessions: none begins after that by the one before.
 * @throws {AppError} LOGIN_FAILED
 */
export async function assertPasswordStands(trx: Trx, { id, passwordHash }: Account): Promise<void> {
  const { rows } = await sql`
    select from claims.account where id = ${id} and password_hash = ${passwordHash} for no key update`.execute(trx);
  if (rows.length === 0) throw new AppError('LOGIN_FAILED');
}

/** Signs the caller in, by whatever proved who they are: the browser is known to the account from now on. */
export async function signIn(
  trx: Trx,
  { guard, now }: { guard: SignInGuard; now: () => Date },
  call: Call,
  { accountId, how, formSessionId }: { accountId: string; how: string; formSessionId: string | null | undefined },
): Promise<void> {
  await call.signIn(trx, accountId, { formSessionId: formSessionId ?? undefined });
  await guard.trustBrowser(trx, accountId, call.ensureVisitor());
  await recordEvent(trx, { kind: 'account.signed-in', ...byPerson(accountId), details: { how }, at: now() });
}
