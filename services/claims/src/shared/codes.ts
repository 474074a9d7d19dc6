import { randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { sql, type ColumnType, type Generated } from 'kysely';
import { bound } from '@redress/server/bound';
import type { Trx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Limit } from '../platform/rate-limits.ts';
import type { CODE_PURPOSES } from './job-names.ts';
import { whoseTry } from './whose-try.ts';

export const CODE_MINUTES = 10;
const TRIES = 5;

/** A code of one purpose is worth nothing for another. */
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export interface CodeTable {
  id: string;
  purpose: CodePurpose;
  address_key: string;
  visitor_id: string;
  code_hash: string;
  /** The address, for the window that opens again after a reload. */
  sealed: Buffer;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, null | undefined, Date | null>;
}

declare module '../platform/tables.ts' {
  interface Tables {
    code: CodeTable;
  }
}

export interface CodeSubject {
  purpose: CodePurpose;
  /** Lower-case. */
  email: string;
  /** The browser that asked: only it can enter the code, so guesses of other browsers use up none of its tries. */
  visitorId: string;
}

const HOUR = 3_600;
/** An address gets this many codes and notices an hour, no matter who asks: a mailbox cannot be flooded through us. */
const PER_ADDRESS: Limit = { name: 'code.address', max: 3, seconds: HOUR };
const PER_BROWSER: Limit = { name: 'code.browser', max: 12, seconds: HOUR };
const FROM_NETWORK: Limit = { name: 'code.network', max: 20, seconds: HOUR, isOfNetwork: true };

export type Codes = ReturnType<typeof createCodes>;

/** `pick` gives whole numbers below a million. */
type Context = Platform & { pick: () => number };

/** The first one is kept; a code of before the secret changed is found by another. */
const addressKeys = ({ secrets }: Platform, email: string) => secrets.digests('code-address', email);

const hashesOf = ({ secrets }: Platform, id: string, code: string) => secrets.digests('code', id, code);

/** Of the address and the browser, used or not. */
const issued = (context: Platform, { purpose, email, visitorId }: CodeSubject) =>
  context.db
    .selectFrom('code')
    .select(['id', 'code_hash', 'tries', 'expires_at'])
    .where('purpose', '=', purpose)
    .where('address_key', 'in', addressKeys(context, email))
    .where('visitor_id', '=', visitorId);

const live = (context: Platform, subject: CodeSubject) => issued(context, subject).where('used_at', 'is', null);

/** A code is fresh for half of its time: whoever waits for its mail still has the other half to enter it. */
const freshSince = ({ now }: Context) => new Date(now().getTime() - CODE_MINUTES * 30_000);

/** @param keepSince - a code that is newer, and neither used nor tried, is kept: the answer is null then */
async function replace(context: Context, trx: Trx, subject: CodeSubject, keepSince?: Date): Promise<string | null> {
  const { newId, now, secrets, pick } = context;
  const code = String(pick()).padStart(6, '0');
  const at = now();
  const id = newId();
  const row = {
    id,
    code_hash: hashesOf(context, id, code)[0] as string,
    sealed: secrets.seal('code', { email: subject.email }),
    tries: 0,
    created_at: at,
    expires_at: new Date(at.getTime() + CODE_MINUTES * 60_000),
    used_at: null,
  };
  const { purpose, visitorId } = subject;
  const [key = '', ...others] = addressKeys(context, subject.email);
  if (others.length > 0) {
    // In place of the one before, under whichever secret that was made.
    await trx
      .deleteFrom('code')
      .where('purpose', '=', purpose)
      .where('address_key', 'in', others)
      .where('visitor_id', '=', visitorId)
      .execute();
  }
  const stored = await trx
    .insertInto('code')
    .values({ ...row, purpose, address_key: key, visitor_id: visitorId })
    .onConflict((conflict) => {
      const update = conflict.columns(['purpose', 'address_key', 'visitor_id']).doUpdateSet(row);
      if (keepSince === undefined) return update;
      return update.where((where) =>
        where.or([
          where('code.used_at', 'is not', null),
          where('code.tries', '>', 0),
          where('code.created_at', '<=', keepSince),
        ]),
      );
    })
    .returning('id')
    .executeTakeFirst();
  return stored ? code : null;
}

/** Counts one mail towards a network, a browser and an address. @throws {AppError} RATE_LIMITED */
async function assertMaySend(
  { limits }: Context,
  { email, visitorId, ip }: Pick<CodeSubject, 'email' | 'visitorId'> & { ip: string },
) {
  await limits.take(FROM_NETWORK, ip);
  await limits.take(PER_BROWSER, visitorId);
  await limits.take(PER_ADDRESS, email);
}

/** A new code in place of the one before; it goes into the mail and nowhere else. */
async function issue(context: Context, trx: Trx, subject: CodeSubject): Promise<string> {
  const code = await replace(context, trx, subject);
  if (code === null) throw new Error('A code was not stored.');
  return code;
}

/** Whether this browser has a code that was mailed lately and not tried yet: a call sent again needs no other. */
async function isFresh(context: Context, subject: CodeSubject): Promise<boolean> {
  const row = await live(context, subject)
    .where('tries', '=', 0)
    .where('created_at', '>', freshSince(context))
    .executeTakeFirst();
  return row !== undefined;
}

/** As {@link issue}. @returns null when a fresh code stands: two calls at once issue one code */
const issueUnlessFresh = (context: Context, trx: Trx, subject: CodeSubject) =>
  replace(context, trx, subject, freshSince(context));

/**
 * Checks a code, counting the try first: of fifty at once, five are looked at, also of one that was used and whose answer
 * may have been lost.
 * @returns the row's id, for {@link use}
 * @throws {AppError} CODE_WRONG, CODE_EXPIRED, CODE_TRIES_USED
 */
async function check(context: Context, subject: CodeSubject, code: string): Promise<string> {
  const { db, log, now, secrets } = context;
  const { rows } = await sql<{ id: string; code_hash: string; expires_at: Date }>`
    update claims.code set tries = tries + 1
    where purpose = ${subject.purpose} and address_key = any(${addressKeys(context, subject.email)}::text[])
      and visitor_id = ${subject.visitorId} and tries < ${TRIES}
    returning id, code_hash, expires_at`.execute(db);
  const row = rows[0];
  // The same work whether or not there is a row: no address is told apart by time.
  const expected = Buffer.from(row?.code_hash ?? (hashesOf(context, '', '')[0] as string), 'hex');
  const given = hashesOf(context, row?.id ?? '', code).map((hash) => Buffer.from(hash, 'hex'));
  const isEqual = given.map((hash) => timingSafeEqual(expected, hash));
  const isRight = isEqual.includes(true) && row !== undefined;
  if (!row) {
    const stale = await issued(context, subject).executeTakeFirst();
    if (!stale || stale.tries < TRIES) throw new AppError('CODE_WRONG');
    // R2: a refusal that counts says when it ends. A new code, asked for at once, begins anew.
    const leftMs = stale.expires_at.getTime() - now().getTime();
    throw new AppError('CODE_TRIES_USED', { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) });
  }
  if (row.expires_at <= now()) throw new AppError('CODE_EXPIRED');
  if (!isRight) {
    log.warn({ event: 'code-refused', kind: subject.purpose, ...whoseTry(secrets, subject.email) }, 'code refused');
    throw new AppError('CODE_WRONG');
  }
  return row.id;
}

/** Gives a try back that was right, for a check that does not use the code up. @throws {AppError} CODE_WRONG when it was used */
async function returnTry({ db }: Context, id: string): Promise<void> {
  const { rows } = await sql`
    update claims.code set tries = greatest(tries - 1, 0) where id = ${id} and used_at is null returning id`.execute(
    db,
  );
  if (rows.length === 0) throw new AppError('CODE_WRONG', { details: { reason: 'used' } });
}

/** Uses a checked code up, in the transaction of what it allows. @returns false when it was used before, by this browser */
async function useOnce({ now }: Context, trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('code')
    .set({ used_at: now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** As {@link useOnce}. @throws {AppError} CODE_WRONG when it was used before */
async function use(context: Context, trx: Trx, id: string): Promise<void> {
  if (!(await useOnce(context, trx, id))) throw new AppError('CODE_WRONG', { details: { reason: 'used' } });
}

/**
 * Ends what a code that was used signed in, whose answer was lost: it leads in again in its place.
 * @throws {AppError} CODE_WRONG when that was ended already: whoever signs out has used the code up
 */
async function endSignInOf(trx: Trx, id: string, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from claims.user_session s using claims.code c
    where c.id = ${id} and s.user_id = ${userId} and s.visitor_id = c.visitor_id and s.created_at >= c.used_at`.execute(
    trx,
  );
  if (!numAffectedRows) throw new AppError('CODE_WRONG', { details: { reason: 'used' } });
}

/** Whether this browser was given a code for this address lately, used or not: it proved the password then. */
const wasIssued = async (context: Context, subject: CodeSubject): Promise<boolean> =>
  (await issued(context, subject).executeTakeFirst()) !== undefined;

/** The address this browser has a code under way for. */
async function underWay(context: Context, purpose: CodePurpose, visitorId: string): Promise<string | null> {
  const { db, now, secrets } = context;
  const row = await db
    .selectFrom('code')
    .select('sealed')
    .where('purpose', '=', purpose)
    .where('visitor_id', '=', visitorId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', TRIES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (secrets.open('code', row.sealed) as { email: string }).email : null;
}

/**
 * Six-digit codes: ten minutes, five tries, one use, bound to purpose, address and browser, kept as a keyed digest.
 * Five tries of a million: a guess succeeds 5 times in 10^6.
 */
export const createCodes = (platform: Platform, pick = () => randomInt(1_000_000)) => ({
  ...bound(
    { ...platform, pick },
    { assertMaySend, issue, isFresh, issueUnlessFresh, check, returnTry, useOnce, use, wasIssued, underWay },
  ),
  endSignInOf,
});
