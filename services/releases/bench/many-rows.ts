import { createHash } from 'node:crypto';
import type { LedgerEntry } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import type { Db } from '../src/store/schema.ts';

export const CHANNEL = 'production';
const LEDGER_BATCH = 5_000;
const ACTIONS = ['publish', 'promote', 'rollback', 'rollout', 'pin', 'freeze', 'notice-test', 'token-add'];

/** How many rows of each kind there are. */
export interface Size {
  releases: number;
  entries: number;
  reports: number;
  people: number;
}

/** Entries that follow the newest one, each with the hash of the one before: two years of acts. */
async function fillLedger(db: Db, { entries }: Size, names: readonly string[], now: Date): Promise<void> {
  const last = await db
    .selectFrom('releases.ledger')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  let previous = last.hash;
  const stepMs = (2 * 365 * 86_400_000) / entries;
  for (let from = last.seq + 1; from <= entries; from += LEDGER_BATCH) {
    const rows: { seq: number; hash: string; entry: string }[] = [];
    for (let seq = from; seq < from + LEDGER_BATCH && seq <= entries; seq += 1) {
      const builds = [0, 1].map((step) =>
        createHash('md5')
          .update(`${seq + step}`)
          .digest('hex')
          .slice(0, 12),
      );
      const entry: LedgerEntry = {
        seq,
        at: new Date(now.getTime() - (entries - seq) * stepMs).toISOString(),
        actor: `@handle${seq % 997}`,
        person: `Zoë Núñez ${seq % 997}`,
        role: 'developer',
        action: ACTIONS[seq % ACTIONS.length] as string,
        subject: `${names[seq % names.length] ?? ''} ${CHANNEL}`,
        detail: { channel: CHANNEL, moves: [{ name: names[seq % names.length], from: builds[0], to: builds[1] }] },
        reason: `The error of visitors in report ${seq} is gone with it.`,
        previous,
      };
      const text = JSON.stringify(entry);
      previous = createHash('sha256').update(text).digest('hex');
      rows.push({ seq, hash: previous, entry: text });
    }
    await db.insertInto('releases.ledger').values(rows).execute();
  }
}

/**
 * Builds and snapshots as they are after years, copied from those that are there, every build served.
 * @param names - of the remotes
 * @param most.each - builds of each of them
 */
export async function fillReleases(
  db: Db,
  names: readonly string[],
  { each, snapshots }: { each: number; snapshots: number },
): Promise<void> {
  await sql`
    insert into releases.build (name, build_id, version, owner, payload, published_at, published_by)
    select b.name, lpad(to_hex(n), 12, '0'), '0.0.' || n, b.owner, replace(b.payload, b.build_id, lpad(to_hex(n), 12, '0')),
      b.published_at - n * interval '10 minutes', 'bench'
    from releases.build b, generate_series(1, ${each}::int) n where b.name = any(${names}::text[]) and b.version = '1.0.0'`.execute(
    db,
  );
  await sql`
    insert into releases.served_build (channel, remote, build_id, first_number, first_at, since_number, since_at, since_kind,
      last_number, last_at, everybody_last)
    select ${CHANNEL}, name, build_id, -place, published_at, -place, published_at, 'promote', -place, published_at, -place
    from (select *, row_number() over (partition by name order by published_at desc) as place
      from releases.build where published_by = 'bench') old`.execute(db);
  await sql`
    insert into releases.snapshot (channel, number, key_id, signature, payload, builds, kind, actor, created_at)
    select channel, -n, key_id, signature, payload, builds, case when n % 5 = 0 then 'rollout' else 'renew' end, actor,
      created_at - n * interval '10 minutes'
    from releases.snapshot, generate_series(1, ${snapshots}::int) n where number = 1`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** All rows as they are after years, half of the builds reported of. @param names - of the remotes */
export async function fill(db: Db, size: Size, names: readonly string[], now: Date): Promise<void> {
  const { releases, reports, people } = size;
  await fillReleases(db, names, { each: Math.ceil(releases / names.length), snapshots: releases });
  await fillLedger(db, size, names, now);
  await sql`
    insert into releases.health (remote, build_id, minute, kind, sessions, events, total)
    select b.name, b.build_id, ${now}::timestamptz - m * interval '1 minute', kind, 20, 24, 24000
    from (select name, build_id from releases.build where version = '1.0.0') b,
      generate_series(1, ${Math.ceil(reports / names.length / 5)}::int) m,
      unnest(array['loaded', 'vital:LCP', 'vital:INP', 'vital:CLS', 'render-error']) kind
    on conflict do nothing`.execute(db);
  await sql`
    insert into releases.health_voice (channel, remote, build_id, voice, address_group, last_at, failed_at, vital_at, slow_at)
    select 'production', b.name, b.build_id, md5(n::text), md5((n % 5000)::text), ${now}::timestamptz - n * interval '800 ms',
      case when n % 50 = 0 then ${now}::timestamptz - n * interval '800 ms' end, ${now}::timestamptz - n * interval '800 ms', null
    from (select name, build_id, row_number() over (order by name) - 1 as place from releases.build where version = '1.0.0') b,
      generate_series(1, ${reports}::int) n where n % ${names.length} = b.place`.execute(db);
  await sql`
    insert into releases.browser_error (remote, build_id, digest, kind, message, frames, sessions, events, first_at, last_at)
    select s.remote, s.build_id, md5(n::text), 'render-error', 'Cannot read properties of undefined', '["src/list.tsx:12:5"]', n % 90,
      n % 100, ${now}::timestamptz - n * interval '12 seconds', ${now}::timestamptz - n * interval '11 seconds'
    from (select *, row_number() over (order by since_number desc) as place from releases.served_build) s,
      generate_series(1, ${reports}::int) n where s.place = 1 + n / 50`.execute(db);
  await sql`
    insert into releases.person (handle, name, name_key, role, issuer, subject, created_at)
    select 'handle' || n, 'Zoë Núñez ' || n, 'zoe nunez ' || n, 'developer', 'https://id.example.org', n::text, ${now}
    from generate_series(1, ${people}::int) n`.execute(db);
  await sql`
    insert into releases.session (hash, handle, created_at, seen_at, expires_at)
    select md5(n::text), 'handle' || (1 + n % ${people}), ${now}, ${now}, ${now}::timestamptz + interval '1 day'
    from generate_series(1, ${people * 2}::int) n`.execute(db);
  await sql`
    insert into releases.token (hash, name, role, created_at, expires_at)
    select md5('token' || n), 'token-' || n, 'developer', ${now}, ${now}::timestamptz + interval '90 days'
    from generate_series(1, ${people}::int) n`.execute(db);
  await sql`
    insert into releases.plan (channel, builds, at, needs_confirmation, expires_at, is_override, seen, actor, created_at, state)
    select ${CHANNEL}, '[]', ${now}::timestamptz - n * interval '10 minutes', false, ${now}::timestamptz - n * interval '9 minutes', false, 1,
      'bench', ${now}::timestamptz - n * interval '11 minutes', case when n % 10 = 0 then 'refused' else 'done' end
    from generate_series(1, ${releases}::int) n`.execute(db);
  await sql`
    insert into releases.notice (key, channel, kind, remote, facts, created_at)
    select 'bench ' || n, ${CHANNEL}, 'test', null, '{"actor": "bench", "reason": "bench"}', ${now}::timestamptz - n * interval '10 minutes'
    from generate_series(1, ${releases}::int) n`.execute(db);
  await sql`
    insert into releases.notice_sending (id, notice_id, kind, place, state, attempts, next_at, sent_at)
    select gen_random_uuid(), id, 'email', 'example.org', case when id % 1000 = 0 then 'dead' else 'sent' end, 1, created_at, created_at
    from releases.notice where key like 'bench %'`.execute(db);
  await sql`
    insert into releases.freeze (channel, starts_at, ends_at, reason, actor)
    select ${CHANNEL}, ${now}::timestamptz - n * interval '1 hour', ${now}::timestamptz - n * interval '50 minutes', 'bench', 'bench'
    from generate_series(1, 1000) n`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Every second session of every remote fails, all day long. */
export async function failEverywhere(db: Db): Promise<void> {
  await sql`update releases.health_voice set failed_at = last_at where hashtext(voice) % 2 = 0`.execute(db);
  await sql`vacuum analyze releases.health_voice`.execute(db);
}

/** Retention has run each day: of most builds only the rows are left. */
export async function collectMost(db: Db, now: Date): Promise<void> {
  await sql`
    insert into releases.collected_build (name, build_id, collected_at, files_removed_at)
    select name, build_id, ${now}, ${now} from releases.build
    where published_by = 'bench' and published_at < ${now}::timestamptz - interval '31 days'
      and (name, build_id) not in (select remote, build_id from releases.served_build where last_at is null)`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}
