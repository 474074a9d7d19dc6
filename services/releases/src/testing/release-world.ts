import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { createDatabase } from '@redress/database';
import { createTestDatabase, hashOfFolder } from '@redress/database/testing';
import { signBuild } from '@redress/release-client/publish';
import type { ChangeOptions, ChannelChange } from '../channels/channel-change.ts';
import type { Channels } from '../channels/channels.ts';
import type { Actor } from '../http/actor.ts';
import { releaseOperations } from '../operations.ts';
import { migrateReleases, openReleaseCore, type ReleaseCore } from '../release-core.ts';
import type { ReleaseTables } from '../store/schema.ts';
import type { BuildFixture } from './builds.ts';

export const KEY_HOLDER: Actor = { name: 'key-holder', role: 'key-holder', team: null };
export const MANAGER: Actor = { name: 'release-manager', role: 'release-manager', team: null };
export const developerOf = (team: string): Actor => ({ name: `developer-${team}`, role: 'developer', team });

/** A release service of one test file: its own database, folder, keys and clock. */
export interface ReleaseWorld {
  core: ReleaseCore;
  dataDir: string;
  databaseUrl: string;
  /** Changes notified since the start, newest last. */
  changes: { change: ChannelChange; signed: SignedSnapshot }[];
  clock: { now: Date };
  pass(minutes: number): void;
  publish(build: BuildFixture, actor?: Actor): Promise<void>;
  /** Publishes and promotes these, all in one snapshot. */
  release(...builds: BuildFixture[]): Promise<number>;
  /** Nothing is promoted to production for so long, from now or from later on. */
  freeze(minutes: number, inMinutes?: number): Promise<void>;
  /** What production serves. */
  serving(): Promise<Snapshot>;
  close(): Promise<void>;
}

export const releasesTemplate = {
  key: `releases ${hashOfFolder(new URL('../store/migrations', import.meta.url))}`,
  async prepare(url: string) {
    const database = createDatabase({ url, name: 'template' });
    await migrateReleases(database.kysely<ReleaseTables>());
    await database.close();
  },
};

/** Signed with the key of its owner, which is made where there is none. */
export async function publishBuild(core: ReleaseCore, build: BuildFixture, actor: Actor = MANAGER): Promise<void> {
  const { owner } = build.descriptor;
  core.keys.addTeams([owner]);
  await core.registry.publish(
    { signed: signBuild(build.payload, core.keys.teamKey(owner)), readFile: build.readFile },
    actor,
  );
}

export async function aReleaseWorld(): Promise<ReleaseWorld> {
  const test = await createTestDatabase(releasesTemplate);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'redress-releases-'));
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const changes: ReleaseWorld['changes'] = [];
  const core = openReleaseCore(
    { dataDir },
    {
      db: test.database.kysely<ReleaseTables>(),
      now: () => clock.now,
      onChange: (change, signed) => void changes.push({ change, signed }),
    },
  );
  const publish: ReleaseWorld['publish'] = (build, actor) => publishBuild(core, build, actor);
  return {
    core,
    dataDir,
    databaseUrl: test.url,
    changes,
    clock,
    pass: (minutes) => void (clock.now = new Date(clock.now.getTime() + minutes * 60_000)),
    publish,
    async release(...builds) {
      for (const build of builds) await publish(build);
      const refs = builds.map(({ descriptor: { name, buildId } }) => ({ name, buildId }));
      return (await core.channels.promote('production', refs, MANAGER)).number;
    },
    async freeze(minutes, inMinutes = 0) {
      const [from, until] = [inMinutes, inMinutes + minutes].map((of) => new Date(clock.now.getTime() + of * 60_000));
      const window = { starts_at: from as Date, ends_at: until as Date, reason: 'year end', actor: 'm' };
      await core.db
        .insertInto('releases.freeze')
        .values({ channel: 'production', ...window })
        .execute();
    },
    serving: async () => JSON.parse((await core.channels.current('production'))!.signed.payload) as Snapshot,
    async close() {
      await test.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A release service for each test of a file. @param served - in one snapshot @param published - and served to nobody */
export function useReleaseWorld(
  served: readonly BuildFixture[] = [],
  published: readonly BuildFixture[] = [],
): ReleaseWorld {
  const world = {} as ReleaseWorld;
  beforeEach(async () => {
    Object.assign(world, await aReleaseWorld());
    if (served.length > 0) await world.release(...served);
    for (const build of published) await world.publish(build);
  });
  afterEach(() => world.close());
  return world;
}

/** Every call, as a program without sites answers it. */
export const operationsOf = (core: ReleaseCore) =>
  releaseOperations(core, { served: (channel) => Promise.resolve({ channel, number: null, sites: [] }) });

/** Rolls one remote back. @returns with its move */
export async function rollBackOne(
  channels: Channels,
  channel: string,
  remote: string,
  actor: Actor,
  { to, ...options }: ChangeOptions & { to?: string | undefined },
) {
  const { moves, ...released } = await channels.rollBack(channel, { remotes: [{ remote, to }] }, actor, options);
  return { ...released, ...moves[0] };
}
