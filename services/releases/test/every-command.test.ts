import { aRemote, aShell } from '../src/testing/index.ts';
import { COMMANDS } from '../cli/words.ts';
import {
  builds,
  cli,
  cliWith,
  dataDir,
  eachWithService,
  loseDatabase,
  putBuild,
  second,
  start,
  stop,
  test,
} from './running-service.ts';

eachWithService();

const SECOND = second.descriptor.buildId;
/** Each command once or more, in an order in which all of them have something to do. */
const RUNS = `
  status
  builds mf-wizard
  history diff
  history
  history ledger
  history verify
  keys init
  owners
  publish mf-wizard
  promote mf-wizard --dry-run
  promote mf-wizard
  rollback mf-wizard --reason r
  rollout mf-wizard@${SECOND} --steps 10,50 --every 30m
  rollout abort mf-wizard --dry-run
  rollout pause mf-wizard
  rollout resume mf-wizard
  rollout abort mf-wizard --reason r
  rollout mf-wizard@${SECOND} --percent 0.5
  rollout mf-wizard@${SECOND} --staff --country US,ca --group beta --within CA
  rollout mf-wizard@${SECOND} --no-cohorts
  rollout finish mf-wizard
  people staff add "Ann Lee" --days 7
  people staff
  people staff end 1 --reason r
  rollback mf-wizard --reason r
  builds unmark mf-wizard@${SECOND} --reason r
  preview mf-wizard@${SECOND} --hours 2 --reason r
  preview --snapshot 1 --once
  preview mf-wizard --pull-request 12
  preview mf-wizard@${SECOND} --pull-request 12 --hours 2
  preview
  preview end --pull-request 12 --reason r
  preview end --pull-request 12 --reason r
  preview end 1 --reason r
  off mf-wizard --reason r
  on mf-wizard
  freeze add --from 2100-01-01T00:00Z --until 2100-01-02T00:00Z --reason r
  freeze
  freeze end 1 --reason r
  retention pin mf-wizard@${SECOND} --reason r
  retention unpin mf-wizard@${SECOND} --reason r
  retention
  retention apply
  people add cas --name "Cas Oak" --email cas@example.org --role reader --as key-holder
  people change cas --role release-manager --reason r --as key-holder
  people sign-out cas --as key-holder
  people end cas --reason r --as key-holder
  people
  history ledger --who key --what person --text cas --from 2020-01-01T00:00Z
  people token add ann --person "Ann Lee" --role release-manager --as key-holder
  people token add bob --person "Bob Ray" --role release-manager --as key-holder
  people token
  people token add eve --person "Eve Kay" --role reader --days 9 --as key-holder
  people token rotate eve --as key-holder
  people token end eve --reason r --as key-holder
  channel
  channel limit mf-wizard minFailing=5 maxShare=0.2 --reason r
  channel set --min-groups 2 --reason r
  channel set --second-person-minutes 60 --reason r --as key-holder
  notices add --email on-call@example.org --reason r
  notices add --webhook https://alerts.example.org/x --team team-wizard --reason r
  notices targets
  notices rotate 2 --reason r
  notices test --reason r
  notices retry 1 --reason r
  notices end 2 --reason r
  notices
  plan add mf-wizard@${SECOND} --at SOON --reason r --as ann
  plan confirm 1 --as bob
  plan
  plan end 1 --reason r
  channel set --second-person-minutes none --reason r --as key-holder
  promote mf-wizard@${SECOND}
  publish mf-claim
  promote mf-claim --retire mf-wizard --reason r
  promote mf-wizard@${SECOND} --retire mf-claim --reason r
  publish shell
  promote shell
  types mf-wizard
  retire mf-wizard --reason r`
  .trim()
  .split('\n')
  .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));

/** A shell as its build makes it: with the declarations of what it gives to remotes. */
const withTypes = () =>
  aShell({ buildId: '5e12', files: { ...aShell().files, 'types.json': JSON.stringify({ files: {}, slots: {} }) } });

/** Tokens of people, by name; each is shown only once. */
const tokens = new Map<string, string>();

async function run(args: readonly string[]): Promise<unknown> {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const asked = args.map((arg) => (arg === 'SOON' ? soon : arg));
  const token = tokens.get(args.at(args.indexOf('--as') + 1) ?? '');
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: test.url,
    BUILDS_FROM: builds,
    ...(token ? { RELEASE_TOKEN: token } : {}),
  };
  const { said } = await cliWith(env, ...asked, '--json');
  const json = JSON.parse(said) as { name?: string; token?: string; code?: string; message?: string };
  if (json.code) throw new Error(`${json.code}: ${json.message}`);
  if (json.name && json.token) tokens.set(json.name, json.token);
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
  const isRun = (word: string) => RUNS.some((args) => args.join(' ').startsWith(word)) || word === 'rebuild';
  expect(Object.keys(COMMANDS).filter((word) => !isRun(word))).toEqual(['preview confirm']);
}, 60_000);
