import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { askCluster, listenForActs } from './control.ts';
import { keepProcess, type KeptProcess } from './kept-process.ts';
import { BUCKET, consolePort, layoutOf, portsFrom, type Layout, type Member, type SandboxKeys } from './layout.ts';
import { nginxConfig } from './nginx.ts';
import { serverAccount, startPostgresPair, type PostgresPair } from './postgres.ts';
import { findPrograms, Missing, type Programs } from './programs.ts';

const run = promisify(execFile);
const READY_LIMIT_MS = 120_000;

export interface Cluster {
  /** The addresses, and one line for each role. */
  lines(): string;
  stop(): Promise<void>;
}

/** What is drawn once for a folder and kept in it. */
interface Drawn {
  password: string;
  metricsToken: string;
  keys: SandboxKeys;
}

function drawOnce(folder: string): Drawn {
  const file = path.join(folder, 'drawn.json');
  const secret = (prefix: string) => `${prefix}${randomBytes(18).toString('hex')}`;
  if (!existsSync(file)) {
    const drawn: Drawn = {
      password: secret(''),
      metricsToken: secret(''),
      keys: {
        stripeSecretKey: secret('sk_test_'),
        stripePublishableKey: secret('pk_test_'),
        stripeWebhookSecret: secret('whsec_'),
        lobApiKey: secret('test_'),
        lobWebhookSecret: secret('lobsec_'),
        placesKey: secret('AIza'),
        oidcClientId: `${secret('')}.apps.sandbox`,
        oidcClientSecret: secret('oidcsec_'),
      },
    };
    writeFileSync(`${file}.new`, JSON.stringify(drawn), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Drawn;
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

/** A certificate for localhost that signs itself: the processes are told to trust it, browsers ask. */
async function certificateIn(folder: string, { openssl }: Programs): Promise<string> {
  const tls = path.join(folder, 'tls');
  const certificate = path.join(tls, 'certificate.pem');
  if (existsSync(certificate)) return certificate;
  mkdirSync(tls, { recursive: true });
  await run(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '365'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', path.join(tls, 'key.pem'), '-out', certificate],
  ]);
  return certificate;
}

/** @throws {Missing} in one sentence for the person at the terminal */
export async function startCluster(args: {
  repository: string;
  folder: string;
  firstPort: number;
  say: (line: string) => void;
  stopping: AbortSignal;
}): Promise<Cluster> {
  const { repository, folder, firstPort, say, stopping } = args;
  const programs = findPrograms();
  const control = path.join(folder, 'control.sock');
  if (await askCluster(control, ['status'], () => {})) {
    throw new Missing('A cluster runs here already: stop it first, or set CLUSTER_DIR and CLUSTER_PORT.');
  }
  for (const name of ['logs', 'nginx', 's3', 'keys']) mkdirSync(path.join(folder, name), { recursive: true });
  const drawn = drawOnce(folder);
  const certificate = await certificateIn(folder, programs);
  const ports = portsFrom(firstPort);
  const layout = layoutOf({
    folder,
    firstPort,
    databaseUrl: `postgresql://redress:${drawn.password}@127.0.0.1:${ports.database}/redress`,
    keys: drawn.keys,
    certificate,
    metricsToken: drawn.metricsToken,
  });
  await refuseTakenPorts(layout);

  const kept: KeptProcess[] = [];
  let pair: PostgresPair | null = null;
  const stop = async () => {
    // Against the order in which they need each other.
    for (const process of kept.toReversed()) await process.stop();
    await pair?.stop();
  };
  const keep = (spec: Parameters<typeof keepProcess>[0]) => {
    const process = keepProcess(spec, say);
    kept.push(process);
    return process;
  };
  const logFile = (name: string) => path.join(folder, 'logs', `${name}.log`);

  const account = serverAccount();
  const nginxFile = path.join(folder, 'nginx', 'nginx.conf');
  const writeNginx = (primary: number) =>
    writeFileSync(
      nginxFile,
      nginxConfig(layout, {
        primary,
        modules: programs.nginxModules,
        consolePorts: [consolePort(firstPort, 0), consolePort(firstPort, 1)],
      }),
    );
  const startMember = ({ name, environment }: Member) =>
    keep({
      name,
      command: process.execPath,
      args: [path.join(repository, 'services/site/src/main.ts')],
      environment,
      cwd: repository,
      logFile: logFile(name),
    });
  const isReady = async ({ port }: Member) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      async (answer) => ({ ok: answer.ok, said: await answer.text() }),
      ({ message }: Error) => ({ ok: false, said: message }),
    );
  const untilReady = async (members: readonly Member[]) => {
    const startedAt = Date.now();
    for (const member of members) {
      while (!stopping.aborted && !(await isReady(member)).ok) {
        if (Date.now() - startedAt > READY_LIMIT_MS)
          throw new Missing(`${member.name} is not ready: see ${logFile(member.name)}`);
        await wait(200);
      }
    }
  };

  try {
    say('Starting PostgreSQL and its replica …');
    pair = await startPostgresPair({
      bin: programs.postgres,
      folder,
      ports: ports.postgres,
      password: drawn.password,
      say,
    });
    if (account.uid !== undefined && account.gid !== undefined) {
      for (const name of ['nginx', 'tls', 'tls/key.pem', 'tls/certificate.pem'])
        chownSync(path.join(folder, name), account.uid, account.gid);
    }
    keep({
      name: 's3',
      command: process.execPath,
      args: [
        path.join(path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')), 'bin/s3rver.js'),
        ...['--directory', path.join(folder, 's3'), '--address', '127.0.0.1', '--port', String(ports.s3)],
        ...['--configure-bucket', BUCKET],
      ],
      environment: {},
      cwd: folder,
      logFile: logFile('s3'),
    });
    writeNginx(pair.primary());
    const nginx = keep({
      name: 'nginx',
      command: programs.nginx,
      args: ['-c', nginxFile, '-e', path.join(folder, 'nginx', 'error.log')],
      environment: {},
      cwd: folder,
      logFile: logFile('nginx'),
      account,
      stopSignal: 'SIGQUIT',
    });
    say('Starting the processes of each role …');
    const [first, ...others] = layout.members.filter(({ role }) => role === 'releases') as [Member, ...Member[]];
    // The first of the release services fills the folder of keys; all others may come in any order.
    startMember(first);
    await untilReady([first]);
    for (const member of layout.members) if (member !== first) startMember(member);
    await untilReady([...others, ...layout.members]);

    const named = (name: string | undefined) => {
      const found = [...kept, ...(pair?.processes() ?? [])].find((process) => process.name === name);
      if (!found) throw new Error(`There is no process ${name ?? ''}.`);
      return found;
    };
    const server = await listenForActs(control, {
      async status(_words, answer) {
        for (const member of layout.members) {
          const { ok, said } = await isReady(member);
          const process = named(member.name);
          answer(
            `${member.name.padEnd(12)} ${ok ? 'ready' : 'not ready'}, process ${process.pid() ?? 'none'}, started again ${process.restarts()} times${ok ? '' : `: ${said.slice(0, 300)}`}`,
          );
        }
        answer(`primary      127.0.0.1:${pair?.primary()}`);
      },
      restart: ([name]) => named(name).restart(),
      kill: async ([name]) => named(name).signal('SIGKILL'),
      async failover(_words, answer) {
        await pair?.failover(async (port) => {
          writeNginx(port);
          nginx.signal('SIGHUP');
          answer(`The primary is 127.0.0.1:${port}.`);
        });
        answer('The former primary follows it as its replica.');
      },
    });
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
