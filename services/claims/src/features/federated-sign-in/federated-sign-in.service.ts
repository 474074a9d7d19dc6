import { AppError, isAppError } from '@redress/contracts';
import { describeDatabaseError } from '@redress/database';
import type { Trx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/event.ts';
import { redirectTo, type Call, type SpecialAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import type { FederatedPerson, SignIn, SignInSecrets } from '../../providers/ports/sign-in.ts';
import { emailCode, emailNotice } from '../../shared/account-emails.ts';
import { findAccountByEmail, type Account } from '../../shared/accounts.ts';
import type { Codes } from '../../shared/codes.ts';
import type { SignInGuard } from '../../shared/sign-in-guard.ts';
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
const BEGIN_FROM_NETWORK: Limit = { name: 'oidc.network', max: 200, seconds: 600 };
const LINK_TRIES: Limit = { name: 'oidc.link', max: 30, seconds: 900 };
const CALLBACK_PATH = '/api/google/callback';
/** Where a whole-page sign-in may go back to: pages of ours, by name. */
const RETURN_PATHS = new Set([
  '/', '/login', '/result', '/dashboard', '/completed-sessions', '/demand-letters', '/court-documents', '/billing', '/settings',
]); // prettier-ignore

interface Attempt extends SignInSecrets {
  returnTo: string | null;
  formSessionId: string | null;
}

export interface FederatedDeps {
  platform: Platform;
  codes: Codes;
  guard: SignInGuard;
  provider: SignIn | null;
}

export function createFederatedSignIn({ platform, codes, guard, provider }: FederatedDeps) {
  const { config, db, limits, log, newId, now, secrets, text } = platform;
  const { siteOrigin } = config;
  const soon = () => new Date(now().getTime() + MINUTES * 60_000);
  /** The first one is kept. */
  const stateKeys = (state: string) => secrets.digests('oidc-state', state);

  /** A popup gets the page that reports and closes; a whole page is redirected, with the outcome in its address. */
  const conclude = (outcome: Outcome, returnTo: string | null): SpecialAnswer => {
    if (returnTo === null) return resultPage(outcome, { siteOrigin, text });
    return redirectTo(outcome === 'success' ? returnTo : `/login?google=${outcome}`);
  };

  async function signIn(trx: Trx, call: Call, accountId: string, formSessionId: string | null, how: string) {
    await call.signIn(trx, accountId, formSessionId ? { formSessionId } : {});
    await guard.trustBrowser(trx, accountId, call.ensureVisitor());
    await recordEvent(trx, {
      kind: 'account.signed-in',
      actor: { kind: 'user', id: accountId },
      subject: { kind: 'account', id: accountId },
      details: { how },
      at: now(),
    });
  }

  const addIdentity = (trx: Trx, { issuer, subject }: FederatedPerson, accountId: string) =>
    trx.insertInto('identity').values({ issuer, subject, account_id: accountId, created_at: now() }).execute();

  async function createAccount(trx: Trx, person: FederatedPerson & { email: string }): Promise<string> {
    const id = newId();
    const at = now();
    await trx
      .insertInto('account')
      .values({
        id,
        email: person.email,
        password_hash: null,
        email_verified_at: at,
        pending_email: null,
        first_name: person.firstName,
        last_name: person.lastName,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await addIdentity(trx, person, id);
    await recordEvent(trx, {
      kind: 'account.registered',
      actor: { kind: 'user', id },
      subject: { kind: 'account', id },
      details: { how: 'provider' },
      at,
    });
    return id;
  }

  /** Takes the attempt out: a state works once, within ten minutes, in the browser that set out. */
  async function takeAttempt(state: string | null, visitorId: string | null): Promise<Attempt | null> {
    if (!state || !visitorId) return null;
    const row = await db
      .deleteFrom('oidc_attempt')
      .where('state_key', 'in', stateKeys(state))
      .where('visitor_id', '=', visitorId)
      .returning(['sealed', 'expires_at'])
      .executeTakeFirst();
    return row && row.expires_at > now() ? (secrets.open('oidc', row.sealed) as Attempt) : null;
  }

  async function enter(call: Call, person: FederatedPerson, formSessionId: string | null): Promise<Outcome> {
    const known = await db
      .selectFrom('identity')
      .select('account_id')
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .executeTakeFirst();
    if (known) {
      await db.transaction().execute((trx) => signIn(trx, call, known.account_id, formSessionId, 'provider'));
      return 'success';
    }
    const { email } = person;
    // An address the provider did not check proves nothing about whose it is.
    if (!email || !person.emailVerified) return 'failed';
    if (await findAccountByEmail(db, email)) {
      const row = { sealed: secrets.seal('oidc-link', { ...person, formSessionId }), expires_at: soon() };
      await db
        .insertInto('pending_link')
        .values({ visitor_id: call.ensureVisitor(), ...row })
        .onConflict((conflict) => conflict.column('visitor_id').doUpdateSet(row))
        .execute();
      return 'needs-link';
    }
    await db.transaction().execute(async (trx) => {
      const accountId = await createAccount(trx, { ...person, email });
      await signIn(trx, call, accountId, formSessionId, 'provider');
    });
    return 'success';
  }

  async function pendingLink(visitorId: string) {
    const row = await db
      .selectFrom('pending_link')
      .select('sealed')
      .where('visitor_id', '=', visitorId)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    return secrets.open('oidc-link', row.sealed) as FederatedPerson & { email: string; formSessionId: string | null };
  }

  async function link(
    trx: Trx,
    call: Call,
    account: Account,
    person: FederatedPerson & { formSessionId: string | null },
    provenBy: 'password' | 'code',
  ): Promise<void> {
    const at = now();
    await addIdentity(trx, person, account.id);
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
    await trx.deleteFrom('pending_link').where('visitor_id', '=', call.ensureVisitor()).execute();
    await recordEvent(trx, {
      kind: 'account.sign-in-linked',
      actor: { kind: 'user', id: account.id },
      subject: { kind: 'account', id: account.id },
      details: { proven_by: provenBy },
      at,
    });
    await emailNotice(trx, platform, { notice: 'sign-in-linked', to: account.email });
    await signIn(trx, call, account.id, person.formSessionId, 'provider');
  }

  return {
    async begin(
      call: Call,
      { returnTo, formSessionId }: { returnTo: string | undefined; formSessionId: string | undefined },
    ) {
      const target = returnTo === undefined ? null : RETURN_PATHS.has(returnTo) ? returnTo : '/';
      try {
        const visitorId = call.ensureVisitor();
        await limits.take(BEGIN_BY_BROWSER, visitorId);
        await limits.take({ ...BEGIN_FROM_NETWORK, max: BEGIN_FROM_NETWORK.max * config.addressLimitFactor }, call.ip);
        if (!provider) throw new AppError('PROVIDER_DOWN', { details: { provider: 'oidc', reason: 'not configured' } });
        const { url, secrets: kept } = await provider.begin(`${siteOrigin}${CALLBACK_PATH}`);
        const attempt: Attempt = { ...kept, returnTo: target, formSessionId: formSessionId ?? null };
        await db
          .insertInto('oidc_attempt')
          .values({
            state_key: stateKeys(kept.state)[0] as string,
            visitor_id: visitorId,
            sealed: secrets.seal('oidc', attempt),
            expires_at: soon(),
          })
          .execute();
        return redirectTo(url);
      } catch (error) {
        // JSON in a popup is of no use: the page that opened it is notified instead.
        if (!isAppError(error)) throw error;
        log.warn({ code: error.code, provider: 'oidc' }, 'federated sign-in could not begin');
        return conclude('failed', target);
      }
    },

    async finish(call: Call): Promise<SpecialAnswer> {
      const currentUrl = new URL(call.url, siteOrigin);
      const attempt = await takeAttempt(currentUrl.searchParams.get('state'), call.visitorId);
      if (!attempt || !provider) return conclude('failed', null);
      try {
        const person = await provider.finish(currentUrl, attempt);
        return conclude(await enter(call, person, attempt.formSessionId), attempt.returnTo);
      } catch (error) {
        const isRace = describeDatabaseError(error).kind === 'unique';
        if (!isAppError(error) && !isRace) throw error;
        log.warn({ code: isAppError(error) ? error.code : 'CONFLICT', provider: 'oidc' }, 'federated sign-in failed');
        return conclude('failed', attempt.returnTo);
      }
    },

    /** Joins a waiting sign-in to the account of its address, once the person has proven to be its owner. */
    async link(
      call: Call,
      proof: { password?: string | undefined; code?: string | undefined; send_code?: boolean | undefined },
    ) {
      const visitorId = call.ensureVisitor();
      await limits.take(LINK_TRIES, visitorId);
      const person = await pendingLink(visitorId);
      const { email } = person;
      const account = await findAccountByEmail(db, email);
      if (!account) throw new AppError('NOT_FOUND');
      if (proof.send_code) {
        await codes.assertMaySend({ email, visitorId, ip: call.ip });
        await db.transaction().execute(async (trx) => {
          const code = await codes.issue(trx, { purpose: 'link-sign-in', email, visitorId });
          await emailCode(trx, platform, { purpose: 'link-sign-in', to: email, code });
        });
        return { message: text('account.linkCodeSent'), linked: false, email };
      }
      if (proof.code !== undefined) {
        const codeId = await codes.check({ purpose: 'link-sign-in', email, visitorId }, proof.code);
        await db.transaction().execute(async (trx) => {
          await codes.use(trx, codeId);
          await link(trx, call, account, person, 'code');
        });
      } else if (proof.password !== undefined) {
        const { password } = proof;
        if (!(await guard.isRightPassword({ email, account, password, visitorId, ip: call.ip }))) {
          throw new AppError('LOGIN_FAILED');
        }
        await db.transaction().execute((trx) => link(trx, call, account, person, 'password'));
      } else {
        throw new AppError('VALIDATION_FAILED', { fields: { password: 'validation.field.required' } });
      }
      return { message: text('account.linked'), linked: true, email };
    },
  };
}
