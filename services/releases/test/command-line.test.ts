import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@redress/database/testing';
import { sql } from 'kysely';

import { aRemote } from '../src/testing/index.ts';
import {
  eachWithService,
  dataDir,
  builds,
  releases,
  first,
  second,
  answer,
  putBuild,
  start,
  stop,
  token,
  ask,
  loseDatabase,
  wizardServed,
  cli,
  cliWith,
  program,
} from './running-service.ts';

eachWithService();

it('says of a command that is gone what does the same now, and of one that is there what it found', async () => {
  expect(await program('status')).toMatchObject(answer(0, 'mf-wizard'));
  expect(await program('drill', 'mf-wizard')).toMatchObject(answer(1, 'bench:release'));
  expect((await cli('thaw', '3')).said).toContain('thaw is gone: `freeze end <no>`.');
  expect((await cli('freeze', 'ende', '3')).said).toContain(
    'There is no freeze ende 3: freeze alone, freeze add, freeze end.',
  );
  expect((await cli('freeze', 'list')).said).toContain('Nothing is frozen.');
  expect((await cli('--json', 'status')).said).toContain('Begin with the command');
  expect((await cli('freeze', '--until', '2100-01-01')).said).toContain('freeze takes no --until');
  expect((await cli('people', 'change', 'ann', '--role', 'king')).said).toContain('--role is one of reader,');
  expect((await cli('builds', 'unmark')).said).toContain(
    'builds unmark <remote@build>, such as mf-letters@0123456789ab',
  );
});

it('does nothing where an option that says when or to how many is not one of the command', async () => {
  expect(await cli('promote', 'mf-wizard', '--percent', '10')).toMatchObject(
    answer(1, 'promote takes no --percent, and nothing was done: rollout does.'),
  );
  expect(await cli('promote', 'mf-wizard', '--at', '2026-12-24')).toMatchObject(answer(1, 'plan add does'));
});

it('publishes, promotes, shows the difference and rolls back against the running program', async () => {
  expect((await cli('status')).said).toMatch(/production: snapshot 1[\s\S]*mf-wizard +1\.0\.0-a10+/);
  const { body } = await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'r' } });
  expect(body).toMatchObject({ code: 'NOTHING_BEFORE' });
  await stop();
  putBuild(second);
  await start();
  expect((await cli('history', 'diff')).said).toMatch(
    /mf-wizard:\s+Build: 1\.0\.0 a10+ to 1\.1\.0 b20+[\s\S]*a returning visitor fetches \d+/,
  );
  const tried = await cli('rollback', 'mf-wizard', '--dry-run');
  expect(tried).toMatchObject(answer(0, /Tried on snapshot 2[\s\S]*mf-wizard: b20+ to a10+[\s\S]*On the wire/));
  expect(await cli('retire', 'mf-none', '--dry-run', '--json')).toMatchObject(answer(1, '"outcome": "refused"'));
  // What cannot be tried is not done either.
  expect(await cli('publish', 'mf-wizard', '--promote', '--dry-run')).toMatchObject(answer(1, 'REQUEST_INVALID'));
  expect(await wizardServed()).toBe(second.descriptor.buildId);
  const rolledBack = await cli('rollback', 'mf-wizard', '--reason', 'shows a wrong total');
  expect(rolledBack).toMatchObject(
    answer(0, /rolled back from b20+ to a10+\.\nNew loads get snapshot 3, \d+ ms after the command/),
  );
  expect((await cli('history')).said).toMatch(/rollback mf-wizard .* shows a wrong total/);
  expect((await cli('history', 'verify')).said).toMatch(/each following the one before/);
  expect(await cli('rollback', 'mf-wizard')).toMatchObject(answer(1, 'REASON_MISSING'));
});

it('promotes what was just published, not what was published last, and never a build marked bad unless it is named', async () => {
  await stop();
  putBuild(second);
  await start();
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
  expect(await cli('promote', 'mf-wizard')).toMatchObject(answer(1, 'MARKED_BAD'));
  expect(await cli('publish', 'mf-wizard', '--promote')).toMatchObject({ code: 1 });
  // As a revert leaves it: a build published long before the bad one.
  putBuild(first);
  expect((await cli('publish', 'mf-wizard')).said).toMatch(/mf-wizard a10+ was published before/);
  expect(await cli('promote', 'mf-wizard')).toMatchObject(answer(0, /a10+ from .*mf-wizard.dist/));
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect(await cli('promote', 'mf-wizard@b2')).toMatchObject({ code: 0 });
  expect(await wizardServed()).toBe(second.descriptor.buildId);
});

it('never serves a build marked bad because the machine was started', async () => {
  await stop();
  putBuild(second);
  await start();
  await ask('POST', '/api/rollback', { body: { remote: 'mf-wizard', reason: 'wrong total' } });
  await cli('promote', `mf-wizard@${first.descriptor.buildId}`);
  await stop();
  await start();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
  expect(releases.report().notes).toEqual([expect.stringMatching(/b20+ of mf-wizard is marked bad \(wrong total\)/)]);
});

it('promotes between channels, and claims loads only for the channel that is served', async () => {
  const said = async (...args: string[]) => (await cli(...args)).said;
  const { buildId } = first.descriptor;
  expect(await said('promote', `shell@5e11`, `mf-wizard@${buildId}`, '--channel', 'preview')).toContain(
    'Snapshot 1 of preview is made; this program serves no site with it.',
  );
  putBuild(second);
  const publish = ['publish', 'mf-wizard', '--promote', '--channel', 'preview'];
  expect(await said(...publish)).toMatch(/b20+ published\n[\s\S]*Serving them in snapshot 2\./);
  // Whoever lost the answer gives the same command again.
  expect(await cli(...publish)).toMatchObject(
    answer(0, /b20+ was published before\n[\s\S]*preview serves them already\./),
  );
  expect(await said('promote', 'mf-wizard', '--from-channel', 'preview')).toMatch(
    /mf-wizard: b20+ as preview serves it\nNew loads get snapshot 2/,
  );
  expect(await wizardServed()).toBe(second.descriptor.buildId);
  expect(await said('rollback', '--snapshot', '1', '--reason', 'r')).toMatch(/rolled back from b20+ to a10+/);
  expect(await said('status', '--channel', 'prod')).toMatch(/^CHANNEL_UNKNOWN/);
  expect(await said('history', 'ledger', '--limit', '3')).toMatch(/rollback +mf-wizard +b2000000 to a1000000/);
});

it('tells of a build which commit it is of, what it weighs and what it may, in status, builds and ledger', async () => {
  const dist = putBuild(aRemote({ buildId: 'c3', change: ({ config }) => void (config.budgetBytes = 2_000) }));
  const origin = {
    commit: 'f'.repeat(40),
    branch: 'main',
    author: 'Ann Lee',
    message: 'fix: total',
    ciRun: 'https://ci/7',
  };
  writeFileSync(path.join(dist, 'origin.json'), JSON.stringify(origin));
  const sbom = { components: [{ licenses: [{ license: { id: 'MIT' } }] }, { licenses: [{ license: { id: 'MIT' } }] }] };
  writeFileSync(path.join(dist, 'sbom.cdx.json'), JSON.stringify(sbom));
  await cli('publish', 'mf-wizard', '--promote');
  expect((await cli('status')).said).toMatch(/mf-wizard .* fffffff main +0\.\d of 2\.0 KB/);
  expect((await cli('builds', 'mf-wizard')).said).toMatch(
    /c30+ .* fffffff main .* Ann Lee +fix: total +https:\/\/ci\/7 +MIT/,
  );
  const { said } = await cli('history', 'ledger');
  expect(said).toMatch(/publish +mf-wizard +c3000000 of commit fffffff/);
  // Its hash chain can lose no name again.
  expect((await cli('history', 'ledger', '--json')).said).not.toContain('Ann Lee');
});

it('works on the database itself while no program runs', async () => {
  await stop();
  putBuild(second);
  await start();
  await stop();
  expect(await cli('rollback', 'mf-wizard', '--reason', 'r')).toMatchObject({ code: 0 });
  // The store has it already: a database that is lost before a program runs takes nothing with it.
  await loseDatabase();
  rmSync(path.join(dataDir, 'channels'), { recursive: true });
  await start();
  expect(await wizardServed()).toBe(first.descriptor.buildId);
});

it('makes no keys: a machine that lacks one says which, and is left as it was', async () => {
  const ci = mkdtempSync(path.join(tmpdir(), 'redress-ci-'));
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: ci,
    BUILDS_FROM: builds,
    RELEASE_TOKEN: token('release-manager'),
  };
  const publish = () => cliWith(env, 'publish', 'mf-wizard', '--url', releases.consoleUrl());
  expect(await publish()).toMatchObject(answer(1, /^KEY_MISSING: .*team-team-wizard\.pem/));
  expect(await cliWith(env, 'owners')).toMatchObject(answer(1, /^KEY_MISSING: .*trust\.json/));
  expect(readdirSync(ci)).toEqual([]);
  mkdirSync(path.join(ci, 'keys'));
  const name = 'team-team-wizard.pem';
  writeFileSync(path.join(ci, 'keys', name), readFileSync(path.join(dataDir, 'keys', name)));
  expect(await publish()).toMatchObject({ code: 0 });
  expect(readdirSync(path.join(ci, 'keys'))).toEqual([name]);
  expect((await cli('retention')).said).toBe('No build goes.\n');
  const bo = ['bo', '--name', 'Bo', '--email', 'bo@example.org', '--role', 'reader', '--as', 'key-holder'];
  expect((await cli('people', 'add', ...bo)).said).toMatch(
    /^Bo \(@bo\), reader: invited, signs in until 20.* UTC\.\n$/,
  );
  expect((await cli('notices', 'add', '--email', 'on@example.org', '--reason', 'r')).said).toMatch(
    /^\d: email on@example\.org is told of production\.\n$/,
  );
  expect((await cli('off', 'mf-wizard', '--reason', 'r')).said).toMatch(/^mf-wizard is off: .*\nNew loads get/);
  expect((await cli('keys', 'add', 'team-new')).said).toContain('team-team-new.pem signs builds of team-new');
  rmSync(ci, { recursive: true, force: true });
});

it('makes no database: without a program and without one it says so and leaves nothing behind', async () => {
  await stop();
  const empty = mkdtempSync(path.join(tmpdir(), 'redress-empty-'));
  const run = (env: Record<string, string>) => cliWith({ DATA_DIR: empty, ...env }, 'status');
  expect(await run({})).toMatchObject(answer(1, /^NO_PROGRAM: /));
  expect(readdirSync(empty)).toEqual([]);
  const other = await createTestDatabase({ key: 'nothing', prepare: () => Promise.resolve() });
  expect(await run({ DATABASE_URL: other.url })).toMatchObject(answer(1, /^NO_PROGRAM: /));
  const schemas = await sql`select 1 from information_schema.schemata where schema_name = 'releases'`.execute(
    other.database.kysely(),
  );
  expect(schemas.rows).toEqual([]);
  await other.drop();
  rmSync(empty, { recursive: true, force: true });
  await start();
});
