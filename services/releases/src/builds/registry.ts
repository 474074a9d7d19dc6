import type { BuildAbout, BuildOrigin, BuildSummary, SignedBuild } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { isStartRefusal } from '@redress/database';
import { sql, type Kysely, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parseDescriptor } from '@redress/release-client/publish';
import { bound, type InContext } from '../bound.ts';
import type { CoreParts } from '../core-parts.ts';
import { descriptorKey, isSourceMap } from '../blobs/build-files.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { budgetOf, DEFAULT_BUDGETS, firstLoadBytes } from '../gate/gate.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { assertOwner, teamOf, withClaims } from '../keys/ownership.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { assertRoomFor, DEFAULT_TEAM_LIMITS } from '../retention/limits.ts';
import { sharePublishing } from '../retention/store-lock.ts';
import type { ReleaseTables } from '../store/schema.ts';
import { measureBuild, type BuildFacts } from './facts.ts';
import { publishBuild, type PublishedBuild } from './publish.ts';
import { openSignedBuild } from './signed-build.ts';

interface Published {
  at: Date;
  by: string;
  about: BuildAbout | null;
}

export interface BuildRegistry {
  /** @see publishBuild. Publishing the same build again changes nothing. */
  publish(
    build: {
      signed: SignedBuild;
      readFile: (path: string) => Promise<Buffer | null>;
      origin?: BuildOrigin | undefined;
    },
    actor: Actor,
  ): Promise<PublishedBuild>;
  /**
   * Checks that this actor may publish this build: the owner it names is the remote's, and its team signed it.
   * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `OWNER_CHANGED`, `NOT_ALLOWED`, `SIGNATURE_INVALID`
   */
  open(signed: SignedBuild, actor: Actor): BuildDescriptor;
  /** @returns the team a remote belongs to, or `null` before its first build is published */
  ownerOf(name: string): string | null;
  /** Claims remotes for the owner of their first build where the trust document names none. @returns notes for the log */
  claimPublished(): Promise<string[]>;
  /** Enters a build that the store has and the database does not. @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
  restore(trx: Transaction<ReleaseTables>, name: string, buildId: string, published?: Published): Promise<void>;
  /** @throws {ReleaseRefusal} `BUILD_UNKNOWN` */
  find(name: string, buildId: string): Promise<BuildDescriptor>;
  /** Where it came from and what it may weigh; `null` for builds of before that was kept. */
  about(name: string, buildId: string): Promise<BuildAbout | null>;
  /** What its files hold and weigh. */
  facts(descriptor: BuildDescriptor): Promise<BuildFacts>;
  /** Newest first. @param page.before - `mf-wizard@0123456789ab`: builds published before it */
  list(name: string | undefined, page: { limit: number; before?: string | undefined }): Promise<BuildSummary[]>;
  /** @returns ids of the builds with this id, beginning of an id, version, or `version-id` */
  matching(name: string, text: string): Promise<string[]>;
}

/** The ledger keeps no names of people beside those who act: a commit says who wrote it. */
const toldOf = ({ origin: { author: _, message: __, ...origin }, ...about }: BuildAbout): BuildAbout => ({
  ...about,
  origin,
});

const MAX_KNOWN = 500;

interface Context extends Pick<CoreParts, 'db' | 'blobs' | 'keys' | 'now' | 'limits' | 'budgets'> {
  /** Builds never change, and a change of a channel reads every one of them. */
  known: LRUCache<string, BuildDescriptor>;
  measured: WeakMap<BuildDescriptor, Promise<BuildFacts>>;
}
type Call<K extends keyof BuildRegistry> = InContext<Context, BuildRegistry[K]>;

const rowOf = (db: Kysely<ReleaseTables>, name: string, buildId: string) =>
  db
    .selectFrom('releases.build')
    .selectAll()
    .where('name', '=', name)
    .where('build_id', '=', buildId)
    .executeTakeFirst();

/** @returns whether it was not there yet */
async function enter(
  trx: Transaction<ReleaseTables>,
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

const open: Call<'open'> = ({ keys }, signed, actor) => {
  const { name, owner } = parseDescriptor(signed.payload);
  const trust = keys.trust();
  assertOwner(trust, name, owner);
  assertMayRelease(actor, teamOf(trust, name) ?? owner);
  return openSignedBuild(signed, trust);
};

function claim(keys: KeyFolder, claims: Record<string, string>): void {
  const trust = keys.trust();
  if (Object.keys(claims).every((name) => Object.hasOwn(trust.remotes, name))) return;
  try {
    keys.amend((known) => withClaims(known, claims));
  } catch (error) {
    if (!isStartRefusal(error)) throw error;
    throw new ReleaseRefusal('OWNER_UNKNOWN', `No owner is named for ${Object.keys(claims).join(', ')}.`);
  }
}

const claimPublished: Call<'claimPublished'> = async ({ db, keys }) => {
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

const publish: Call<'publish'> = async (context, { signed, readFile, origin = {} }, actor) => {
  const { db, blobs, keys, limits, budgets, now } = context;
  const { name, owner } = open(context, signed, actor);
  claim(keys, { [name]: owner });
  return db.transaction().execute(async (trx) => {
    await sharePublishing(trx);
    const { descriptor } = await publishBuild({ signed, trust: keys.trust(), blobs, readFile });
    const { buildId } = descriptor;
    await trx
      .deleteFrom('releases.upload')
      .where(
        'integrity',
        'in',
        Object.values(descriptor.files).map(({ integrity }) => integrity),
      )
      .execute();
    const known = await rowOf(trx, name, buildId);
    if (known && known.payload !== signed.payload) {
      throw new ReleaseRefusal('BUILD_EXISTS', `${name} ${buildId} is published with other contents.`);
    }
    if (known) {
      await trx
        .updateTable('releases.collected_build')
        .set({ restored_at: now() })
        .where('name', '=', name)
        .where('build_id', '=', buildId)
        .where('restored_at', 'is', null)
        .execute();
      return { descriptor, isNew: false };
    }
    await assertRoomFor(trx, owner, limits);
    const at = now();
    const about: BuildAbout = {
      origin,
      firstLoadBytes: firstLoadBytes(descriptor, await whileStoreAnswers(() => measureBuild(descriptor, blobs))),
      budgetBytes: budgetOf(descriptor, budgets),
      hasSourceMaps: Object.keys(descriptor.files).some(isSourceMap),
    };
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

const restore: Call<'restore'> = async (
  { blobs, keys, now },
  trx,
  name,
  buildId,
  published = { at: now(), by: 'restore', about: null },
) => {
  if (await rowOf(trx, name, buildId)) return;
  const stored = await blobs.get(descriptorKey(name, buildId));
  if (!stored) throw new ReleaseRefusal('BUILD_UNKNOWN', `The store has no build ${buildId} of ${name}.`);
  const signed = JSON.parse(stored.toString('utf8')) as SignedBuild;
  const descriptor = openSignedBuild(signed, keys.trust());
  await enter(trx, { ...descriptor, name, buildId }, signed.payload, published);
};

const find: Call<'find'> = async ({ db, known }, name, buildId) => {
  const key = `${name} ${buildId}`;
  const remembered = known.get(key);
  if (remembered) return remembered;
  const row = await rowOf(db, name, buildId);
  if (!row) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${buildId} of ${name}.`);
  const build = parseDescriptor(row.payload);
  known.set(key, build);
  return build;
};

const ownerOf: Call<'ownerOf'> = ({ keys }, name) => teamOf(keys.trust(), name);

const about: Call<'about'> = async ({ db }, name, buildId) => (await rowOf(db, name, buildId))?.about ?? null;

const facts: Call<'facts'> = ({ blobs, measured }, descriptor) => {
  const facts = measured.get(descriptor) ?? whileStoreAnswers(() => measureBuild(descriptor, blobs));
  measured.set(descriptor, facts);
  // A store that was away for a moment is asked again.
  facts.catch(() => measured.delete(descriptor));
  return facts;
};

const list: Call<'list'> = async ({ db }, name, { limit, before }) => {
  const [beforeName = '', beforeBuild = ''] = (before ?? '').split('@');
  const rows = await db
    .selectFrom('releases.build')
    .select(['name', 'build_id', 'version', 'owner', 'published_at', 'published_by', 'about'])
    .$if(name !== undefined, (query) => query.where('name', '=', name as string))
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
  return rows.map((row) => ({
    name: row.name,
    buildId: row.build_id,
    version: row.version,
    owner: row.owner,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by,
    about: row.about,
  }));
};

const matching: Call<'matching'> = async ({ db }, name, asked) => {
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

export const createBuildRegistry = (
  deps: Pick<Context, 'db' | 'blobs' | 'keys' | 'now'> & Partial<Pick<Context, 'limits' | 'budgets'>>,
): BuildRegistry => {
  const memory = { known: new LRUCache<string, BuildDescriptor>({ max: MAX_KNOWN }), measured: new WeakMap() };
  const context: Context = { limits: DEFAULT_TEAM_LIMITS, budgets: DEFAULT_BUDGETS, ...deps, ...memory };
  return bound(context, { open, ownerOf, claimPublished, publish, restore, find, about, facts, list, matching });
};
