import { AppError, isAppError } from '@redress/contracts';
import { HEARING_PATH } from '@redress/contracts/releases';
import { describeDatabaseError } from '@redress/database';
import type { Trx } from '../../platform/database.ts';
import { bound } from '@redress/server/bound';
import { byPerson, recordEvent } from '../../platform/event.ts';
import { redirectTo, type Call, type SpecialAnswer } from '../../platform/http/route.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import type { FederatedPerson, SignInSecrets } from '../../providers/ports/sign-in.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';
import { findAccountByEmail, type Account } from '../../shared/accounts.ts';
import type { Services } from '../../shared/feature-services.ts';
import { assertPasswordStands, signIn } from '../../shared/sign-in-guard.ts';
import { resultPage, type Outcome } from './result-page.ts';

export interface IdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
  created_at: Date;
}
interface OidcAttemptTable {
  state_key: string;
  visitor_id: string;
  sealed: Buffer;
  expires_at: Date;
}
interface PendingLinkTable {
  visitor_id: string;
  sealed: Buffer;
  expires_at: Date;
}
declare module '../../platform/tables.ts' {
  interface Tables {
    identity: IdentityTable;
    oidc_attempt: OidcAttemptTable;
    pending_link: PendingLinkTable;
  }
}

const MINUTES = 10;
const BEGIN_BY_BROWSER: Limit = { name: 'oidc.browser', max: 20, seconds: 600 };
const BEGIN_FROM_NETWORK: Limit = { name: 'oidc.network', max: 200, seconds: 600, isOfNetwork: true };
const LINK_TRIES: Limit = { name: 'oidc.link', max: 30, seconds: 900 };
const CALLBACK_PATH = '/api/google/callback';
/** Where a whole-page sign-in may go back to: pages of ours, by name, a case by its id, and the page of a hearing. */
const RETURN_PATHS = new Set([
  '/', '/login', '/result', '/dashboard', '/completed-sessions', '/demand-letters', '/court-documents', '/billing', '/settings', HEARING_PATH,
]); // prettier-ignore

function wayBack(wanted: string, siteOrigin: string): string {
  const url = URL.parse(wanted, siteOrigin);
  const isOurs = wanted.startsWith('/') && url?.origin === siteOrigin;
  const isKnown = url && (RETURN_PATHS.has(url.pathname) || /^\/case\/[0-9a-f]{24}$/.test(url.pathname));
  return isOurs && isKnown ? url.pathname + url.search : '/';
}

interface Attempt extends SignInSecrets {
  returnTo: string | null;
  formSessionId: string | null;
}

const soon = ({ now }: Services) => new Date(now().getTime() + MINUTES * 60_000);

/** The first one is kept. */
const stateKeys = ({ secrets }: Services, state: string) => secrets.digests('oidc-state', state);

/** A popup gets the page that reports and closes; a whole page is redirected, with the outcome in its address. */
const conclude = (
  { config: { siteOrigin }, text }: Services,
  outcome: Outcome,
  returnTo: string | null,
): SpecialAnswer => {
  if (returnTo === null) return resultPage(outcome, { siteOrigin, text });
  return redirectTo(outcome === 'success' ? returnTo : `/login?google=${outcome}`);
};

/** @returns whether it is new: two presses at once wait for each other. @throws {AppError} CONFLICT for one of another account */
async function addIdentity({ now }: Services, trx: Trx, { issuer, subject }: FederatedPerson, accountId: string) {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('identity')
    .values({ issuer, subject, account_id: accountId, created_at: now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  if (added) return true;
  const known = trx.selectFrom('identity').where('issuer', '=', issuer).where('subject', '=', subject);
  const { account_id } = await known.select('account_id').executeTakeFirstOrThrow();
  if (account_id !== accountId) throw new AppError('CONFLICT');
  return false;
}

async function createAccount(
  context: Services,
  trx: Trx,
  person: FederatedPerson & { email: string },
): Promise<string> {
  const { newId, now } = context;
  const id = newId();
  const at = now();
  await trx
    .insertInto('account')
    .values({
      id,
      email: person.email,
      email_verified_at: at,
      first_name: person.firstName,
      last_name: person.lastName,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await addIdentity(context, trx, person, id);
  await recordEvent(trx, { kind: 'account.registered', ...byPerson(id), details: { how: 'provider' }, at });
  return id;
}

/** Takes the attempt out: a state works once, within ten minutes, in the browser that set out. */
async function takeAttempt(context: Services, state: string | null, visitorId: string | null): Promise<Attempt | null> {
  const { db, now, secrets } = context;
  if (!state || !visitorId) return null;
  const row = await db
    .deleteFrom('oidc_attempt')
    .where('state_key', 'in', stateKeys(context, state))
    .where('visitor_id', '=', visitorId)
    .returning(['sealed', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now() ? (secrets.open('oidc', row.sealed) as Attempt) : null;
}

async function enter(context: Services, call: Call, person: FederatedPerson, formSessionId: string | null) {
  const { db, secrets } = context;
  const known = await db
    .selectFrom('identity')
    .select('account_id')
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  if (known) {
    await db
      .transaction()
      .execute((trx) => signIn(trx, context, call, { accountId: known.account_id, how: 'provider', formSessionId }));
    return 'success';
  }
  const { email } = person;
  // An address the provider did not check proves nothing about whose it is.
  if (!email || !person.emailVerified) return 'failed';
  if (await findAccountByEmail(db, email)) {
    const row = { sealed: secrets.seal('oidc-link', { ...person, formSessionId }), expires_at: soon(context) };
    await db
      .insertInto('pending_link')
      .values({ visitor_id: call.ensureVisitor(), ...row })
      .onConflict((conflict) => conflict.column('visitor_id').doUpdateSet(row))
      .execute();
    return 'needs-link';
  }
  await db.transaction().execute(async (trx) => {
    const accountId = await createAccount(context, trx, { ...person, email });
    await signIn(trx, context, call, { accountId, how: 'provider', formSessionId });
  });
  return 'success';
}

async function pendingLink({ db, now, secrets }: Services, visitorId: string) {
  const row = await db
    .selectFrom('pending_link')
    .select('sealed')
    .where('visitor_id', '=', visitorId)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return secrets.open('oidc-link', row.sealed) as FederatedPerson & { email: string; formSessionId: string | null };
}

/** Pressed again because its answer was lost it only signs in: what waits is kept until its time is over. */
async function joinAccount(
  context: Services,
  trx: Trx,
  call: Call,
  account: Account,
  person: FederatedPerson & { formSessionId: string | null },
  provenBy: 'password' | 'code',
): Promise<void> {
  const at = context.now();
  if (provenBy === 'password') await assertPasswordStands(trx, account);
  if (await addIdentity(context, trx, person, account.id)) {
    await trx
      .updateTable('account')
      .set({
        email_verified_at: at,
        updated_at: at,
        // The address was never confirmed: the person who registered it and chose its password may not be its owner.
        ...(provenBy === 'code' && !account.isVerified ? { password_hash: null } : {}),
      })
      .where('id', '=', account.id)
      .execute();
    const details = { proven_by: provenBy };
    await recordEvent(trx, { kind: 'account.sign-in-linked', ...byPerson(account.id), details, at });
    await emailNotice(trx, context, { notice: 'sign-in-linked', to: account.email });
  }
  await signIn(trx, context, call, { accountId: account.id, how: 'provider', formSessionId: person.formSessionId });
}

async function begin(
  context: Services,
  call: Call,
  { returnTo, formSessionId }: { returnTo: string | undefined; formSessionId: string | undefined },
) {
  const { provider, config, db, limits, log, secrets } = context;
  const target = returnTo === undefined ? null : wayBack(returnTo, config.siteOrigin);
  try {
    const visitorId = call.ensureVisitor();
    await limits.take(BEGIN_BY_BROWSER, visitorId);
    await limits.take(BEGIN_FROM_NETWORK, call.ip);
    if (!provider) throw new AppError('PROVIDER_DOWN', { details: { provider: 'oidc', reason: 'not configured' } });
    const { url, secrets: kept } = await provider.begin(`${config.siteOrigin}${CALLBACK_PATH}`);
    const attempt: Attempt = { ...kept, returnTo: target, formSessionId: formSessionId ?? null };
    await db
      .insertInto('oidc_attempt')
      .values({
        state_key: stateKeys(context, kept.state)[0] as string,
        visitor_id: visitorId,
        sealed: secrets.seal('oidc', attempt),
        expires_at: soon(context),
      })
      .execute();
    return redirectTo(url);
  } catch (error) {
    // JSON in a popup is of no use: the page that opened it is notified instead.
    if (!isAppError(error)) throw error;
    log.warn({ code: error.code, provider: 'oidc' }, 'federated sign-in could not begin');
    return conclude(context, 'failed', target);
  }
}

async function finish(context: Services, call: Call): Promise<SpecialAnswer> {
  const { provider, log, config } = context;
  const currentUrl = new URL(call.url, config.siteOrigin);
  const attempt = await takeAttempt(context, currentUrl.searchParams.get('state'), call.visitorId);
  if (!attempt || !provider) return conclude(context, 'failed', null);
  try {
    const person = await provider.finish(currentUrl, attempt);
    return conclude(context, await enter(context, call, person, attempt.formSessionId), attempt.returnTo);
  } catch (error) {
    const isRace = describeDatabaseError(error).kind === 'unique';
    if (!isAppError(error) && !isRace) throw error;
    log.warn({ code: isAppError(error) ? error.code : 'CONFLICT', provider: 'oidc' }, 'federated sign-in failed');
    return conclude(context, 'failed', attempt.returnTo);
  }
}

/** Joins a waiting sign-in to the account of its address, once the person has proven to be its owner. */
async function link(
  context: Services,
  call: Call,
  proof: { password?: string | undefined; code?: string | undefined; send_code?: boolean | undefined },
) {
  const { codes, guard, db, limits, text } = context;
  const visitorId = call.ensureVisitor();
  await limits.take(LINK_TRIES, visitorId);
  const person = await pendingLink(context, visitorId);
  const { email } = person;
  const account = await findAccountByEmail(db, email);
  if (!account) throw new AppError('NOT_FOUND');
  if (proof.send_code) {
    await codes.assertMaySend({ email, visitorId, ip: call.ip });
    await db.transaction().execute(async (trx) => {
      const code = await codes.issue(trx, { purpose: 'link-sign-in', email, visitorId });
      await emailCode(trx, context, { purpose: 'link-sign-in', to: email, code });
    });
    return { message: text('account.linkCodeSent'), linked: false, email };
  }
  if (proof.code !== undefined) {
    const codeId = await codes.check({ purpose: 'link-sign-in', email, visitorId }, proof.code);
    await db.transaction().execute(async (trx) => {
      if (!(await codes.useOnce(trx, codeId))) await codes.endSignInOf(trx, codeId, account.id);
      await joinAccount(context, trx, call, account, person, 'code');
    });
  } else if (proof.password !== undefined) {
    const { password } = proof;
    if (!(await guard.isRightPassword({ email, account, password, visitorId, ip: call.ip }))) {
      throw new AppError('LOGIN_FAILED');
    }
    await db.transaction().execute((trx) => joinAccount(context, trx, call, account, person, 'password'));
  } else {
    throw new AppError('VALIDATION_FAILED', { fields: { password: 'validation.field.required' } });
  }
  return { message: text('account.linked'), linked: true, email };
}

export const createFederatedSignIn = (services: Services) => bound(services, { begin, finish, link });
