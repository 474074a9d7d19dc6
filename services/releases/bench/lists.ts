/**
 * `npm run bench:release-lists`: what every list and search of the console takes among 100,000 releases, ledger entries,
 * reports, errors, notices and promotions, with the plans of the slowest statements. `--proof` writes its part of
 * docs/proof.md.
 */
import { createDatabase, withMigrationDatabase } from '@redress/database';
import { recordStatements, type Plan } from '@redress/database/testing';
import { openProof, percentile, postgres, proofStatements, proofTable, proofWanted } from '@redress/tools/proof';
import type { ReleaseInputOf, ReleaseEndpoints, ReleaseEndpointName } from '@redress/contracts/release-api';
import { releaseOperations } from '../src/operations.ts';
import { openReleaseCore } from '../src/release-core.ts';
import type { Db, ReleaseTables } from '../src/store/schema.ts';
import { aReleaseWorld, aRemote, aShell, MANAGER } from '../src/testing/index.ts';
import { CHANNEL, collectMost, failEverywhere, fill } from './many-rows.ts';

const SIZE = { releases: 100_000, entries: 100_000, reports: 100_000, people: 1_000 };
const TIMES = 50;
/** No list: it reads every entry, in pages, and is asked once in five minutes. */
const CHAIN = 'the check of the whole ledger';
const LIMIT_MS = 150;
const NAMES = ['mf-account', 'mf-checkout', 'mf-letters', 'mf-wizard'];

const say = (line: string) => void process.stdout.write(`${line}\n`);
const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const world = await aReleaseWorld();
const [remote = ''] = NAMES;
await world.release(
  aShell(),
  ...NAMES.map((name) => aRemote({ name, owner: 'team-wizard', buildId: 'a1', version: '1.0.0' })),
);
const fillingSince = performance.now();
await withMigrationDatabase(world.databaseUrl, (db) => fill(db as Db, SIZE, NAMES, world.clock.now));
say(`filled in ${((performance.now() - fillingSince) / 1_000).toFixed(0)} s`);

const database = createDatabase({ url: world.databaseUrl, name: 'release-lists' });
const statements = recordStatements(database);
const db = database.kysely<ReleaseTables>();
const now = () => world.clock.now;
const core = openReleaseCore({ dataDir: world.dataDir }, { db, now });
const operations = releaseOperations(core, {
  served: (channel) => Promise.resolve({ channel, number: 1, sites: [] }),
});

const middle = { builds: `${remote}@${(10_000).toString(16).padStart(12, '0')}`, ledger: 50_000, history: -50_000 };
type Ask = {
  [N in ReleaseEndpointName]: [what: string, name: N, input: ReleaseInputOf<ReleaseEndpoints[N]>];
}[ReleaseEndpointName];
const page = { limit: 50 };
const of = { channel: CHANNEL };
const sought = (more: object) => ({ ...page, ...more });
const ASKS: readonly Ask[] = [
  ['overview', 'overview', {}],
  ['status', 'status', of],
  ['dependents', 'dependents', { ...of, remote }],
  ['history', 'history', { ...of, ...page }],
  ['history, from the middle', 'history', { ...of, ...page, before: middle.history }],
  ['a remote, 24 hours', 'remoteHistory', { ...of, remote, hours: 24 }],
  ['builds', 'builds', page],
  ['builds, from the middle', 'builds', { ...page, before: middle.builds }],
  ['builds of a remote', 'builds', { ...page, name: remote }],
  ['builds that served', 'servedBuilds', { ...of, ...page, remote }],
  [
    'builds that served, from the middle',
    'servedBuilds',
    { ...of, ...page, remote, before: middle.builds.split('@')[1] },
  ],
  ['ledger', 'ledger', page],
  ['ledger, from the middle', 'ledger', sought({ before: middle.ledger })],
  ['ledger: who', 'ledger', sought({ who: 'handle17' })],
  ['ledger: who, by nobody', 'ledger', sought({ who: 'nobody' })],
  ['ledger: what', 'ledger', sought({ what: 'rollback' })],
  ['ledger: a remote', 'ledger', sought({ remote })],
  ['ledger: a remote that is not there', 'ledger', sought({ remote: 'mf-nothing' })],
  ['ledger: words', 'ledger', sought({ text: 'report 4711' })],
  ['ledger: words of nothing', 'ledger', sought({ text: 'zzyzx' })],
  ['ledger: a day', 'ledger', sought({ from: '2025-03-01T00:00:00Z', until: '2025-03-02T00:00:00Z' })],
  [CHAIN, 'verifyLedger', {}],
  ['errors', 'errors', page],
  ['errors of a remote', 'errors', { ...page, remote }],
  ['errors of a build', 'errors', { ...page, remote, build: 'a1' }],
  ['promotions', 'plans', { ...of, ...page }],
  ['notices', 'notices', { ...of, ...page }],
  ['people', 'people', {}],
  ['tokens', 'tokens', {}],
  ['freezes', 'freezes', of],
  ['previews', 'previews', of],
  ['staff passes', 'staffPasses', of],
  ['what retention would take', 'retention', {}],
] as unknown as Ask[];

const rows: { what: string; first: number; p50: number; p99: number; slowest: Plan | undefined }[] = [];
const proof = openProof({
  name: 'release-lists',
  title: 'Lists of the console among 100,000 releases',
  command: 'npm run bench:release-lists -- --proof',
  database: postgres(),
});
async function measure([what, name, input]: Ask): Promise<void> {
  const ask = () => (operations[name] as (asked: unknown, actor: typeof MANAGER) => Promise<unknown>)(input, MANAGER);
  const taken: number[] = [];
  const begun = performance.now();
  await ask();
  const first = performance.now() - begun;
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = performance.now();
    await ask();
    taken.push(performance.now() - startedAt);
  }
  const [slowest] = await statements.slowest(ask);
  const figure = { what, first, p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), slowest };
  say(
    `${what}: first ${ms(first)} ms, p50 ${ms(figure.p50)} ms, p99 ${ms(figure.p99)} ms, database ${ms(slowest?.ms ?? 0)} ms`,
  );
  rows.push(figure);
}
for (const ask of ASKS) await measure(ask);
await withMigrationDatabase(world.databaseUrl, (other) => failEverywhere(other as Db));
await measure(['overview, while every remote fails since a day', 'overview', {}]);
await withMigrationDatabase(world.databaseUrl, (other) => collectMost(other as Db, world.clock.now));
await measure(['what retention would take, after years of it', 'retention', {}]);
await database.close();
await world.close();

const slow = rows.filter(({ what, p99 }) => p99 > LIMIT_MS && what !== CHAIN);
if (proofWanted()) {
  const statements = rows.flatMap(({ what, slowest }) => (slowest ? [{ what, ...slowest }] : []));
  const body = [
    `${SIZE.releases.toLocaleString('en-US')} builds of ${NAMES.length} remotes, each of which served, as many snapshots, promotions and notices, ${SIZE.entries.toLocaleString('en-US')} entries of the ledger, ${SIZE.reports.toLocaleString('en-US')} reporters, rows of reports and errors, ${SIZE.people.toLocaleString('en-US')} people with a token and two sessions each. The first call of each, and ${TIMES} after it, without a network; pages of ${page.limit}. To reach: p99 of ${LIMIT_MS} ms, but for ${CHAIN}, which is no list.`,
    proofTable(
      ['list', 'first, ms', 'p50, ms', 'p99, ms'],
      rows.map(({ what, first, p50, p99 }) => [what, ms(first), ms(p50), ms(p99)]),
    ),
    proofStatements('release-lists', statements),
  ].join('\n\n');
  const notReached = slow.map(({ what, p99 }) => `${what}: p99 ${ms(p99)} ms; to reach: ${LIMIT_MS} ms.`);
  say(await proof.write({ body, notReached }));
}
