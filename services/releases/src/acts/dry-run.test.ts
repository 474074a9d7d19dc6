import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DryRun } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import type { ReleaseRequest } from '@redress/release-client';
import { contentKey, encodedKey } from '../blobs/build-files.ts';
import type { Actor } from '../http/actor.ts';
import { dispatch } from '../http/dispatch.ts';
import { noteRefusals } from '../ledger/note-refusals.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { aRemote, aShell, developerOf, KEY_HOLDER, MANAGER, operationsOf, useReleaseWorld } from '../testing/index.ts';

const world = useReleaseWorld();
let operations: ReleaseOperations;
beforeEach(() => void (operations = operationsOf(world.core)));

const CHANNEL = 'production';
const shell = aShell();
const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const third = aRemote({ buildId: 'c3', version: '1.2.0' });
const letters = aRemote({
  name: 'mf-letters',
  buildId: '11',
  change: (build) => void (build.uses = { slots: [], links: ['/'] }),
});
const NEWER_LETTERS = aRemote({ name: 'mf-letters', buildId: '12', version: '1.1.0' });
const id = ({ descriptor }: { descriptor: { buildId: string } }) => descriptor.buildId;

const TABLES = [
  'build',
  'channel',
  'freeze',
  'hold',
  'ledger',
  'plan',
  'preview',
  'rollout',
  'served_build',
  'snapshot',
  'switched_off',
] as const;

/** Every row of the service, every file of its folder, and what it has notified. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    TABLES.map(async (table) => {
      const found = await sql<{ row: string }>`select t::text as row from ${sql.table(`releases.${table}`)} t`.execute(
        world.core.db,
      );
      return [table, found.rows.map(({ row }) => row).sort()] as const;
    }),
  );
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
  return JSON.stringify([rows, files, world.changes.length]);
}

const ask = (asked: ReleaseRequest<'dryRun'>, actor: Actor = MANAGER): Promise<DryRun> =>
  dispatch({ operations, noteRefusal: noteRefusals(world.core.db, world.core.now) }, 'dryRun', asked, () =>
    Promise.resolve(actor),
  ) as Promise<DryRun>;

/** Tries it and sees that nothing was left of it. */
async function tried(asked: ReleaseRequest<'dryRun'>, actor: Actor = MANAGER): Promise<DryRun> {
  const before = await everything();
  const answer = await ask(asked, actor);
  expect(await everything()).toBe(before);
  return answer;
}

const promoting = (build: typeof first) => ({
  call: 'promote' as const,
  builds: [{ name: 'mf-wizard', build: id(build) }],
});
const codes = ({ obstacles }: DryRun) => obstacles.map(({ code }) => code);

const rollOutThird = async () => {
  await world.publish(third);
  await world.core.channels.rollOut(CHANNEL, { remote: 'mf-wizard', buildId: id(third), percent: 10 }, MANAGER);
};

it.each<[string, () => Promise<unknown>, ReleaseRequest<'dryRun'>, Partial<DryRun>]>([
  [
    'a promotion',
    () => world.publish(third),
    { call: 'promote', builds: [{ name: 'mf-wizard', build: id(third) }] },
    { moves: [{ remote: 'mf-wizard', from: id(second), to: id(third), percent: null }] },
  ],
  [
    'a rollback',
    () => Promise.resolve(),
    { call: 'rollBack', remote: 'mf-wizard' },
    { moves: [{ remote: 'mf-wizard', from: id(second), to: id(first), percent: null }] },
  ],
  [
    'a rollback of several',
    () => world.release(NEWER_LETTERS),
    { call: 'rollBack', remotes: [{ remote: 'mf-wizard' }, { remote: 'mf-letters' }] },
    {
      moves: [
        { remote: 'mf-letters', from: id(NEWER_LETTERS), to: id(letters), percent: null },
        { remote: 'mf-wizard', from: id(second), to: id(first), percent: null },
      ],
    },
  ],
  [
    'a way back to a snapshot',
    () => world.release(third),
    { call: 'rollBack', snapshot: 1 },
    { moves: [{ remote: 'mf-wizard', from: id(third), to: id(first), percent: null }] },
  ],
  [
    'a switch off',
    () => Promise.resolve(),
    { call: 'switchOff', remote: 'mf-wizard' },
    {
      moves: [],
      switched: [{ remote: 'mf-wizard', off: true }],
      dependents: [{ remote: 'mf-wizard', by: 'mf-letters', slots: [], links: ['/'], names: [] }],
    },
  ],
  [
    'a switch on',
    () => world.core.channels.switchOff(CHANNEL, 'mf-wizard', MANAGER, { reason: 'wrong' }),
    { call: 'switchOn', remote: 'mf-wizard' },
    { switched: [{ remote: 'mf-wizard', off: false }] },
  ],
  [
    'a retirement',
    () => Promise.resolve(),
    { call: 'retire', remote: 'mf-wizard' },
    { moves: [{ remote: 'mf-wizard', from: id(second), to: null, percent: null }] },
  ],
  [
    'a rollout',
    () => world.publish(third),
    { call: 'rollOut', remote: 'mf-wizard', build: id(third), percent: 10 },
    { moves: [{ remote: 'mf-wizard', from: id(second), to: id(third), percent: 10 }] },
  ],
  [
    'the end of a rollout',
    rollOutThird,
    { call: 'changeRollout', remote: 'mf-wizard', act: 'abort' },
    { moves: [], endedRollouts: [{ remote: 'mf-wizard', buildId: id(third), percent: 10 }] },
  ],
  [
    'the promotion of a rollout',
    rollOutThird,
    { call: 'changeRollout', remote: 'mf-wizard', act: 'finish' },
    { moves: [{ remote: 'mf-wizard', from: id(second), to: id(third), percent: null }] },
  ],
  [
    'the pause of a rollout',
    rollOutThird,
    { call: 'changeRollout', remote: 'mf-wizard', act: 'pause' },
    { moves: [], endedRollouts: [] },
  ],
  [
    'a build in the place of another remote',
    () =>
      world.publish(
        aRemote({
          name: 'mf-claim',
          buildId: 'd4',
          owner: 'team-wizard',
          change: ({ config }) => (config.routes[0]!.path = '/'),
        }),
      ),
    { call: 'promote', builds: [{ name: 'mf-claim', build: 'd4' }], retire: 'mf-wizard' },
    {
      moves: [
        { remote: 'mf-claim', from: null, to: 'd4'.padEnd(12, '0'), percent: null },
        { remote: 'mf-wizard', from: id(second), to: null, percent: null },
      ],
    },
  ],
])('says what %s would come to, and keeps nothing of it', async (_what, given, asked, expected) => {
  await world.release(shell, first, letters);
  await world.release(second);
  await given();
  const answer = await tried(asked);
  expect(answer).toMatchObject({ channel: CHANNEL, outcome: 'done', obstacles: [], confirmWithinMinutes: null });
  expect(answer).toMatchObject(expected);
  // The act itself does what was said, on the snapshot that was named.
  const { call, ...input } = asked;
  const act = operations[call] as (input: object, actor: Actor) => Promise<{ number: number }>;
  await act({ channel: CHANNEL, reason: 'as tried', seen: answer.number, ...input }, MANAGER);
  const { remotes } = await operations.status({ channel: CHANNEL }, MANAGER);
  expect(remotes.map(({ name, buildId, off }) => ({ name, buildId, off: off !== null }))).toEqual(
    answer.serves.map(({ name, buildId, off }) => ({ name, buildId, off })),
  );
});

it('names everything that stands in the way at once, each with its remedy', async () => {
  await world.release(shell, first, letters);
  const bad = aRemote({
    buildId: 'e5',
    change: (build) => {
      build.contracts = '^9.0.0';
      build.config.routes = [];
    },
  });
  await world.publish(bad);
  const window = { from: '2026-03-01T11:00:00.000Z', until: '2026-03-01T13:00:00.000Z' };
  await operations.freeze({ channel: CHANNEL, ...window, reason: 'year end' }, MANAGER);
  const asked = promoting(bad);
  const answer = await tried(asked);
  expect(answer.outcome).toBe('refused');
  expect(codes(answer)).toEqual(['FROZEN', 'ROUTE_REMOVED', 'CONTRACTS_RANGE']);
  expect(answer.obstacles.every(({ remedy, canBeOverridden }) => remedy !== '' && canBeOverridden)).toBe(true);
  expect((await tried({ ...asked, override: true })).outcome).toBe('done');
  const byDeveloper = await tried({ ...asked, override: true }, developerOf('team-wizard'));
  expect(codes(byDeveloper)).toContain('NOT_ALLOWED');
  expect(byDeveloper.outcome).toBe('refused');
});

it('asks for another person where two promote, and is refused a token of none', async () => {
  await world.release(shell, first);
  await world.publish(second);
  await operations.changeChannel({ channel: CHANNEL, reason: 'audit', secondPersonMinutes: 60 }, KEY_HOLDER);
  const asked = promoting(second);
  expect(codes(await tried(asked))).toEqual(['NOT_ALLOWED']);
  const ann: Actor = { name: 'ann', role: 'release-manager', team: null, person: 'Ann Lee' };
  expect(await tried(asked, ann)).toMatchObject({ outcome: 'waits', confirmWithinMinutes: 60, obstacles: [] });
});

it('refuses in the act’s own words, and writes none of it down', async () => {
  await world.release(shell, first, letters);
  expect(codes(await tried({ call: 'rollBack', remote: 'mf-wizard' }))).toEqual(['NOTHING_BEFORE']);
  expect(codes(await tried({ call: 'switchOff', remote: 'mf-none' }))).toEqual(['REMOTE_UNKNOWN']);
  expect(codes(await tried({ call: 'switchOff', remote: 'mf-wizard' }, developerOf('team-letters')))).toEqual([
    'NOT_ALLOWED',
  ]);
  expect(codes(await tried({ call: 'switchOff', channel: 'no-such', remote: 'mf-wizard' }))).toEqual([
    'CHANNEL_UNKNOWN',
  ]);
  const before = await everything();
  const reader: Actor = { name: 'reader', role: 'reader', team: null };
  await expect(ask({ call: 'retire', remote: 'mf-wizard' }, reader)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect(await everything()).toBe(before);
});

it('says who changed the remote since it was looked at', async () => {
  await world.release(shell, first, letters);
  const { number } = await operations.status({ channel: CHANNEL }, MANAGER);
  await world.release(second);
  const answer = await tried({ call: 'switchOff', remote: 'mf-wizard', seen: number });
  expect(codes(answer)).toEqual(['CHANGED_MEANWHILE']);
  expect(answer.number).toBe(number + 1);
});

it('finds files that the store has lost, and repairs none', async () => {
  const text = 'self.page=1;'.repeat(200);
  const large = aRemote({ buildId: 'f6', files: { ...first.files, 'lifecycles.js': text } });
  await world.release(shell, large, letters);
  await world.release(second);
  const { integrity } = large.descriptor.files['lifecycles.js']!;
  const copy = encodedKey(integrity, 'br').split('/').at(-1)!;
  const found = readdirSync(world.dataDir, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(copy));
  rmSync(path.join(world.dataDir, found!));
  expect((await tried({ call: 'rollBack', remote: 'mf-wizard' })).outcome).toBe('done');
  await world.core.blobs.replace(contentKey(integrity), Buffer.from('other'));
  const answer = await tried({ call: 'rollBack', remote: 'mf-wizard' });
  expect(answer.obstacles).toMatchObject([{ code: 'FILES_LOST', canBeOverridden: false }]);
});

it('makes no act wait: a lock of the channel is not asked for', async () => {
  await world.release(shell, first, letters);
  await world.release(second);
  await world.core.db.transaction().execute(async (trx) => {
    await sql`select * from releases.channel where name = ${CHANNEL} for update`.execute(trx);
    expect((await ask({ call: 'rollBack', remote: 'mf-wizard' })).outcome).toBe('done');
  });
});
