import {
  AppError,
  type AnswerOf,
  type BodyOf,
  type register as registerCall,
  type verifyEmail as verifyEmailCall,
} from '@redress/contracts';
import type { Trx } from '../../platform/database.ts';
import { bound } from '@redress/server/bound';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';
import { findAccountByEmail, type Account } from '../../shared/accounts.ts';
import { assertGoodPassword } from '../../shared/passwords/new-password.ts';
import type { Services } from '../../shared/feature-services.ts';
import { assertPasswordStands, signIn } from '../../shared/sign-in-guard.ts';

/** As long as a preview is seen at most (decision 0222). */
const SAMPLE_KEPT_MS = 168 * 3_600_000;
const HOUR = 3_600;
const QUARTER = 900;
const REGISTER_FROM_NETWORK: Limit = { name: 'register.network', max: 30, seconds: HOUR, isOfNetwork: true };
const CODE_TRIES_FROM_NETWORK: Limit = { name: 'code-try.network', max: 100, seconds: QUARTER, isOfNetwork: true };
/** R26. */
const CHECK_EMAIL_BY_BROWSER: Limit = { name: 'check-email.browser', max: 10, seconds: QUARTER };
const CHECK_EMAIL_FROM_NETWORK: Limit = { name: 'check-email.network', max: 30, seconds: QUARTER, isOfNetwork: true };

type Credentials = BodyOf<typeof registerCall>;
type Registered = AnswerOf<typeof registerCall>;

async function sendVerification(context: Services, trx: Trx, email: string, visitorId: string) {
  const code = await context.codes.issue(trx, { purpose: 'verify-email', email, visitorId });
  await emailCode(trx, context, { purpose: 'verify-email', to: email, code });
}

/** R6b. No second mail for a call that is sent again because its answer was lost: it would make the first code wrong. */
async function sendVerificationOnce(context: Services, call: Call, email: string, visitorId: string) {
  const { codes } = context;
  const subject = { purpose: 'verify-email', email, visitorId } as const;
  if (await codes.isFresh(subject)) return;
  await codes.assertMaySend({ email, visitorId, ip: call.ip });
  await context.db.transaction().execute(async (trx) => {
    const code = await codes.issueUnlessFresh(trx, subject);
    if (code !== null) await emailCode(trx, context, { purpose: 'verify-email', to: email, code });
  });
}

const mustVerify = ({ text }: Services) => ({
  message: text('account.codeSent'),
  action: 'requires_verification' as const,
  requires_verification: true,
});

async function createAccount(
  { newId, now }: Services,
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
      sample_until: isSample ? new Date(at.getTime() + SAMPLE_KEPT_MS) : null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await recordEvent(trx, { kind: 'account.registered', ...byPerson(id), at });
  return true;
}

/** What register and login share once there is an account and the password is its own. */
async function enter(context: Services, call: Call, account: Account, formSessionId?: string): Promise<boolean> {
  const visitorId = call.ensureVisitor();
  if (account.isVerified) {
    await context.db.transaction().execute(async (trx) => {
      await assertPasswordStands(trx, account);
      await signIn(trx, context, call, { accountId: account.id, how: 'password', formSessionId });
    });
    return true;
  }
  await sendVerificationOnce(context, call, account.email, visitorId);
  return false;
}

/** Registering an address that has an account: its password signs in, or asks for the code. */
async function registerKnown(
  context: Services,
  call: Call,
  account: Account,
  { email, password, form_session_id }: Credentials,
): Promise<Registered> {
  const { guard, text } = context;
  const { visitorId, ip } = call;
  const isTheirs = await guard.isRightPassword({ email, account, password, visitorId, ip });
  if (!isTheirs) throw new AppError('ACCOUNT_EXISTS');
  const isIn = await enter(context, call, account, form_session_id);
  if (!isIn) return { ...mustVerify(context), skip_verification: false };
  const message = text('account.signedIn');
  return { message, action: 'skip_verification', requires_verification: false, skip_verification: true };
}

async function register(context: Services, call: Call, credentials: Credentials): Promise<Registered> {
  const { codes, hasher, db } = context;
  const { email, password } = credentials;
  const known = await findAccountByEmail(db, email);
  if (known) return registerKnown(context, call, known, credentials);
  assertGoodPassword(password, 'password', context);
  await context.limits.take(REGISTER_FROM_NETWORK, call.ip);
  const visitorId = call.ensureVisitor();
  await codes.assertMaySend({ email, visitorId, ip: call.ip });
  const passwordHash = await hasher.hash(password);
  const isNew = await db.transaction().execute(async (trx) => {
    const created = await createAccount(context, trx, { email, passwordHash, isSample: call.isPreview });
    if (created) await sendVerification(context, trx, email, visitorId);
    return created;
  });
  if (!isNew) {
    // The same address was registered at the same time: by another tab, or by this call when it was sent before.
    const account = await findAccountByEmail(db, email);
    if (!account) throw new AppError('ACCOUNT_EXISTS');
    return registerKnown(context, call, account, credentials);
  }
  return { ...mustVerify(context), skip_verification: false };
}

async function login(context: Services, call: Call, { email, password, form_session_id }: Credentials) {
  const { guard, db, text } = context;
  const account = await findAccountByEmail(db, email);
  const { visitorId, ip } = call;
  if (!(await guard.isRightPassword({ email, account, password, visitorId, ip })) || !account) {
    throw new AppError('LOGIN_FAILED');
  }
  return (await enter(context, call, account, form_session_id))
    ? { message: text('account.signedIn'), action: 'signed_in' as const, requires_verification: false }
    : mustVerify(context);
}

async function verifyEmail(
  context: Services,
  call: Call,
  { email, verification_code: code, form_session_id: formSessionId }: BodyOf<typeof verifyEmailCall>,
) {
  const { codes, db, now, text } = context;
  await context.limits.take(CODE_TRIES_FROM_NETWORK, call.ip);
  const visitorId = call.ensureVisitor();
  const codeId = await codes.check({ purpose: 'verify-email', email, visitorId }, code);
  await db.transaction().execute(async (trx) => {
    const isFirst = await codes.useOnce(trx, codeId);
    const account = await trx
      .updateTable('account')
      .set((set) => ({ email_verified_at: set.fn.coalesce('email_verified_at', set.val(now())), updated_at: now() }))
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (!account) throw new AppError('CODE_WRONG', { details: { reason: 'account gone' } });
    if (!isFirst) await codes.endSignInOf(trx, codeId, account.id);
    else await recordEvent(trx, { kind: 'account.verified', ...byPerson(account.id), at: now() });
    await signIn(trx, context, call, { accountId: account.id, how: 'code', formSessionId });
  });
  return { message: text('account.verified') };
}

/**
 * A code again. Only a browser that proved the password (it has had a code before) gets one; every other browser
 * gets the same answer, and the address gets a notice instead.
 */
async function resendCode(context: Services, call: Call, email: string) {
  const { codes, db, sessions, text } = context;
  const visitorId = call.ensureVisitor();
  await codes.assertMaySend({ email, visitorId, ip: call.ip });
  const account = await findAccountByEmail(db, email);
  const asked = await codes.wasIssued({ purpose: 'verify-email', email, visitorId });
  await db.transaction().execute(async (trx) => {
    if (account && !account.isVerified && asked) return sendVerification(context, trx, email, visitorId);
    await codes.issue(trx, { purpose: 'verify-email', email, visitorId: sessions.newToken() });
    return emailNotice(trx, context, { notice: 'nothing-to-confirm', to: email });
  });
  return { message: text('account.codeSent') };
}

async function checkSessionCode({ codes, text }: Services, visitorId: string | null) {
  const email = visitorId && (await codes.underWay('verify-email', visitorId));
  return email
    ? { has_code: true, message: text('account.codeUnderWay'), email }
    : { has_code: false, message: text('account.noCode') };
}

/** Tells whether an address has an account, for ten different addresses a browser and quarter of an hour. */
async function checkEmail(context: Services, call: Call, email: string) {
  const { db, limits } = context;
  call.ensureVisitor();
  const { browserKey } = call;
  const seen: Limit = { name: 'check-email.seen', max: 1_000_000, seconds: QUARTER };
  const pair = `${browserKey} ${email}`;
  // The same address again is one address; it is remembered only after it was let through.
  if (!(await limits.isUsedUp({ ...seen, max: 1 }, pair))) {
    await limits.take(CHECK_EMAIL_BY_BROWSER, browserKey);
    await limits.take(CHECK_EMAIL_FROM_NETWORK, call.ip);
    await limits.take(seen, pair);
  }
  return { user_exists: (await findAccountByEmail(db, email)) !== null };
}

async function logout({ db, now, text }: Services, call: Call) {
  await db.transaction().execute(async (trx) => {
    if (call.user) await recordEvent(trx, { kind: 'account.signed-out', ...byPerson(call.user.id), at: now() });
    await call.signOut(trx);
  });
  return { message: text('account.signedOut') };
}

async function requestPasswordReset(context: Services, call: Call, email: string) {
  const { codes, db, text } = context;
  const visitorId = call.ensureVisitor();
  await codes.assertMaySend({ email, visitorId, ip: call.ip });
  const account = await findAccountByEmail(db, email);
  await db.transaction().execute(async (trx) => {
    const code = await codes.issue(trx, { purpose: 'reset-password', email, visitorId });
    if (account) await emailCode(trx, context, { purpose: 'reset-password', to: email, code });
    else await emailNotice(trx, context, { notice: 'no-account', to: email });
  });
  return { message: text('account.resetCodeSent') };
}

async function verifyResetCode(context: Services, call: Call, { email, code }: { email: string; code: string }) {
  const { codes, text } = context;
  await context.limits.take(CODE_TRIES_FROM_NETWORK, call.ip);
  const codeId = await codes.check({ purpose: 'reset-password', email, visitorId: call.visitorId ?? '' }, code);
  await codes.returnTry(codeId);
  return { message: text('account.codeRight') };
}

/** A new password by code: proves the address too, ends every session, and notifies the owner by mail. */
async function resetPassword(
  context: Services,
  call: Call,
  { email, code, newPassword }: { email: string; code: string; newPassword: string },
) {
  const { codes, db, hasher, guard, now, sessions, text } = context;
  assertGoodPassword(newPassword, 'newPassword', context);
  await context.limits.take(CODE_TRIES_FROM_NETWORK, call.ip);
  const codeId = await codes.check({ purpose: 'reset-password', email, visitorId: call.visitorId ?? '' }, code);
  const known = await findAccountByEmail(db, email);
  const isSet = await hasher.verify(known?.passwordHash ?? null, newPassword);
  const passwordHash = await hasher.hash(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!isSet) await codes.use(trx, codeId);
    // Sent again because its answer was lost: all of it is done.
    else if (!(await codes.useOnce(trx, codeId))) return;
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
    const ended = await sessions.endAll(trx, account.id);
    await guard.forgetBrowsers(trx, account.id);
    await recordEvent(trx, { kind: 'account.password-reset', ...byPerson(account.id), details: { ended }, at });
    await emailNotice(trx, context, { notice: 'password-changed', to: email });
  });
  return { message: text('account.passwordChanged') };
}

/** Registering, signing in and proving an address (R6b). */
export const createAccountsService = (services: Services) =>
  bound(services, {
    register,
    login,
    verifyEmail,
    resendCode,
    checkSessionCode,
    checkEmail,
    logout,
    requestPasswordReset,
    verifyResetCode,
    resetPassword,
  });
