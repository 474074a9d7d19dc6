import { AppError, type AnswerOf, type login, type register } from '@redress/contracts';
import type { Trx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/event.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';
import { findAccountByEmail, type Account } from '../../shared/accounts.ts';
import type { Codes } from '../../shared/codes.ts';
import { assertGoodPassword } from '../../shared/passwords/new-password.ts';
import type { PasswordHasher } from '../../shared/passwords/password-hasher.ts';
import type { SignInGuard } from '../../shared/sign-in-guard.ts';

/** As long as a preview is seen at most (decision 0222). */
const SAMPLE_KEPT_MS = 168 * 3_600_000;
const HOUR = 3_600;
const QUARTER = 900;
const REGISTER_FROM_NETWORK: Limit = { name: 'register.network', max: 30, seconds: HOUR };
const CODE_TRIES_FROM_NETWORK: Limit = { name: 'code-try.network', max: 100, seconds: QUARTER };
/** R26. */
const CHECK_EMAIL_BY_BROWSER: Limit = { name: 'check-email.browser', max: 10, seconds: QUARTER };
const CHECK_EMAIL_FROM_NETWORK: Limit = { name: 'check-email.network', max: 30, seconds: QUARTER };

interface Credentials {
  email: string;
  password: string;
  form_session_id?: string | undefined;
}

export interface AccountsDeps {
  platform: Platform;
  codes: Codes;
  hasher: PasswordHasher;
  guard: SignInGuard;
}

/** Registering, signing in and proving an address (R6b). */
export function createAccountsService({ platform, codes, hasher, guard }: AccountsDeps) {
  const { config, db, limits, newId, now, randomBytes, text } = platform;
  const fromNetwork = (limit: Limit, ip: string) =>
    limits.take({ ...limit, max: limit.max * config.addressLimitFactor }, ip);
  const transaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);

  async function signIn(trx: Trx, call: Call, account: Pick<Account, 'id'>, how: string, formSessionId?: string) {
    await call.signIn(trx, account.id, { formSessionId });
    await guard.trustBrowser(trx, account.id, call.ensureVisitor());
    await recordEvent(trx, {
      kind: 'account.signed-in',
      actor: { kind: 'user', id: account.id },
      subject: { kind: 'account', id: account.id },
      details: { how },
      at: now(),
    });
  }

  async function sendVerification(trx: Trx, email: string, visitorId: string) {
    const code = await codes.issue(trx, { purpose: 'verify-email', email, visitorId });
    await emailCode(trx, platform, { purpose: 'verify-email', to: email, code });
  }

  /** R6b. No second mail for a call that is sent again because its answer was lost: it would make the first code wrong. */
  async function sendVerificationOnce(call: Call, email: string, visitorId: string) {
    const subject = { purpose: 'verify-email', email, visitorId } as const;
    if (await codes.isFresh(subject)) return;
    await codes.assertMaySend({ email, visitorId, ip: call.ip });
    await transaction(async (trx) => {
      const code = await codes.issueUnlessFresh(trx, subject);
      if (code !== null) await emailCode(trx, platform, { purpose: 'verify-email', to: email, code });
    });
  }

  const mustVerify = () => ({
    message: text('account.codeSent'),
    action: 'requires_verification' as const,
    requires_verification: true,
  });

  async function createAccount(
    trx: Trx,
    { email, passwordHash, isSample }: { email: string; passwordHash: string; isSample: boolean },
  ) {
    const at = now();
    const id = newId();
    const row = await trx
      .insertInto('account')
      .values({
        id,
        email,
        password_hash: passwordHash,
        email_verified_at: null,
        pending_email: null,
        sample_until: isSample ? new Date(at.getTime() + SAMPLE_KEPT_MS) : null,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await recordEvent(trx, {
      kind: 'account.registered',
      actor: { kind: 'user', id },
      subject: { kind: 'account', id },
      at,
    });
    return true;
  }

  /** What register and login share once there is an account and the password is its own. */
  async function enter(call: Call, account: Account, formSessionId: string | undefined): Promise<boolean> {
    const visitorId = call.ensureVisitor();
    if (account.isVerified) {
      await transaction((trx) => signIn(trx, call, account, 'password', formSessionId));
      return true;
    }
    await sendVerificationOnce(call, account.email, visitorId);
    return false;
  }

  /** Registering an address that has an account: its password signs in, or asks for the code. */
  async function registerKnown(
    call: Call,
    account: Account,
    { email, password, form_session_id }: Credentials,
  ): Promise<AnswerOf<typeof register>> {
    const { visitorId, ip } = call;
    if (!(await guard.isRightPassword({ email, account, password, visitorId, ip }))) {
      throw new AppError('ACCOUNT_EXISTS');
    }
    if (!(await enter(call, account, form_session_id))) return { ...mustVerify(), skip_verification: false };
    const message = text('account.signedIn');
    return { message, action: 'skip_verification', requires_verification: false, skip_verification: true };
  }

  return {
    async register(call: Call, credentials: Credentials): Promise<AnswerOf<typeof register>> {
      const { email, password } = credentials;
      const known = await findAccountByEmail(db, email);
      if (known) return registerKnown(call, known, credentials);
      assertGoodPassword(password, 'password', platform);
      await fromNetwork(REGISTER_FROM_NETWORK, call.ip);
      const visitorId = call.ensureVisitor();
      await codes.assertMaySend({ email, visitorId, ip: call.ip });
      const passwordHash = await hasher.hash(password);
      const isNew = await transaction(async (trx) => {
        const created = await createAccount(trx, { email, passwordHash, isSample: call.isPreview });
        if (created) await sendVerification(trx, email, visitorId);
        return created;
      });
      if (!isNew) {
        // The same address was registered at the same time: by another tab, or by this call when it was sent before.
        const account = await findAccountByEmail(db, email);
        if (!account) throw new AppError('ACCOUNT_EXISTS');
        return registerKnown(call, account, credentials);
      }
      return { ...mustVerify(), skip_verification: false };
    },

    async login(call: Call, { email, password, form_session_id }: Credentials): Promise<AnswerOf<typeof login>> {
      const account = await findAccountByEmail(db, email);
      const { visitorId, ip } = call;
      if (!(await guard.isRightPassword({ email, account, password, visitorId, ip })) || !account) {
        throw new AppError('LOGIN_FAILED');
      }
      return (await enter(call, account, form_session_id))
        ? { message: text('account.signedIn'), action: 'signed_in', requires_verification: false }
        : mustVerify();
    },

    async verifyEmail(
      call: Call,
      { email, code, formSessionId }: { email: string; code: string; formSessionId?: string | undefined },
    ) {
      await fromNetwork(CODE_TRIES_FROM_NETWORK, call.ip);
      const visitorId = call.ensureVisitor();
      const codeId = await codes.check({ purpose: 'verify-email', email, visitorId }, code);
      await transaction(async (trx) => {
        await codes.use(trx, codeId);
        const account = await trx
          .updateTable('account')
          .set((set) => ({
            email_verified_at: set.fn.coalesce('email_verified_at', set.val(now())),
            updated_at: now(),
          }))
          .where('email', '=', email)
          .returning('id')
          .executeTakeFirst();
        if (!account) throw new AppError('CODE_WRONG', { details: { reason: 'account gone' } });
        await recordEvent(trx, {
          kind: 'account.verified',
          actor: { kind: 'user', id: account.id },
          subject: { kind: 'account', id: account.id },
          at: now(),
        });
        await signIn(trx, call, account, 'code', formSessionId);
      });
      return { message: text('account.verified') };
    },

    /**
     * A code again. Only a browser that proved the password (it has had a code before) gets one; every other browser
     * gets the same answer, and the address gets a notice instead.
     */
    async resendCode(call: Call, email: string) {
      const visitorId = call.ensureVisitor();
      await codes.assertMaySend({ email, visitorId, ip: call.ip });
      const account = await findAccountByEmail(db, email);
      const asked = await codes.wasIssued({ purpose: 'verify-email', email, visitorId });
      await transaction(async (trx) => {
        if (account && !account.isVerified && asked) return sendVerification(trx, email, visitorId);
        await codes.issue(trx, { purpose: 'verify-email', email, visitorId: randomBytes(32).toString('hex') });
        return emailNotice(trx, platform, { notice: 'nothing-to-confirm', to: email });
      });
      return { message: text('account.codeSent') };
    },

    async checkSessionCode(visitorId: string | null) {
      const email = visitorId && (await codes.underWay('verify-email', visitorId));
      return email
        ? { has_code: true, message: text('account.codeUnderWay'), email }
        : { has_code: false, message: text('account.noCode') };
    },

    /** Tells whether an address has an account, for ten different addresses a browser and quarter of an hour. */
    async checkEmail(call: Call, email: string) {
      call.ensureVisitor();
      const { browserKey } = call;
      const seen: Limit = { name: 'check-email.seen', max: 1_000_000, seconds: QUARTER };
      const pair = `${browserKey} ${email}`;
      // The same address again is one address; it is remembered only after it was let through.
      if (!(await limits.isUsedUp({ ...seen, max: 1 }, pair))) {
        await limits.take(CHECK_EMAIL_BY_BROWSER, browserKey);
        await fromNetwork(CHECK_EMAIL_FROM_NETWORK, call.ip);
        await limits.take(seen, pair);
      }
      return { user_exists: (await findAccountByEmail(db, email)) !== null };
    },

    async logout(call: Call) {
      await transaction(async (trx) => {
        if (call.user) {
          await recordEvent(trx, {
            kind: 'account.signed-out',
            actor: { kind: 'user', id: call.user.id },
            subject: { kind: 'account', id: call.user.id },
            at: now(),
          });
        }
        await call.signOut(trx);
      });
      return { message: text('account.signedOut') };
    },

    async requestPasswordReset(call: Call, email: string) {
      const visitorId = call.ensureVisitor();
      await codes.assertMaySend({ email, visitorId, ip: call.ip });
      const account = await findAccountByEmail(db, email);
      await transaction(async (trx) => {
        const code = await codes.issue(trx, { purpose: 'reset-password', email, visitorId });
        if (account) await emailCode(trx, platform, { purpose: 'reset-password', to: email, code });
        else await emailNotice(trx, platform, { notice: 'no-account', to: email });
      });
      return { message: text('account.resetCodeSent') };
    },

    async verifyResetCode(call: Call, { email, code }: { email: string; code: string }) {
      await fromNetwork(CODE_TRIES_FROM_NETWORK, call.ip);
      const codeId = await codes.check({ purpose: 'reset-password', email, visitorId: call.visitorId ?? '' }, code);
      await codes.returnTry(codeId);
      return { message: text('account.codeRight') };
    },

    /** A new password by code: proves the address too, ends every session, and notifies the owner by mail. */
    async resetPassword(
      call: Call,
      { email, code, newPassword }: { email: string; code: string; newPassword: string },
    ) {
      assertGoodPassword(newPassword, 'newPassword', platform);
      await fromNetwork(CODE_TRIES_FROM_NETWORK, call.ip);
      const codeId = await codes.check({ purpose: 'reset-password', email, visitorId: call.visitorId ?? '' }, code);
      const passwordHash = await hasher.hash(newPassword);
      await transaction(async (trx) => {
        await codes.use(trx, codeId);
        const at = now();
        const account = await trx
          .updateTable('account')
          .set((set) => ({
            password_hash: passwordHash,
            email_verified_at: set.fn.coalesce('email_verified_at', set.val(at)),
            updated_at: at,
          }))
          .where('email', '=', email)
          .returning('id')
          .executeTakeFirst();
        if (!account) throw new AppError('CODE_WRONG', { details: { reason: 'no account' } });
        const ended = await platform.sessions.endAll(trx, account.id);
        await guard.forgetBrowsers(trx, account.id);
        await recordEvent(trx, {
          kind: 'account.password-reset',
          actor: { kind: 'user', id: account.id },
          subject: { kind: 'account', id: account.id },
          details: { ended },
          at,
        });
        await emailNotice(trx, platform, { notice: 'password-changed', to: email });
      });
      return { message: text('account.passwordChanged') };
    },
  };
}
