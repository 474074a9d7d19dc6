import type { BuildAbout, BuildOrigin, BuildSummary, SignedBuild } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { describeDatabaseError, isStartRefusal } from '@redress/database';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parseDescriptor } from '@redress/release-client/publish';
import { bound } from '@redress/server/bound';
import type { CoreParts } from '../core-parts.ts';
import { isSourceMap } from '../blobs/build-files.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { budgetOf, firstLoadBytes } from '../gate/gate.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { assertOwner, teamOf, withClaims } from '../keys/ownership.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { assertRoomFor } from '../retention/limits.ts';
import { sharePublishing } from '../retention/store-lock.ts';
import { changeRows, rowsWith } from '../store/rows.ts';
import type { Db, Trx } from '../store/schema.ts';
import { wire } from '../store/wire.ts';
import { measureBuild, type BuildFacts } from './facts.ts';
import { DICTIONARY_RELEASES, publishBuild, type PublishedBuild } from './publish.ts';
import { openSignedBuild, storedBuild } from './signed-build.ts';

interface Published {
  at: Date;
  by: string;
  about: BuildAbout | null;
}

/** The ledger keeps no names of people beside those who act: a commit says who wrote it. */
const toldOf = ({ origin: { author: _, message: __, ...origin }, ...about }: BuildAbout): BuildAbout => ({
  ...about,
  origin,
});

const MAX_KNOWN = 500;

interface Context extends Pick<CoreParts, 'db' | 'blobs' | 'keys' | 'now' | 'limits'> {
  /** Builds never change, and a change of a channel reads every one of them. */
  known: LRUCache<string, BuildDescriptor>;
  measured: WeakMap<BuildDescriptor, Promise<BuildFacts>>;
}

const rowOf = (db: Db, name: string, buildId: string) =>
  rowsWith(db, 'build', { name, build_id: buildId }).executeTakeFirst();

/** @returns whether it was not there yet */
async function enter(
  trx: Trx,
  { name, buildId, version, owner }: BuildDescriptor,
  payload: string,
  { at, by, about }: Published,
): Promise<boolean> {
  const row = { name, build_id: buildId, version, owner, payload, published_at: at, published_by: by };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('releases.build')
    .values({ ...row, about: about && JSON.stringify(about) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Files that visitors of a remote are likely to have: of the builds that serve, then of those published or served last. */
async function earlierFiles(trx: Trx, name: string, buildId: string) {
  const { rows } = await sql<{ files: BuildDescriptor['files'] }>`
    with served as (
      select build_id, max(coalesce(last_at, 'infinity')) as until from releases.served_build
      where remote = ${name} group by build_id
    ), latest as (
      select k.name, k.build_id, greatest(k.published_at, s.until) as until
      from releases.kept_build k left join served s using (build_id)
      where k.name = ${name} and k.build_id <> ${buildId} order by until desc limit ${DICTIONARY_RELEASES}
    )
    select payload::jsonb -> 'files' as files from latest join releases.build using (name, build_id)
    order by until desc`.execute(trx);
  return rows.map(({ files }) => files);
}

/**
 * Checks that this actor may publish this build: the owner it names is the remote's, and its team signed it.
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `OWNER_CHANGED`, `NOT_ALLOWED`, `SIGNATURE_INVALID`
 */
const open = ({ keys }: Context, signed: SignedBuild, actor: Actor): BuildDescriptor => {
  const { name, owner } = parseDescriptor(signed.payload);
  const trust = keys.trust();
  assertOwner(trust, name, owner);
  assertMayRelease(actor, teamOf(trust, name) ?? owner);
  return openSignedBuild(signed, trust);
};

function claim(keys: KeyFolder, claims: Record<string, string>): void {
  try {
    keys.amend((known) => withClaims(known, claims));
  } catch (error) {
    if (!isStartRefusal(error)) throw error;
    throw new ReleaseRefusal('OWNER_UNKNOWN', `No owner is named for ${Object.keys(claims).join(', ')}.`);
  }
}

/** Claims remotes for the owner of their first build where the trust document names none. @returns notes for the log */
const claimPublished = async ({ db, keys }: Context): Promise<string[]> => {
  const rows = await db
    .selectFrom('releases.build')
    .distinctOn('name')
    .select(['name', 'owner'])
    .orderBy('name')
    .orderBy('published_at')
    .execute();
  try {
    const { remotes } = keys.trust();
    claim(
      keys,
      Object.fromEntries(
        rows.filter(({ name }) => !Object.hasOwn(remotes, name)).map(({ name, owner }) => [name, owner]),
      ),
    );
    return [];
  } catch (error) {
    if (!isReleaseRefusal(error)) throw error;
    return [`${error.message} Only release managers can act on them. ${error.remedy}`];
  }
};

/**
 * Queries look into what builds say: one that the database cannot read would fail every call that goes through the builds.
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`
 */
const assertReadable = (db: Db, payload: string) =>
  sql`select ${payload}::jsonb`.execute(db).catch((error: unknown) => {
    if (!/^(?:22|54)/.test(describeDatabaseError(error).code ?? '')) throw error;
    throw new ReleaseRefusal('DESCRIPTOR_INVALID', 'build.json holds what no database can: NUL, or half a character.');
  });

interface Publication {
  signed: SignedBuild;
  readFile: (path: string) => Promise<Buffer | null>;
  origin?: BuildOrigin | undefined;
}

/** @see publishBuild. Publishing the same build again changes nothing. */
const publish = async (
  context: Context,
  { signed, readFile, origin = {} }: Publication,
  actor: Actor,
): Promise<PublishedBuild> => {
  const { db, blobs, keys, limits, now } = context;
  const { name, owner, buildId } = open(context, signed, actor);
  await assertReadable(db, signed.payload);
  return db.transaction().execute(async (trx) => {
    await sharePublishing(trx);
    const earlier = await earlierFiles(trx, name, buildId);
    const { descriptor } = await publishBuild({ signed, trust: keys.trust(), blobs, earlier, readFile });
    await trx
      .deleteFrom('releases.upload')
      .where(
        'integrity',
        'in',
        Object.values(descriptor.files).map(({ integrity }) => integrity),
      )
      .execute();
    const known = await rowOf(trx, name, buildId);
    if (known && known.payload !== signed.payload)
      throw new ReleaseRefusal('BUILD_EXISTS', `${name} ${buildId} is published with other contents.`);
    if (known) {
      const collected = { name, build_id: buildId, restored_at: null };
      await changeRows(trx, 'collected_build', collected, { restored_at: now() });
      return { descriptor, isNew: false };
    }
    await assertRoomFor(trx, owner, limits);
    const at = now();
    const about: BuildAbout = {
      origin,
      firstLoadBytes: firstLoadBytes(descriptor, await whileStoreAnswers(() => measureBuild(descriptor, blobs))),
      budgetBytes: budgetOf(descriptor),
      hasSourceMaps: Object.keys(descriptor.files).some(isSourceMap),
    };
    claim(keys, { [name]: owner });
    const isNew = await enter(trx, descriptor, signed.payload, { at, by: actor.name, about });
    if (!isNew) return { descriptor, isNew };
    await appendToLedger(trx, {
      actor,
      action: 'publish',
      subject: descriptor.name,
      detail: { buildId, version: descriptor.version, keyId: signed.keyId, about: toldOf(about) },
      now: at,
    });
    return { descriptor, isNew };
  });
};

/** Enters a build that the store has and the database does not. @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
const restore = async (
  { blobs, keys, now }: Context,
  trx: Trx,
  name: string,
  buildId: string,
  published: Published = { at: now(), by: 'restore', about: null },
) => {
  if (await rowOf(trx, name, buildId)) return;
  const signed = await storedBuild(blobs, name, buildId);
  if (!signed) throw new ReleaseRefusal('BUILD_UNKNOWN', `The store has no build ${buildId} of ${name}.`);
  const descriptor = openSignedBuild(signed, keys.trust());
  await enter(trx, { ...descriptor, name, buildId }, signed.payload, published);
};

/** @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
const find = async ({ db, known }: Context, name: string, buildId: string): Promise<BuildDescriptor> => {
  const key = `${name} ${buildId}`;
  const remembered = known.get(key);
  if (remembered) return remembered;
  const row = await rowOf(db, name, buildId);
  if (!row) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${buildId} of ${name}.`);
  const build = parseDescriptor(row.payload);
  known.set(key, build);
  return build;
};

/** @returns the team a remote belongs to, or `null` before its first build is published */
const ownerOf = ({ keys }: Context, name: string) => teamOf(keys.trust(), name);

/** Where it came from and what it may weigh; `null` for builds of before that was kept. */
const about = async ({ db }: Context, name: string, buildId: string) => (await rowOf(db, name, buildId))?.about ?? null;

/** What its files hold and weigh. */
const facts = ({ blobs, measured }: Context, descriptor: BuildDescriptor): Promise<BuildFacts> => {
  const facts = measured.get(descriptor) ?? whileStoreAnswers(() => measureBuild(descriptor, blobs));
  measured.set(descriptor, facts);
  // A store that was away for a moment is asked again.
  facts.catch(() => measured.delete(descriptor));
  return facts;
};

/**
 * Newest first.
 * @param page.before - `mf-wizard@0123456789ab`: builds published before it
 * @param page.ids - these alone
 */
const list = async (
  { db }: Context,
  name: string | undefined,
  { limit, before, ids }: { limit: number; before?: string | undefined; ids?: readonly string[] },
): Promise<BuildSummary[]> => {
  const [beforeName = '', beforeBuild = ''] = (before ?? '').split('@');
  const rows = await db
    .selectFrom('releases.build')
    .select(['name', 'build_id', 'version', 'owner', 'published_at', 'published_by', 'about'])
    .$if(name !== undefined, (query) => query.where('name', '=', name as string))
    .$if(ids !== undefined, (query) => query.where('build_id', '=', sql<string>`any(${ids})`))
    .$if(before !== undefined, (query) =>
      query.where(
        // Value by value: compared with a row of a question, no index is used.
        sql<boolean>`(published_at, name, build_id) < (
          (select published_at from releases.build where name = ${beforeName} and build_id = ${beforeBuild}),
          ${beforeName}, ${beforeBuild})`,
      ),
    )
    .orderBy('published_at', 'desc')
    .orderBy('name', 'desc')
    .orderBy('build_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(wire);
};

/** @returns ids of the builds with this id, beginning of an id, version, or `version-id` */
const matching = async ({ db }: Context, name: string, asked: string) => {
  // In full it is named with its remote, as a rollback and the command line write it.
  const text = asked.startsWith(`${name}@`) ? asked.slice(name.length + 1) : asked;
  const rows = await db
    .selectFrom('releases.build')
    .select('build_id')
    .where('name', '=', name)
    .where(({ or, eb, fn }) =>
      or([
        eb(fn('starts_with', ['build_id', sql.val(text)]), '=', true),
        eb('version', '=', text),
        eb(sql`version || '-' || build_id`, '=', text),
        eb(sql`version || '+' || build_id`, '=', text),
      ]),
    )
    .limit(20)
    .execute();
  return rows.map(({ build_id: buildId }) => buildId);
};

export const createBuildRegistry = (deps: Omit<Context, 'known' | 'measured'>) => {
  const context: Context = { ...deps, known: new LRUCache({ max: MAX_KNOWN }), measured: new WeakMap() };
  return bound(context, { open, ownerOf, claimPublished, publish, restore, find, about, facts, list, matching });
};
export type BuildRegistry = ReturnType<typeof createBuildRegistry>;
