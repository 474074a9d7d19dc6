import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isPassingFailure } from '@redress/database';
import { isTimeZone } from '@redress/domain';
import { sql, type Generated } from 'kysely';
import { bound } from '@redress/server/bound';
import type { ClaimsConfig } from './config.ts';
import type { Db, Trx } from './database.ts';
import type { Secrets } from './secrets.ts';

export interface UserSessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the cookie's 256 random bits: whoever reads this table cannot sign in with it. */
  token_hash: string;
  /** Digest of the browser's visitor cookie at sign-in. */
  visitor_id: string | null;
  /** Browser and system, as people call them. */
  label: string;
  /** The zone its browser last named. */
  time_zone: Generated<string | null>;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
}

declare module './tables.ts' {
  interface Tables {
    user_session: UserSessionTable;
  }
}

export interface SessionRecord {
  id: string;
  userId: string;
  tokenHash: string;
  /** When the person last proved who they are: at sign-in, or when the session was renewed after a proof. */
  createdAt: Date;
  timeZone: string | null;
  /** It was found in use after minutes without; what is renewed while somebody uses the site is renewed then. */
  isTouched?: boolean;
}

/** How stale `last_seen_at` may be: writing it on every request would double the queries of the cheapest call. */
const TOUCH_AFTER_MS = 5 * 60_000;
/** A call waits for it this long at most. */
const TOUCH_LIMIT_MS = 200;
/** Each that hangs has a connection that others need. */
const MOST_TOUCHING = 4;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
export const isToken = (value: string | null): value is string => value !== null && TOKEN.test(value);

export interface SessionsDeps {
  db: Db;
  now: () => Date;
  newId: () => string;
  secrets: Secrets;
  config: ClaimsConfig;
}

export type Sessions = ReturnType<typeof createSessions>;

interface Context extends SessionsDeps {
  /** How many sessions are being noted as used. */
  touching: number;
}

const idleMs = ({ config }: Context) => config.session.idleMinutes * 60_000;
const newToken = () => randomBytes(32).toString('base64url');

/**
 * Notes that a session is used. Who only looks at something is answered also while the database takes no writes: this is then
 * left to the next call.
 */
async function touch(context: Context, id: string, at: Date): Promise<void> {
  if (context.touching >= MOST_TOUCHING) return;
  context.touching += 1;
  const done = context.db
    .updateTable('user_session')
    .set({ last_seen_at: at })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (!isPassingFailure(error)) throw error;
    })
    .finally(() => (context.touching -= 1));
  // What fails later has nobody to tell.
  done.catch(() => {});
  const over = new AbortController();
  await Promise.race([done, wait(TOUCH_LIMIT_MS, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/** @returns the cookie's token; only its hash is kept */
async function create(
  context: Context,
  trx: Trx,
  { userId, visitorId, label }: { userId: string; visitorId: string | null; label: string },
): Promise<{ token: string; session: SessionRecord }> {
  const { now, newId, config } = context;
  const token = newToken();
  const at = now();
  const session = { id: newId(), userId, tokenHash: tokenHash(token), createdAt: at, timeZone: null };
  await trx
    .insertInto('user_session')
    .values({
      id: session.id,
      user_id: userId,
      token_hash: session.tokenHash,
      visitor_id: visitorId,
      label,
      created_at: at,
      last_seen_at: at,
      ends_at: new Date(at.getTime() + config.session.absoluteMinutes * 60_000),
    })
    .execute();
  return { token, session };
}

/** The session of a cookie, unless it ended, idled out, or never was. */
async function find(context: Context, token: string | null): Promise<SessionRecord | null> {
  if (!isToken(token)) return null;
  const at = context.now();
  // Written out: every call asks this, and building it anew cost as much as asking it.
  const { rows } = await sql<SessionRecord & { lastSeenAt: Date }>`
    select id, user_id as "userId", token_hash as "tokenHash", created_at as "createdAt", last_seen_at as "lastSeenAt",
      time_zone as "timeZone" from claims.user_session
    where token_hash = ${tokenHash(token)} and ends_at > ${at}
      and last_seen_at > ${new Date(at.getTime() - idleMs(context))}`.execute(context.db);
  if (!rows[0]) return null;
  const { lastSeenAt, ...session } = rows[0];
  const isTouched = at.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS;
  if (isTouched) await touch(context, session.id, at);
  return { ...session, isTouched };
}

/** Keeps the zone a browser named, for its session and its owner; only when it is another one than before. */
async function keepTimeZone({ db }: Context, session: SessionRecord, named: string): Promise<void> {
  if (named === session.timeZone || !isTimeZone(named)) return;
  await db.updateTable('user_session').set({ time_zone: named }).where('id', '=', session.id).execute();
  await db.updateTable('account').set({ time_zone: named }).where('id', '=', session.userId).execute();
}

async function end(trx: Trx, sessionId: string): Promise<void> {
  await trx.deleteFrom('user_session').where('id', '=', sessionId).execute();
}

/** One session of a person, by its id in the list of devices. @returns 1, or 0 when it is not theirs */
async function endOwn(trx: Trx, userId: string, sessionId: string): Promise<number> {
  const query = trx.deleteFrom('user_session').where('user_id', '=', userId).where('id', '=', sessionId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** @returns how many were ended */
async function endAll(trx: Trx, userId: string, { except }: { except?: string } = {}): Promise<number> {
  let query = trx.deleteFrom('user_session').where('user_id', '=', userId);
  if (except) query = query.where('id', '!=', except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

function list(context: Context, userId: string) {
  const at = context.now();
  return context.db
    .selectFrom('user_session')
    .select(['id', 'label', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', at)
    .where('last_seen_at', '>', new Date(at.getTime() - idleMs(context)))
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

function csrfToken(context: Context, session: SessionRecord): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nonce}.${context.secrets.digest('csrf', session.tokenHash, nonce)}`;
}

function isCsrfToken({ secrets }: Context, session: SessionRecord, token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const [nonce, mac, ...rest] = token.split('.');
  if (!nonce || !mac || rest.length > 0) return false;
  return secrets.isDigest(mac, 'csrf', session.tokenHash, nonce);
}

export const createSessions = (deps: SessionsDeps) => ({
  ...bound({ ...deps, touching: 0 }, { newToken, create, find, keepTimeZone, list, csrfToken, isCsrfToken }),
  end,
  endOwn,
  endAll,
});
