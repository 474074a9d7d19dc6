import { Readable } from 'node:stream';
import { AppError, updateSettings, type BodyOf, type updatePassword } from '@redress/contracts';
import { describeDatabaseError } from '@redress/database';
import * as z from 'zod/mini';
import { bound } from '@redress/server/bound';
import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent, type EventEntry } from '../../platform/event.ts';
import { jsonPieces } from '../../platform/export-rows.ts';
import type { Call, SignedInUser } from '../../platform/http/route.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';
import {
  findAccount,
  findAccountByEmail,
  findGivenDetails,
  type Account,
  type GivenDetails,
} from '../../shared/accounts.ts';
import { lockAllOf } from '../../shared/orders/leaving.ts';
import { assertGoodPassword } from '../../shared/passwords/new-password.ts';
import type { Services } from '../../shared/feature-services.ts';

const HOUR = 3_600;
const EMAIL_CHANGES: Limit = { name: 'settings.email', max: 10, seconds: HOUR };
const EXPORTS: Limit = { name: 'settings.export', max: 5, seconds: HOUR };
const CONFIRM_TRIES: Limit = { name: 'settings.confirm', max: 30, seconds: 900 };

/** What can be saved as it is; a claim takes longer names than an account. */
const fitting = <Field extends keyof typeof updateSettings.body.shape>(field: Field, value: string): string =>
  z.safeParse(updateSettings.body.shape[field], value).success ? value : '';

/** A name is taken whole: a first name of the account does not get the last name of a claim. */
const withoutKnown = (given: GivenDetails, account: { isNamed: boolean; phoneNumber: string }): GivenDetails => ({
  firstName: account.isNamed ? '' : fitting('firstName', given.firstName),
  lastName: account.isNamed ? '' : fitting('lastName', given.lastName),
  phoneNumber: account.phoneNumber ? '' : fitting('phoneNumber', given.phoneNumber),
});

/** Removed in an hour. */
const SAMPLES_AT_ONCE = 200;

/** What becomes of letters that are not posted yet. */
type Unposted = 'post' | 'refund';

async function accountOf({ db }: Services, user: SignedInUser): Promise<Account> {
  const account = await findAccount(db, user.id);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  return account;
}

const remindersOffOf = async ({ db }: Services, id: string) =>
  (await db.selectFrom('account').select('reminders_off').where('id', '=', id).executeTakeFirst())?.reminders_off ?? [];

async function eraseOf({ features }: Services, trx: Trx, userId: string, unposted?: Unposted): Promise<void> {
  await lockAllOf(trx, userId);
  for (const feature of features()) await feature.leave?.(trx, userId, unposted);
  for (const feature of features()) await feature.eraseUser?.(trx, userId);
}

const record = ({ now }: Services, trx: Trx, kind: string, user: SignedInUser, details: EventEntry['details'] = {}) =>
  recordEvent(trx, { kind: `account.${kind}`, ...byPerson(user.id), details, at: now() });

const emailTaken = () => new AppError('EMAIL_TAKEN', { fields: { email: 'errors.emailTaken' } });

/** R25: a new address waits for its code, and the old one stays in use until then. */
async function askForNewAddress(context: Services, call: Call, user: SignedInUser, email: string) {
  const { codes, db, limits } = context;
  await limits.take(EMAIL_CHANGES, user.id);
  if (await findAccountByEmail(db, email)) throw emailTaken();
  const visitorId = call.ensureVisitor();
  await codes.assertMaySend({ email, visitorId, ip: call.ip });
  return async (trx: Trx) => {
    const code = await codes.issue(trx, { purpose: 'change-email', email, visitorId });
    await emailCode(trx, context, { purpose: 'change-email', to: email, code });
  };
}

/**
 * R41: the password or the address has changed. The other sessions end, this one gets another token, and the account
 * forgets every known browser but this one.
 * @returns how many other sessions were ended
 */
async function startAfresh({ guard, sessions }: Services, trx: Trx, call: Call, user: SignedInUser): Promise<number> {
  const ended = await sessions.endAll(trx, user.id, { except: user.sessionId });
  await guard.forgetBrowsers(trx, user.id);
  await call.renewSession(trx);
  await guard.trustBrowser(trx, user.id, call.ensureVisitor());
  return ended;
}

async function read(context: Services, user: SignedInUser) {
  const { firstName, lastName, email, phoneNumber, pendingEmail, passwordHash } = await accountOf(context, user);
  const isNamed = firstName !== '' || lastName !== '';
  const given = isNamed && phoneNumber ? null : await findGivenDetails(context.db, user.id);
  return {
    settings: {
      firstName,
      lastName,
      email,
      phoneNumber,
      pendingEmail,
      hasPassword: passwordHash !== null,
      remindersOff: await remindersOffOf(context, user.id),
      ...(given ? { fromClaim: withoutKnown(given, { isNamed, phoneNumber }) } : {}),
    },
  };
}

async function update(context: Services, call: Call, user: SignedInUser, details: BodyOf<typeof updateSettings>) {
  const { guard, db, now, text } = context;
  const { firstName, lastName, email, phoneNumber, password = '' } = details;
  const account = await accountOf(context, user);
  const isNew = email !== account.email;
  // An address already asked for is not asked for again by saving a phone number.
  if (isNew) await guard.assertOwner(account, { password, signedInAt: user.signedInAt, field: 'password' });
  const sendCode = isNew ? await askForNewAddress(context, call, user, email) : null;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('account')
      .set({
        first_name: firstName,
        last_name: lastName,
        phone_number: phoneNumber,
        pending_email: isNew ? email : null,
        updated_at: now(),
      })
      .where('id', '=', user.id)
      .execute();
    await sendCode?.(trx);
    await record(context, trx, 'details-changed', user, { email: isNew });
  });
  return { message: text(isNew ? 'settings.savedCheckEmail' : 'settings.saved'), email_code_sent: isNew };
}

async function confirmEmail(context: Services, call: Call, user: SignedInUser, code: string) {
  const { codes, db, limits, now, text } = context;
  await limits.take(CONFIRM_TRIES, user.id);
  const account = await accountOf(context, user);
  const email = account.pendingEmail;
  if (!email) throw new AppError('CODE_WRONG', { details: { reason: 'nothing pending' } });
  const codeId = await codes.check({ purpose: 'change-email', email, visitorId: call.visitorId ?? '' }, code);
  try {
    await db.transaction().execute(async (trx) => {
      await codes.use(trx, codeId);
      await trx
        .updateTable('account')
        .set({ email, pending_email: null, email_verified_at: now(), updated_at: now() })
        .where('id', '=', user.id)
        .where('pending_email', '=', email)
        .execute();
      const ended = await startAfresh(context, trx, call, user);
      await record(context, trx, 'email-changed', user, { ended });
      await emailNotice(trx, context, { notice: 'email-changed', to: account.email });
    });
  } catch (error) {
    // Another account registered the address while the code was on its way.
    if (describeDatabaseError(error).kind === 'unique') throw emailTaken();
    throw error;
  }
  return { message: text('settings.emailChanged'), email };
}

async function changePassword(
  context: Services,
  call: Call,
  user: SignedInUser,
  change: BodyOf<typeof updatePassword>,
) {
  const { hasher, guard, db, now, text } = context;
  const { currentPassword, newPassword, confirmPassword } = change;
  if (newPassword !== confirmPassword) {
    throw new AppError('VALIDATION_FAILED', { fields: { confirmPassword: 'validation.passwords.mismatch' } });
  }
  assertGoodPassword(newPassword, 'newPassword', context);
  const account = await accountOf(context, user);
  await guard.assertOwner(account, {
    password: currentPassword,
    signedInAt: user.signedInAt,
    field: 'currentPassword',
  });
  const passwordHash = await hasher.hash(newPassword);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('account')
      .set({ password_hash: passwordHash, updated_at: now() })
      .where('id', '=', user.id)
      .execute();
    const ended = await startAfresh(context, trx, call, user);
    await record(context, trx, 'password-changed', user, { ended });
    await emailNotice(trx, context, { notice: 'password-changed', to: account.email });
  });
  return { message: text('settings.passwordSaved') };
}

async function devices({ sessions }: Services, user: SignedInUser) {
  const rows = await sessions.list(user.id);
  return {
    devices: rows.map(({ id, label, created_at, last_seen_at }) => ({
      id,
      label,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      is_current: id === user.sessionId,
    })),
  };
}

async function revoke(context: Services, call: Call, user: SignedInUser, id: string) {
  const { db, sessions } = context;
  return db.transaction().execute(async (trx) => {
    const ended =
      id === 'others'
        ? await sessions.endAll(trx, user.id, { except: user.sessionId })
        : await sessions.endOwn(trx, user.id, id);
    if (ended === 0 && id !== 'others') throw new AppError('NOT_FOUND');
    if (id === user.sessionId) await call.signOut(trx);
    await record(context, trx, 'devices-revoked', user, { ended });
    return { ended };
  });
}

/** Everything features keep about the person, as one JSON document that is read while it is sent. */
async function exportData(context: Services, user: SignedInUser): Promise<Readable> {
  const { features, limits, now } = context;
  await limits.take(EXPORTS, user.id);
  const account = await accountOf(context, user);
  const own = {
    exported_at: now().toISOString(),
    account: {
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      phone_number: account.phoneNumber,
      reminders_off: await remindersOffOf(context, user.id),
      created_at: account.createdAt.toISOString(),
    },
    devices: (await devices(context, user)).devices,
  };
  async function* records() {
    yield own;
    for (const feature of features()) yield (await feature.exportData?.(user.id)) ?? {};
  }
  return Readable.from(jsonPieces(records()), { objectMode: false });
}

/** R29. */
async function deleteAccount(context: Services, call: Call, user: SignedInUser, password: string, unposted?: Unposted) {
  const { guard, db, text } = context;
  const account = await accountOf(context, user);
  await guard.assertOwner(account, { password, signedInAt: user.signedInAt, field: 'password' });
  await db.transaction().execute(async (trx) => {
    // Sent twice: the second finds nobody, and must not take an erased letter for one that was never written.
    const held = await trx.selectFrom('account').select('id').where('id', '=', user.id).forUpdate().execute();
    if (held.length === 0) throw new AppError('NOT_SIGNED_IN', { details: { reason: 'account deleted' } });
    await context.takeBackEmails(trx, account.email);
    await eraseOf(context, trx, user.id, unposted);
    await record(context, trx, 'deleted', user);
    await emailNotice(trx, context, { notice: 'account-deleted', to: account.email });
    await call.signOut(trx);
    // Sessions, known browsers, drafts and alerts go with it.
    await trx.deleteFrom('account').where('id', '=', user.id).execute();
  });
  return { message: text('settings.accountDeleted') };
}

/** Accounts that were made in a preview or for one that is over: as if their owner had deleted them. */
async function removeSamples(context: Services) {
  const { db, now } = context;
  const over = db.selectFrom('account').select('id').where('sample_until', '<', now()).limit(SAMPLES_AT_ONCE);
  const ids = (await over.execute()).map(({ id }) => id);
  const made = db.selectFrom('account').select(['id', 'sample_of']).where('sample_of', 'is not', null);
  for (const { id, sample_of } of await made.execute()) {
    if (sample_of && (await context.previewHasEnded(sample_of))) ids.push(id);
  }
  for (const id of ids) {
    await db.transaction().execute(async (trx) => {
      const held = await trx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
      if (held.length === 0) return;
      await eraseOf(context, trx, id, 'refund');
      await trx.deleteFrom('account').where('id', '=', id).execute();
    });
  }
}

export const createSettingsService = (services: Services) =>
  bound(services, {
    read,
    update,
    confirmEmail,
    changePassword,
    devices,
    revoke,
    exportData,
    deleteAccount,
    removeSamples,
  });
