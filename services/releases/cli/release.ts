#!/usr/bin/env node
/** `npm run release -- …`: publish, promote and roll back, against the running program or, without one, its files. */
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isStartRefusal } from '@redress/database';
import { openBuildFolder } from '../src/builds/build-folder.ts';
import { parseDescriptor } from '../src/builds/signed-build.ts';
import { rollBackFiles } from '../src/channels/break-glass.ts';
import type { RollbackTarget } from '../src/channels/roll-back.ts';
import { openBlobs, openHeads } from '../src/release-core.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../src/refusal.ts';
import { freshBuild, workspaceTools } from './fresh-build.ts';
import { existingKeys, makeKeys } from './keys.ts';
import { storageOf } from './storage.ts';
import { changeOwners, printOwners } from './owners.ts';
import { actorNamed, connect, runningUrl, type Connection } from './connection.ts';
import { printDiff, printHistory, printLedger, printServed, printStatus, table } from './print.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

const USAGE = `npm run release -- <command>

  status                                   what the channel serves
  builds [remote]                          every published build
  served <remote>                          builds that served it: first, last, marked bad by whom and why
  publish [remote …] [--promote]           keep the builds in dist, built first where sources have changed;
                                           all of them when none is named
                                           (--dist folder: one remote's build from elsewhere, as CI made it)
  promote <remote>[@build] …               serve these builds, all in one snapshot; without @build the one in dist
                                           (--from-channel preview: what that channel serves)
  rollback <remote>[@build] … --reason     serve earlier builds, all in one snapshot; --to build for one remote
  rollback --snapshot n --reason           everything as that snapshot had it
                                           (--urgent: open tabs leave the bad builds at once, typed into or not)
  off <remote> --reason | on <remote>      kill switch
  retire <remote> --reason                 take a remote off the channel for good
  freeze --until <time> --reason           no promotion until then (rollbacks stay possible)
  freezes | thaw <no> --reason             windows in force or to come; end one now
  diff [--from n] [--to n]                 what changed between two snapshots
  history                                  snapshots, newest first
  ledger [verify] [--head hash]            who did what; verify checks the whole chain
  keys init | keys add <team>              make a key folder, or a team's key and token: no other command makes keys
  owners                                   which team a remote belongs to, and who may promote
  owners move <remote> <team>              give a remote to another team; needs the root key
  owners promoters <channel> <role>        developer or release-manager; needs the root key

  --limit 20 --before <the last one shown>   go on in builds, served, history and ledger
  --channel production   --as release-manager (name of a token in DATA_DIR/keys)   --json
  --override             go on in spite of the gate; needs a release manager and --reason
  --files                rollback with neither program nor database, by signed files alone
  --url                  a release service elsewhere, with RELEASE_TOKEN`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    channel: { type: 'string', default: 'production' },
    as: { type: 'string', default: 'release-manager' },
    to: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    reason: { type: 'string' },
    head: { type: 'string' },
    limit: { type: 'string', default: '20' },
    before: { type: 'string' },
    seen: { type: 'string' },
    snapshot: { type: 'string' },
    'from-channel': { type: 'string' },
    url: { type: 'string' },
    dist: { type: 'string' },
    override: { type: 'boolean', default: false },
    urgent: { type: 'boolean', default: false },
    promote: { type: 'boolean', default: false },
    files: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const { channel, reason, override } = values;
// The shell and the remotes stand in it, each with its `dist`.
const BUILDS = path.resolve(REPOSITORY, process.env.BUILDS_FROM ?? '.');
const dataDir = path.resolve(REPOSITORY, process.env.DATA_DIR ?? '.data');
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const show = <T>(answer: T, print: (answer: T) => string) =>
  say(values.json ? JSON.stringify(answer, null, 2) : print(answer));

const wholeNumber = (name: 'from' | 'to' | 'limit' | 'before' | 'seen' | 'snapshot'): number | undefined => {
  const text = values[name];
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new ReleaseRefusal('REQUEST_INVALID', `--${name} is a whole number.`);
  return Number(text);
};

const remoteNamed = (names: readonly string[]): string => {
  const [name, another] = names;
  if (name === undefined || another !== undefined)
    throw new ReleaseRefusal('REQUEST_INVALID', 'Name one remote, such as mf-wizard.');
  return name;
};

const SERVED_WITHIN_MS = 5_000;
const ASK_AGAIN_MS = 20;

/** The snapshot this command is decided on: whoever changes the same remote in between is not overruled. */
const seen = async (connection: Connection): Promise<number> =>
  wholeNumber('seen') ?? (await connection.status(channel)).number;

/** `mf-wizard`, `mf-wizard@build`, several of them, or --snapshot. */
function rollbackTarget(names: readonly string[]): RollbackTarget {
  const snapshot = wholeNumber('snapshot');
  if (snapshot !== undefined) {
    if (names.length > 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name remotes or --snapshot, not both.');
    return { snapshot };
  }
  if (values.to) remoteNamed(names); // one build is of one remote
  if (names.length === 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name what to roll back, such as mf-wizard.');
  return {
    remotes: names.map((name) => {
      const [remote = '', build] = name.split('@');
      return { remote, to: values.to ?? build };
    }),
  };
}

/** What another channel serves of these remotes: tried there, then served here. */
async function buildsOfChannel(connection: Connection, from: string, names: readonly string[]) {
  const { remotes } = await connection.status(from);
  return names.map((name) => {
    const found = remotes.find((remote) => remote.name === name);
    if (!found) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${from} has no ${name}.`);
    say(`${name}: ${found.buildId} as ${from} serves it`);
    return { name, build: found.buildId };
  });
}

/** How long it took until new loads got the change, by the word of the program and of each site it knows of. */
async function sayWhenServed(connection: Connection, number: number, started: number): Promise<void> {
  const limit = Date.now() + SERVED_WITHIN_MS;
  let hereMs: number | null = null;
  for (;;) {
    const served = await connection.served(channel);
    if (served.number === null)
      return say(`Snapshot ${number} of ${channel} is made; this program serves no site with it.`);
    if (served.number >= number) hereMs ??= Math.round(performance.now() - started);
    const late = served.sites.filter((site) => (site.number ?? 0) < number);
    if ((hereMs !== null && late.length === 0) || Date.now() > limit) {
      say(
        hereMs === null
          ? `Snapshot ${number} is made; new loads still get snapshot ${served.number}. /readyz says why.`
          : `New loads get snapshot ${number}, ${hereMs} ms after the command.`,
      );
      for (const { url, number: serves } of served.sites) {
        if (serves === null) say(`${url} does not answer.`);
        else if (serves < number) say(`${url} still serves snapshot ${serves}.`);
        else say(`${url} serves it.`);
      }
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Published and, with --promote, served: the builds in `dist`, made first where sources have changed since. */
async function publish(connection: Connection, names: readonly string[]): Promise<void> {
  const all = readdirSync(BUILDS).filter((name) => name === 'shell' || name.startsWith('mf-'));
  if (values.dist) remoteNamed(names); // a folder holds one build
  const published: { name: string; build: string }[] = [];
  for (const name of names.length > 0 ? names : all) {
    const found = values.dist
      ? finished(path.resolve(values.dist))
      : await freshBuild(path.join(BUILDS, name), workspaceTools);
    if (!found) {
      if (names.length === 0) continue;
      throw new ReleaseRefusal('BUILD_UNKNOWN', `${values.dist ?? path.join(BUILDS, name)} holds no build.`);
    }
    if (found.isBuiltNow) say(`${name} was built first: its sources had changed.`);
    const { buildId, isNew } = await connection.publishFolder(found.folder);
    say(`${name} ${buildId} ${isNew ? 'published' : 'was published before'}`);
    published.push({ name, build: buildId });
  }
  if (values.promote) {
    const { number } = await connection.promote(channel, published, { reason, override });
    say(`Serving them in snapshot ${number}.`);
  }
}

const finished = (dist: string) => {
  const folder = openBuildFolder(dist);
  return folder && { folder, isBuiltNow: false };
};

/** `mf-wizard@build` as named; `mf-wizard` alone is the build in its `dist`, which is what was published last from here. */
function buildToPromote(text: string): { name: string; build: string; evenIfBad?: boolean } {
  const [name = '', build] = text.split('@');
  if (build !== undefined) return { name, build, evenIfBad: true };
  const dist = values.dist ? path.resolve(values.dist) : path.join(BUILDS, name, 'dist');
  const folder = openBuildFolder(dist);
  if (!folder) throw new ReleaseRefusal('BUILD_UNKNOWN', `${dist} holds no build: name one, ${name}@<build>.`);
  const { buildId } = parseDescriptor(folder.payload);
  say(`${name}: ${buildId} from ${dist}`);
  return { name, build: buildId };
}

async function run(connection: Connection, command: string, names: readonly string[]): Promise<void> {
  const started = performance.now();
  const page = { limit: wholeNumber('limit') ?? 20, before: values.before };
  switch (command) {
    case 'status':
      return show(await connection.status(channel), printStatus);
    case 'builds':
      return show(await connection.builds(names[0], page), (builds) =>
        table([
          ['name', 'build', 'owner', 'published', 'by'],
          ...builds.map((build) => [
            build.name,
            `${build.version}-${build.buildId}`,
            build.owner,
            build.publishedAt,
            build.publishedBy,
          ]),
        ]),
      );
    case 'served':
      return show(await connection.servedBuilds(channel, remoteNamed(names), page), printServed);
    case 'history':
      return show(await connection.history(channel, page.limit, wholeNumber('before')), printHistory);
    case 'diff':
      return show(await connection.diff(channel, wholeNumber('from'), wholeNumber('to')), printDiff);
    case 'publish':
      return publish(connection, names);
    case 'promote': {
      if (names.length === 0) throw new ReleaseRefusal('REQUEST_INVALID', 'Name what to promote, such as mf-wizard.');
      if (values.dist) remoteNamed(names); // a folder holds one build
      const builds = values['from-channel']
        ? await buildsOfChannel(connection, values['from-channel'], names)
        : names.map(buildToPromote);
      const { number, overridden } = await connection.promote(channel, builds, {
        reason,
        override,
        seen: await seen(connection),
      });
      for (const { code, message } of overridden) say(`overridden ${code}: ${message}`);
      return sayWhenServed(connection, number, started);
    }
    case 'rollback': {
      const options = { reason, override, urgent: values.urgent, seen: await seen(connection) };
      const target = rollbackTarget(names);
      const { number, moves, overridden } = await connection.rollBack(channel, target, options);
      for (const { remote, from, to } of moves) say(`${remote} is rolled back from ${from} to ${to}.`);
      for (const { code, message } of overridden) say(`overridden ${code}: ${message}`);
      return sayWhenServed(connection, number, started);
    }
    case 'off':
    case 'on':
    case 'retire': {
      const remote = remoteNamed(names);
      const at = await seen(connection);
      const { number } = await (command === 'off'
        ? connection.switchOff(channel, remote, reason, at)
        : command === 'on'
          ? connection.switchOn(channel, remote, reason, at)
          : connection.retire(channel, remote, { reason, seen: at }));
      return sayWhenServed(connection, number, started);
    }
    case 'freezes':
      return show(await connection.freezes(channel), (freezes) =>
        table([
          ['no', 'from', 'until', 'who', 'why'],
          ...freezes.map(({ id, from, until, actor, reason: why }) => [String(id), from, until, actor, why]),
        ]),
      );
    case 'thaw': {
      if (!/^\d+$/.test(names[0] ?? '')) throw new ReleaseRefusal('REQUEST_INVALID', 'Name a freeze by its number.');
      if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Ending a freeze needs a reason.');
      await connection.thaw(channel, Number(names[0]), reason);
      return say(`Freeze ${names[0]} of ${channel} is over.`);
    }
    case 'freeze': {
      const until = new Date(values.until ?? '');
      if (Number.isNaN(until.getTime()))
        throw new ReleaseRefusal('REQUEST_INVALID', '--until is a time such as 2026-12-24T12:00Z.');
      if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A freeze needs a reason.');
      await connection.freeze(channel, { from: new Date(), until, reason });
      return say(`${channel} is frozen until ${until.toISOString()}.`);
    }
    case 'ledger': {
      if (names[0] !== 'verify') return show(await connection.ledger(page.limit, wholeNumber('before')), printLedger);
      const verdict = await connection.verifyLedger(values.head);
      show(verdict, ({ ok, entries, head, fault }) =>
        ok
          ? `${entries} entries, each following the one before. Head: ${head}`
          : `Entry ${fault?.seq}: ${fault?.what}.`,
      );
      if (!verdict.ok) process.exitCode = 1;
      return;
    }
    default:
      throw new ReleaseRefusal('REQUEST_INVALID', `There is no command ${command}.\n\n${USAGE}`);
  }
}

async function withoutProgram(remote: string): Promise<void> {
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A rollback needs a reason.');
  const url = await runningUrl(dataDir);
  if (url) throw new ReleaseRefusal('PROGRAM_ANSWERS', `A program answers at ${url}.`);
  const storage = storageOf(process.env, dataDir);
  const keys = existingKeys(storage);
  const result = await rollBackFiles(
    { heads: openHeads(storage), blobs: openBlobs(storage), keys, now: () => new Date() },
    { channel, remote, to: values.to, reason, actor: actorNamed(keys, values.as), override },
  );
  say(`${remote} is rolled back from ${result.from} to ${result.to} by files, in snapshot ${result.number}.`);
}

async function main(): Promise<void> {
  const [command, ...names] = positionals;
  if (command === undefined || values.help) return say(USAGE);
  if (values.files) {
    if (command !== 'rollback') throw new ReleaseRefusal('REQUEST_INVALID', 'Only rollback works with --files.');
    return withoutProgram(remoteNamed(names));
  }
  if (command === 'owners') {
    return show(changeOwners(existingKeys({ dataDir }), names), printOwners);
  }
  if (command === 'keys') return say(makeKeys({ dataDir }, names));
  const connection = await connect({
    dataDir,
    storage: storageOf(process.env, dataDir),
    databaseUrl: process.env.DATABASE_URL ?? null,
    tokenName: values.as,
    url: values.url ?? null,
    token: process.env.RELEASE_TOKEN ?? null,
  });
  try {
    await run(connection, command, names);
  } finally {
    await connection.close();
  }
}

try {
  await main();
} catch (error) {
  if (isReleaseRefusal(error)) process.stderr.write(`${error.code}: ${error.message}\n${error.remedy}\n`);
  else if (isStartRefusal(error)) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
