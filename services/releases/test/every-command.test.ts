import { aRemote, aShell } from '../src/testing/index.ts';
import { COMMANDS } from '../cli/commands/index.ts';
import { connect, type Connection } from '../cli/connection.ts';
import { readOptions } from '../cli/options.ts';
import {
  builds,
  cli,
  dataDir,
  eachWithService,
  loseDatabase,
  putBuild,
  releases,
  second,
  start,
  stop,
  test,
} from './running-service.ts';

eachWithService();

/** Each command once or more, in an order in which all of them have something to do. */
const RUNS: readonly string[][] = [
  ['status'],
  ['overview'],
  ['builds', 'mf-wizard'],
  ['served', 'mf-wizard'],
  ['diff'],
  ['history'],
  ['ledger'],
  ['ledger', 'verify'],
  ['keys', 'init'],
  ['owners'],
  ['publish', 'mf-wizard'],
  ['promote', 'mf-wizard', '--dry-run'],
  ['promote', 'mf-wizard'],
  ['rollback', 'mf-wizard', '--reason', 'r'],
  ['rollout', `mf-wizard@${second.descriptor.buildId}`, '--steps', '10,50', '--every', '30m'],
  ['rollout', 'abort', 'mf-wizard', '--dry-run'],
  ['rollout', 'pause', 'mf-wizard'],
  ['rollout', 'resume', 'mf-wizard'],
  ['rollout', 'abort', 'mf-wizard', '--reason', 'r'],
  ['rollout', `mf-wizard@${second.descriptor.buildId}`, '--percent', '0.5'],
  [
    'rollout',
    `mf-wizard@${second.descriptor.buildId}`,
    '--staff',
    '--country',
    'US,ca',
    '--group',
    'beta',
    '--within',
    'CA',
  ],
  ['rollout', `mf-wizard@${second.descriptor.buildId}`, '--no-cohorts'],
  ['rollout', 'finish', 'mf-wizard'],
  ['staff', 'add', 'Ann Lee', '--days', '7'],
  ['staff'],
  ['staff', 'end', '1', '--reason', 'r'],
  ['rollback', 'mf-wizard', '--reason', 'r'],
  ['unmark', `mf-wizard@${second.descriptor.buildId}`, '--reason', 'r'],
  ['preview', `mf-wizard@${second.descriptor.buildId}`, '--hours', '2', '--reason', 'r'],
  ['preview', '--snapshot', '1', '--once'],
  ['preview', 'mf-wizard', '--pull-request', '12'],
  ['preview', `mf-wizard@${second.descriptor.buildId}`, '--pull-request', '12', '--hours', '2'],
  ['previews'],
  ['preview', 'end', '--pull-request', '12', '--reason', 'r'],
  ['preview', 'end', '--pull-request', '12', '--reason', 'r'],
  ['preview', 'end', '1', '--reason', 'r'],
  ['off', 'mf-wizard', '--reason', 'r'],
  ['on', 'mf-wizard'],
  ['freeze', '--at', '2100-01-01T00:00Z', '--until', '2100-01-02T00:00Z', '--reason', 'r'],
  ['freezes'],
  ['thaw', '1', '--reason', 'r'],
  ['pin', `mf-wizard@${second.descriptor.buildId}`, '--reason', 'r'],
  ['unpin', `mf-wizard@${second.descriptor.buildId}`, '--reason', 'r'],
  ['retention'],
  ['people', 'add', 'cas', '--name', 'Cas Oak', '--email', 'cas@example.org', '--role', 'reader', '--as', 'key-holder'],
  ['people', 'change', 'cas', '--role', 'release-manager', '--reason', 'r', '--as', 'key-holder'],
  ['people', 'sign-out', 'cas', '--as', 'key-holder'],
  ['people', 'end', 'cas', '--reason', 'r', '--as', 'key-holder'],
  ['people'],
  ['ledger', '--who', 'key', '--what', 'person', '--text', 'cas', '--since', '2020-01-01T00:00Z'],
  ['tokens', 'add', 'ann', '--person', 'Ann Lee', '--role', 'release-manager', '--as', 'key-holder'],
  ['tokens', 'add', 'bob', '--person', 'Bob Ray', '--role', 'release-manager', '--as', 'key-holder'],
  ['tokens'],
  ['channel'],
  ['channel', 'limit', 'mf-wizard', 'minFailing=5', 'maxShare=0.2', '--reason', 'r'],
  ['channel', 'set', '--groups', '2', '--reason', 'r'],
  ['channel', 'set', '--second-person', '60', '--reason', 'r', '--as', 'key-holder'],
  ['notices', 'add', '--email', 'on-call@example.org', '--reason', 'r'],
  ['notices', 'add', '--webhook', 'https://alerts.example.org/x', '--team', 'team-wizard', '--reason', 'r'],
  ['notices', 'targets'],
  ['notices', 'rotate', '2', '--reason', 'r'],
  ['notices', 'test', '--reason', 'r'],
  ['notices', 'retry', '1', '--reason', 'r'],
  ['notices', 'end', '2', '--reason', 'r'],
  ['notices'],
  ['schedule', `mf-wizard@${second.descriptor.buildId}`, '--at', 'SOON', '--reason', 'r', '--as', 'ann'],
  ['confirm', '1', '--as', 'bob'],
  ['plans'],
  ['unplan', '1', '--reason', 'r'],
  ['channel', 'set', '--second-person', 'none', '--reason', 'r', '--as', 'key-holder'],
  ['promote', `mf-wizard@${second.descriptor.buildId}`],
  ['publish', 'mf-claim'],
  ['rename', 'mf-wizard', 'mf-claim', '--reason', 'r'],
  ['rename', 'mf-claim', `mf-wizard@${second.descriptor.buildId}`, '--reason', 'r'],
  ['publish', 'shell'],
  ['promote', 'shell'],
  ['types', 'mf-wizard'],
  ['retire', 'mf-wizard', '--reason', 'r'],
];

/** A shell as its build makes it: with the declarations of what it gives to remotes. */
const withTypes = () =>
  aShell({ buildId: '5e12', files: { ...aShell().files, 'types.json': JSON.stringify({ files: {}, slots: {} }) } });

/** Tokens of people, by name; each is shown only once. */
const tokens = new Map<string, string>();

const environment = () => ({ DATA_DIR: dataDir, DATABASE_URL: test.url, BUILDS_FROM: builds });

async function run(args: readonly string[]): Promise<unknown> {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const options = readOptions(
    args.map((arg) => (arg === 'SOON' ? soon : arg)),
    environment(),
  );
  const command = COMMANDS[options.command!]!;
  if (command.on === 'files') return (await command.run(options)).json;
  const connection: Connection = await connect({
    dataDir,
    storage: options.storage,
    databaseUrl: test.url,
    tokenName: options.values.as,
    url: releases.consoleUrl(),
    token: tokens.get(options.values.as) ?? null,
  });
  const { json } = await command.run(connection, options);
  const { name, token } = json as { name?: string; token?: string };
  if (name && token) tokens.set(name, token);
  return json;
}

it('answers every command with one JSON value', async () => {
  putBuild(second);
  putBuild(aRemote({ name: 'mf-claim', owner: 'team-wizard', change: ({ config }) => (config.routes[0]!.path = '/') }));
  putBuild(withTypes());
  for (const args of RUNS) {
    const json = await run(args).catch((error: Error) => {
      throw new Error(`${args.join(' ')}: ${error.message}`);
    });
    expect(JSON.parse(JSON.stringify(json))).toBeInstanceOf(Object);
  }
  await stop();
  await loseDatabase();
  expect(JSON.parse((await cli('rebuild', '--json')).said)).toMatchObject({ builds: 5 });
  await start();
  expect(new Set([...RUNS.map(([name]) => name), 'rebuild'])).toEqual(new Set(Object.keys(COMMANDS)));
}, 60_000);
