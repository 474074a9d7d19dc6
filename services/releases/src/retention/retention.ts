import type { CollectableBuild, RetentionReport } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import { contentKey, copyKeys, descriptorKey } from '../blobs/build-files.ts';
import { bound } from '@redress/server/bound';
import type { CoreParts } from '../core-parts.ts';
import type { Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRows, putRow, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, Trx } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { DAY_MS } from './limits.ts';
import { ownStore } from './store-lock.ts';

/** A build that served, or was published, within this time keeps its files. */
const KEPT_MS = 30 * DAY_MS;
/** Of every remote on every channel: the build that serves and the good ones before it, however long ago. */
const GOOD_BUILDS = 4;
/** Builds taken in one run; the next run takes on. */
const AT_ONCE = 500;

interface Context extends Pick<CoreParts, 'db' | 'blobs' | 'now'> {
  log: (message: string) => void;
}
type Build = { name: string; buildId: string };

const before = (now: () => Date, ms: number) => new Date(now().getTime() - ms);

const uploadsToGo = ({ now }: Context, db: Db) =>
  db.selectFrom('releases.upload').select(['integrity', 'bytes']).where('at', '<', before(now, DAY_MS)).execute();

/** Of the files of these builds, or uploads: those that no kept build needs and that were not just uploaded. */
async function removeUnneeded({ blobs, now }: Context, trx: Trx, integrities: readonly string[]): Promise<void> {
  if (integrities.length === 0) return;
  const { rows } = await sql<{ integrity: string }>`
    select unnest(${integrities}::text[]) as integrity
    except select file.value ->> 'integrity'
      from releases.kept_build join releases.build b using (name, build_id),
        jsonb_each(b.payload::jsonb -> 'files') file
    except select integrity from releases.upload where at >= ${before(now, DAY_MS)}`.execute(trx);
  for (const { integrity } of rows) {
    // Copies first: a file without them is made whole again, a copy without its file would stay for ever.
    for (const key of copyKeys(integrity)) await blobs.remove(key);
    await blobs.remove(contentKey(integrity));
  }
}

/** Decides, and writes it down: from here on no channel serves these builds. */
const mark = ({ db, now }: Context, actor: Actor): Promise<CollectableBuild[]> =>
  db.transaction().execute(async (trx) => {
    // A change of a channel in progress may be about to serve one of them.
    await trx.selectFrom('releases.channel').select('name').orderBy('name').forUpdate().execute();
    const builds = await buildsToGo(trx, now());
    if (builds.length === 0) return builds;
    const row = { collected_at: now(), restored_at: null, files_removed_at: null };
    await trx
      .insertInto('releases.collected_build')
      .values(builds.map(({ name, buildId }) => ({ name, build_id: buildId, ...row })))
      .onConflict((conflict) => conflict.columns(['name', 'build_id']).doUpdateSet(row))
      .execute();
    const detail = { builds: builds.map(({ name, buildId }) => `${name}@${buildId}`) };
    await appendToLedger(trx, { actor, action: 'collect', subject: 'builds', detail, now: now() });
    return builds;
  });

async function removeFilesOfBuilds(context: Context): Promise<void> {
  const { db, blobs, now } = context;
  await db.transaction().execute(async (trx) => {
    await ownStore(trx);
    const { rows } = await sql<{ name: string; build_id: string; integrities: string[] }>`
      select c.name, c.build_id,
        array(select file.value ->> 'integrity' from jsonb_each(b.payload::jsonb -> 'files') file) as integrities
      from releases.collected_build c join releases.build b on b.name = c.name and b.build_id = c.build_id
      where c.files_removed_at is null and c.restored_at is null`.execute(trx);
    const all = [...new Set(rows.flatMap(({ integrities }) => integrities))];
    await removeUnneeded(context, trx, all);
    for (const { name, build_id: buildId } of rows) {
      await blobs.remove(descriptorKey(name, buildId));
      await changeRows(trx, 'collected_build', { name, build_id: buildId }, { files_removed_at: now() });
    }
  });
}

const removeUploads = (context: Context) =>
  context.db.transaction().execute(async (trx) => {
    await ownStore(trx);
    const expired = await uploadsToGo(context, trx);
    const integrities = expired.map(({ integrity }) => integrity);
    await removeUnneeded(context, trx, integrities);
    if (integrities.length > 0) await trx.deleteFrom('releases.upload').where('integrity', 'in', integrities).execute();
    return expired;
  });

async function pinned({ db }: Context) {
  const rows = await db
    .selectFrom('releases.pinned_build')
    .select(['name', 'build_id', 'reason', 'actor', 'created_at as at'])
    .orderBy('name')
    .orderBy('build_id')
    .execute();
  return rows.map(wire);
}

const report = async (context: Context, builds: CollectableBuild[], uploads: readonly { bytes: number }[]) => ({
  builds,
  uploads: { count: uploads.length, bytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0) },
  pinned: await pinned(context),
});

/** What a run would take away now. */
const plan = async (context: Context): Promise<RetentionReport> =>
  report(context, await buildsToGo(context.db, context.now()), await uploadsToGo(context, context.db));

/**
 * Takes away the files of builds past their time, and uploads without a build. The rows of builds stay: the ledger,
 * snapshots and `served` name them. What could not be removed is tried again by the next run.
 */
const collect = async (context: Context, actor: Actor): Promise<RetentionReport> => {
  const builds = await mark(context, actor);
  let uploads: { bytes: number }[] = [];
  try {
    await removeFilesOfBuilds(context);
    uploads = await removeUploads(context);
  } catch (error) {
    context.log(`Files of collected builds are still in the store: ${(error as Error).message}`);
  }
  return report(context, builds, uploads);
};

/** The build keeps its files until it is unpinned. @throws {ReleaseRefusal} `FILES_LOST` when they are gone */
const pin = async ({ db, now }: Context, { name, buildId }: Build, actor: Actor, reason: string) => {
  await db.transaction().execute(async (trx) => {
    await assertNotCollected(trx, name, buildId);
    const row = { reason, actor: actor.name, created_at: now() };
    await putRow(trx, 'pinned_build', { name, build_id: buildId }, row);
    await appendToLedger(trx, { actor, action: 'pin', subject: name, detail: { buildId }, reason, now: now() });
  });
};

/** @throws {ReleaseRefusal} `BUILD_UNKNOWN` when it is not pinned */
const unpin = async ({ db, now }: Context, { name, buildId }: Build, actor: Actor, reason: string) => {
  await db.transaction().execute(async (trx) => {
    if ((await removeRows(trx, 'pinned_build', { name, build_id: buildId })) === 0)
      throw new ReleaseRefusal('BUILD_UNKNOWN', `${name} ${buildId} is not pinned.`);
    await appendToLedger(trx, { actor, action: 'unpin', subject: name, detail: { buildId }, reason, now: now() });
  });
};

export const createRetention = (context: Context) => bound(context, { plan, collect, pin, unpin });
export type Retention = ReturnType<typeof createRetention>;

/** @throws {ReleaseRefusal} `FILES_LOST` when retention has taken the files of this build */
export async function assertNotCollected(db: Db, name: string, buildId: string): Promise<void> {
  const row = await rowsWith(db, 'collected_build', { name, build_id: buildId, restored_at: null }).executeTakeFirst();
  if (!row) return;
  const day = row.collected_at.toISOString().slice(0, 10);
  throw new ReleaseRefusal('FILES_LOST', `The files of ${name} ${buildId} were collected on ${day}.`);
}

/** Builds that nothing needs any more: see decision 0209. */
async function buildsToGo(db: Db, now: Date): Promise<CollectableBuild[]> {
  const cutoff = new Date(now.getTime() - KEPT_MS);
  const { rows } = await sql<{ name: string; build_id: string; version: string; published_at: Date }>`
    with recursive each_remote (channel, remote) as (
      (select channel, remote from releases.served_build order by channel, remote limit 1)
      union all
      -- From one name to the next: what each of them ever served is not read.
      select next.channel, next.remote from each_remote e cross join lateral (
        select s.channel, s.remote from releases.served_build s where (s.channel, s.remote) > (e.channel, e.remote)
        order by s.channel, s.remote limit 1) next
    ), good as (
      select best.remote as name, best.build_id from each_remote
      cross join lateral (
        select s.remote, s.build_id from releases.served_build s
        where s.channel = each_remote.channel and s.remote = each_remote.remote and s.bad_at is null
          and (s.since_kind <> 'rollout' or s.everybody_last is not null)
        order by coalesce(s.everybody_last, s.last_number) desc nulls first, s.build_id limit ${GOOD_BUILDS}) best
    ), serving as (
      select builds.key as name, build.value #>> '{}' as build_id
      from releases.channel c
      join releases.snapshot s on s.channel = c.name and s.number = c.number,
        jsonb_each(s.builds) builds, jsonb_each(builds.value) build
    ), previewed as (
      select build ->> 'name' as name, build ->> 'buildId' as build_id
      from (select (signed ->> 'payload')::jsonb as shown from releases.preview where expires_at > ${now}) p,
        lateral (
          select shown -> 'shell' as build
          union all select build.value from jsonb_each(shown -> 'remotes') remote, jsonb_each(remote.value) build
        ) builds
    ), needed as (
      select * from good union all select * from serving union all select * from previewed
      union all select name, build_id from releases.pinned_build
      union all select remote, build_id from releases.switched_off
    ), expired as (
      -- The oldest first, until there are enough: questions of one build each, and a set that is read once.
      select k.name, k.build_id, k.published_at from releases.kept_build k
      where k.published_at < ${cutoff}
        and (k.name, k.build_id) not in (select name, build_id from needed where name is not null and build_id is not null)
        and coalesce((select c.restored_at from releases.collected_build c
          where c.name = k.name and c.build_id = k.build_id) <= ${cutoff}, true)
        and coalesce((select bool_and(s.last_at <= ${cutoff}) and bool_and(s.last_at is not null)
          from releases.served_build s where s.remote = k.name and s.build_id = k.build_id), true)
      order by k.published_at limit ${AT_ONCE}
    )
    select b.name, b.build_id, b.version, b.published_at
    from expired join releases.build b using (name, build_id) order by b.published_at`.execute(db);
  return rows.map(wire);
}
