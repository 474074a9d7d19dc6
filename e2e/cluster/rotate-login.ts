import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../support/database.ts';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { putSecrets } from './secret-files.ts';

/** Connections that were open with the login before end by then: of a pool after 30 s unused, of the job queue after 60 s. */
const END_LIMIT_MS = 100_000;

/** Sessions of the product by login. */
const OF_PRODUCT = `select usename as login, count(*)::int as sessions, string_agg(distinct application_name, ', ') as names
  from pg_stat_activity where application_name like 'redress-%' group by 1`;

/**
 * Two further logins one after the other; the first of them is then closed, and its last sessions (those that listen) are ended.
 * At the end the owner's login is in use again.
 */
export async function changeLogin({
  layout,
  places,
}: RunningCluster): Promise<{ measured: string; isReached: boolean }> {
  const member = layout.members.find(({ role }) => role === 'claims');
  const owner = new URL(member?.environment['DATABASE_URL'] ?? '');
  const asOwner = <Row extends object>(sql: string, values: unknown[] = []) => ask<Row>(owner.href, sql, values);
  const use = async (login: string, password: string) => {
    // Both: workers and what listens go past a pooler.
    const urls = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) => {
      const given = member?.environment[name];
      return given ? [[name, Object.assign(new URL(given), { username: login, password }).href] as const] : [];
    });
    await putSecrets(places.secrets, Object.fromEntries(urls));
  };
  const others = async (login: string) => {
    const rows = await asOwner<{ login: string; sessions: number; names: string }>(OF_PRODUCT);
    return rows.filter((row) => row.login !== login);
  };
  /** Waits until no pooled connection has another login, then ends what listens with one. */
  const until = async (login: string): Promise<string | null> => {
    const limit = Date.now() + END_LIMIT_MS;
    let left = await others(login);
    for (; Date.now() < limit && left.length > 0; left = await others(login)) await wait(500);
    if (left.length === 0) return null;
    await asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'redress-%' and usename <> $1`,
      [login],
    );
    await wait(5_000);
    const after = await others(login);
    return after.length === 0 ? null : after.map(({ names, sessions }) => `${sessions} of ${names}`).join('; ');
  };
  const [first, second] = ['redress_one', 'redress_two'] as const;
  for (const login of [first, second]) {
    const password = randomBytes(16).toString('hex');
    await asOwner(`do $$ begin create role ${login}; exception when duplicate_object then null; end $$`);
    await asOwner(`alter role ${login} login password '${password}'`);
    await asOwner(`grant ${owner.username} to ${login}`);
    await use(login, password);
    const left = await until(login);
    if (left !== null) return { measured: `${login}: still with the login before: ${left}`, isReached: false };
    if (login === second) await asOwner(`alter role ${first} nologin`);
  }
  // Closed: what connects from here on proves that it is not needed.
  await wait(5_000);
  await use(owner.username, owner.password);
  const left = await until(owner.username);
  await asOwner(`alter role ${second} nologin`);
  return { measured: left ?? 'every session has the new login', isReached: left === null };
}
