import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isStartRefusal, lockDataDir, serverAccount } from '@redress/database';
import { actsOn } from './acts.ts';
import { listenForActs } from './control.ts';
import { readUnit } from './deploy.ts';
import { certificateIn, drawOnce, writePrivately } from './first-files.ts';
import { keepProcess, type KeptProcess, type ProcessSpec } from './kept-process.ts';
import { BUCKET, S3_KEY, layoutOf, portsFrom, type Layout, type Member } from './layout.ts';
import { endLeftovers } from './leftovers.ts';
import { portOf, untilListening } from './listening.ts';
import { nginxConfig } from './nginx.ts';
import type { Places } from './places.ts';
import { writePgbouncer } from './pgbouncer.ts';
import { startPostgresPair, type PostgresPair } from './postgres.ts';
import { findPrograms, Missing } from './programs.ts';

const READY_LIMIT_MS = 120_000;

export interface Cluster {
  /** The addresses, and one line for each role. */
  lines(): string;
  stop(): Promise<void>;
}

/** One cluster has the folder. @throws {Missing} naming the process that has it */
function takeFolder(folder: string) {
  try {
    return lockDataDir(folder);
  } catch (error) {
    if (!isStartRefusal(error)) throw error;
    throw new Missing(error.message.replace(/set DATA_DIR.*$/, 'set CLUSTER_DIR and CLUSTER_PORT.'));
  }
}

/** Every port that is needed, before anything is started. @throws {Missing} with the ports that are taken */
async function refuseTakenPorts({ ports, members }: Layout): Promise<void> {
  const { postgres, ...single } = ports;
  const wanted = [...postgres, ...Object.values(single), ...members.map(({ port }) => port)];
  const taken: number[] = [];
  for (const port of wanted) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) await new Promise((resolve) => server.close(resolve));
    else taken.push(port);
  }
  if (taken.length > 0) throw new Missing(`In use: ${taken.join(', ')}. Stop what listens there, or set CLUSTER_PORT.`);
}

const isReady = async ({ port }: Member) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    async (answer) => ({ ok: answer.ok, said: await answer.text() }),
    ({ message }: Error) => ({ ok: false, said: message }),
  );

/**
 * @param args.code - folder of the code that members run: this repository, or a copy at another commit
 * @throws {Missing} in one sentence for the person at the terminal
 */
export async function startCluster(args: {
  places: Places;
  firstPort: number;
  code: string;
  say: (line: string) => void;
  stopping: AbortSignal;
  /** pgbouncer in transaction mode stands before PostgreSQL. */
  withPooler?: boolean;
}): Promise<Cluster> {
  const lock = takeFolder(args.places.folder);
  try {
    const cluster = await startInFolder(args);
    return { ...cluster, stop: () => cluster.stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Files of the folder, written before anything is started. @throws {Missing} */
async function prepare({ places, firstPort, say, withPooler = false }: Parameters<typeof startCluster>[0]) {
  const { folder } = places;
  const programs = findPrograms({ withPooler });
  const left = await endLeftovers(places.processes, say);
  if (left.length > 0) throw new Missing(`Left by a cluster that was killed, and not to be ended: ${left.join(', ')}.`);
  for (const name of ['logs', 'nginx', 's3', 'keys']) mkdirSync(path.join(folder, name), { recursive: true });
  const drawn = drawOnce(folder);
  // Each start begins with the variables of the layout; a drill puts files in their place.
  rmSync(places.secrets, { recursive: true, force: true });
  mkdirSync(places.secrets, { mode: 0o700 });
  writePrivately(places.s3Keys, { [S3_KEY.id]: S3_KEY.secret });
  const certificate = await certificateIn(folder, programs);
  const ports = portsFrom(firstPort);
  const urlOf = (port: number) => `postgresql://redress:${drawn.password}@127.0.0.1:${port}/redress`;
  const layout = layoutOf({
    folder,
    firstPort,
    databaseUrl: urlOf(withPooler ? ports.pooler : ports.database),
    databaseDirectUrl: urlOf(ports.database),
    keys: drawn.keys,
    certificate,
    metricsToken: drawn.metricsToken,
  });
  await refuseTakenPorts(layout);
  writePrivately(places.layout, layout);
  return { programs, layout, password: drawn.password };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Starts processes that are kept running, and ends them against the order in which they need each other. */
function keeperIn({ folder, processes }: Places, say: (line: string) => void) {
  const kept: KeptProcess[] = [];
  /** What each process is started with besides its own words. */
  const filesOf = (name: string) => ({
    name,
    logFile: path.join(folder, 'logs', `${name}.log`),
    recordFile: path.join(processes, `${name}.json`),
  });
  return {
    kept,
    filesOf,
    keep(name: string, spec: Omit<ProcessSpec, keyof ReturnType<typeof filesOf>>): KeptProcess {
      const process = keepProcess({ ...filesOf(name), ...spec }, say);
      kept.push(process);
      return process;
    },
    async stop(): Promise<void> {
      for (const process of kept.toReversed()) await process.stop();
    },
  };
}

type Keeper = ReturnType<typeof keeperIn>;

/** S3, nginx and the pooler before the pair of databases. @returns what leads nginx to another primary */
function startAround({ keep }: Keeper, { programs, layout, password }: Prepared, places: Places, primary: number) {
  const { folder, ports } = layout;
  const account = serverAccount();
  const nginxFile = path.join(folder, 'nginx', 'nginx.conf');
  const consolePorts = layout.members.flatMap(({ environment }) => Number(environment['CONSOLE_PORT']) || []);
  const lead = (to: number) =>
    writeFileSync(nginxFile, nginxConfig(layout, { primary: to, modules: programs.nginxModules, consolePorts }));
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const name of ['nginx', 'tls', 'tls/key.pem', 'tls/certificate.pem'])
      chownSync(path.join(folder, name), account.uid, account.gid);
  }
  keep('s3', {
    command: process.execPath,
    args: [
      // It encrypts the place behind 1,000 listed objects with DES, and answers 500 where that is missing.
      ...['--openssl-legacy-provider', '--no-warnings', path.join(import.meta.dirname, 's3-server.ts')],
      ...[path.join(folder, 's3'), String(ports.s3), BUCKET, places.s3Keys],
    ],
    environment: {},
    cwd: folder,
  });
  lead(primary);
  const nginx = keep('nginx', {
    command: programs.nginx,
    args: ['-c', nginxFile, '-e', path.join(folder, 'nginx', 'error.log')],
    environment: {},
    cwd: folder,
    account,
    stopSignal: 'SIGQUIT',
  });
  if (programs.pgbouncer) {
    const file = writePgbouncer(folder, { listens: ports.pooler, leadsTo: ports.database, password, account });
    keep('pgbouncer', { command: programs.pgbouncer, args: [file], environment: {}, cwd: folder, account });
  }
  return (to: number) => {
    lead(to);
    nginx.signal('SIGHUP');
  };
}

/** The caller has the folder to itself. */
async function startInFolder(args: Parameters<typeof startCluster>[0]): Promise<Cluster> {
  const { places, code, say, stopping } = args;
  const prepared = await prepare(args);
  const { layout, password, programs } = prepared;
  const keeper = keeperIn(places, say);
  let pair: PostgresPair | null = null;
  const stop = async () => {
    await keeper.stop();
    await pair?.stop();
  };
  const startMember = ({ name, environment }: Member) =>
    keeper.keep(name, { command: process.execPath, args: readUnit().args, environment, cwd: code });
  const untilReady = async (members: readonly Member[]) => {
    const startedAt = Date.now();
    for (const member of members) {
      while (!stopping.aborted && !(await isReady(member)).ok) {
        if (Date.now() - startedAt > READY_LIMIT_MS)
          throw new Missing(`${member.name} is not ready: see ${keeper.filesOf(member.name).logFile}`);
        await wait(200);
      }
    }
  };

  try {
    say('Starting PostgreSQL and its replica …');
    const { folder, ports, members } = layout;
    const place = { bin: programs.postgres, folder, filesOf: keeper.filesOf, password, say };
    pair = await startPostgresPair({ ...place, ports: ports.postgres });
    const { primary, processes, failover } = pair;
    const leadTo = startAround(keeper, prepared, places, primary());
    say('Starting the processes of each role …');
    const [first] = members.filter(({ role }) => role === 'releases') as [Member, ...Member[]];
    // The first of the release services fills the folder of keys; all others may come in any order.
    startMember(first);
    await untilReady([first]);
    for (const member of members) if (member !== first) startMember(member);
    await untilReady(members);

    const acts = actsOn({
      members,
      code,
      processes: () => [...keeper.kept, ...processes()],
      isReady,
      untilReady,
      untilListening: (name) => untilListening(name, portOf(ports, name)),
      primary,
      async failover(answer) {
        await failover((port) => {
          leadTo(port);
          answer(`The primary is 127.0.0.1:${port}.`);
        });
        answer('The former primary follows it as its replica.');
      },
    });
    const server = await listenForActs(places.control, acts);
    return {
      lines: () => linesOf(layout),
      async stop() {
        server.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function linesOf({ origin, consoleOrigin, ports, members, folder }: Layout): string {
  const line = (label: string, text: string) => `  ${label.padEnd(16)}${text}`;
  const roles = Map.groupBy(members, ({ role }) => role);
  return [
    '',
    'The cluster is ready.',
    '',
    line('Site', `${origin}   (http://localhost:${ports.http} leads there)`),
    line('Release console', `${consoleOrigin}   (token: ${path.join(folder, 'keys', 'release-manager.token')})`),
    line('Mailbox', `http://127.0.0.1:${ports.sandbox}`),
    line(
      'PostgreSQL',
      `127.0.0.1:${ports.database} leads to the primary; the pair is on ${ports.postgres.join(' and ')}`,
    ),
    line('S3', `http://127.0.0.1:${ports.s3}`),
    '',
    ...[...roles].map(([role, of]) => line(role, of.map(({ name, port }) => `${name} on ${port}`).join(', '))),
    '',
    `  Logs are in ${path.join(folder, 'logs')}. Stop with Ctrl-C.`,
    '',
  ].join('\n');
}
