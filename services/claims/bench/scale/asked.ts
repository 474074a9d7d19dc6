import {
  getActiveSessions,
  getAlerts,
  getCases,
  getCourtDocuments,
  getFormSession,
  getUserDemands,
  getUserPayments,
  search,
  type Endpoint,
} from '@redress/contracts';
import type { Database } from '@redress/database';
import { cookieNames } from '@redress/contracts/cookies';
import { ORIGIN, type Service } from './service.ts';

/** A call of one account. `last` and `claim` are read from its rows. */
export interface Ask {
  what: string;
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  query?: (of: Account) => Record<string, string>;
}

export interface Account {
  id: string;
  cookie: string;
  /** Its claims, counted. */
  claims: number;
  /** The oldest claim that has a letter. */
  oldestClaim: string;
}

const lastPage = ({ claims }: Account, size: number) => String(Math.max(1, Math.ceil(claims / size) - 1));

/** Every list and search of the API. */
export const ASKS: readonly Ask[] = [
  { what: 'a claim', endpoint: getFormSession, query: ({ oldestClaim }) => ({ form_session_id: oldestClaim }) },
  { what: 'where claims stand', endpoint: getCases },
  { what: 'where claims stand, last page', endpoint: getCases, query: (of) => ({ page: lastPage(of, 6) }) },
  { what: 'claims', endpoint: getActiveSessions },
  { what: 'claims, last page', endpoint: getActiveSessions, query: (of) => ({ page: lastPage(of, 20) }) },
  { what: 'claims that are active', endpoint: getActiveSessions, query: () => ({ status: 'active' }) },
  { what: 'letters', endpoint: getUserDemands },
  { what: 'letters, last page', endpoint: getUserDemands, query: (of) => ({ page: lastPage(of, 25) }) },
  { what: 'letters, the page of a claim', endpoint: getUserDemands, query: (of) => ({ claim: of.oldestClaim }) },
  { what: 'court papers', endpoint: getCourtDocuments },
  { what: 'payments', endpoint: getUserPayments },
  { what: 'alerts', endpoint: getAlerts },
  { what: 'search: one word', endpoint: search, query: () => ({ q: 'kern' }) },
  { what: 'search: two words', endpoint: search, query: () => ({ q: 'ivo okafor' }) },
  { what: 'search: a word of nothing', endpoint: search, query: () => ({ q: 'zzyzx' }) },
];

/** Signs in as accounts by their numbers. */
export async function accountsOf({ claims, database }: Service, numbers: readonly number[]): Promise<Account[]> {
  const { platform } = claims;
  const names = cookieNames(ORIGIN);
  const accounts: Account[] = [];
  for (const number of numbers) {
    const { rows } = await database.pool.query<{ id: string; claims: number; oldest: string | null }>(
      `select a.id, (select count(*) from claims.form_session where user_id = a.id and deleted_at is null) as claims,
         (select form_session_id from claims.letter where user_id = a.id order by created_at limit 1) as oldest
       from (select scale.id('account', $1::bigint)::char(24) as id) a`,
      [number],
    );
    const row = rows[0];
    if (!row?.oldest) continue;
    const { token } = await platform.db
      .transaction()
      .execute((trx) => platform.sessions.create(trx, { userId: row.id, visitorId: null, label: 'scale' }));
    accounts.push({ id: row.id, claims: row.claims, oldestClaim: row.oldest, cookie: `${names.session}=${token}` });
  }
  return accounts;
}

/** @returns how long the answer took, in ms. @throws {Error} for any answer but 200 */
export async function askOnce({ app }: Service, { endpoint, query }: Ask, account: Account): Promise<number> {
  const startedAt = performance.now();
  const { statusCode, body } = await app.inject({
    method: endpoint.method as 'GET' | 'POST',
    url: endpoint.path,
    query: query?.(account) ?? {},
    headers: { cookie: account.cookie, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    ...(endpoint.method === 'POST' ? { payload: {} } : {}),
  });
  const ms = performance.now() - startedAt;
  if (statusCode !== 200) throw new Error(`${endpoint.path}: ${statusCode} ${body.slice(0, 300)}`);
  return ms;
}

/** The database's time now, by its rows: what was young when they were made is young when they are read. */
export async function readNow({ pool }: Database): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('select scale.now() as at');
  return rows[0]?.at ?? new Date();
}
