/**
 * `npm run cluster:rotate`: certificate, key of a channel, secret of the installation and login of the database change while 50
 * requests a second go through nginx. The first two without a restart, the others process by process.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { clusterAtHand, type AtHand } from '../src/at-hand.ts';
import { certificateIn } from '../src/first-files.ts';
import { startLoad } from '../src/load.ts';
import { REPOSITORY } from '../src/places.ts';
import { findPrograms } from '../src/programs.ts';
import { keepDrilled, openClusterProof, type Figure } from '../src/proof-page.ts';

const run = promisify(execFile);
const COMMAND = 'npm run cluster:rotate';
const PER_SECOND = 50;
const SETTLE_MS = 2_000;
/** A running program signs with a changed key within five seconds. */
const FOLLOW_LIMIT_MS = 30_000;
const LOGIN = 'redress_next';

/** Serial number of the certificate that visitors get. */
const served = ({ layout }: AtHand) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port: layout.ports.https, host: '127.0.0.1', servername: 'localhost' }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });

async function changeCertificate(cluster: AtHand): Promise<string> {
  const { folder, certificate } = cluster.places;
  const before = await served(cluster);
  const made = mkdtempSync(path.join(tmpdir(), 'redress-certificate-'));
  try {
    const next = await certificateIn(made, findPrograms());
    // Visitors trust both, as they do when an authority signs them.
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(next, 'utf8')]);
    for (const name of ['key.pem', 'certificate.pem']) {
      writeFileSync(path.join(path.dirname(certificate), name), readFileSync(path.join(path.dirname(next), name)));
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  process.kill(Number(readFileSync(path.join(folder, 'nginx', 'nginx.pid'), 'utf8')), 'SIGHUP');
  await wait(SETTLE_MS);
  return (await served(cluster)) === before ? 'the same' : 'another';
}

async function changeChannelKey({ layout }: AtHand): Promise<string> {
  const releases = layout.members.find(({ role }) => role === 'releases');
  const env = { ...process.env, ...releases?.environment };
  const release = (...args: string[]) =>
    run(process.execPath, ['--no-warnings', path.join(REPOSITORY, 'services/releases/cli/release.ts'), ...args], {
      env,
    });
  const current = async () => {
    const answer = await fetch(`${layout.origin}/releases/snapshot?channel=production`);
    return ((await answer.json()) as { keyId: string }).keyId;
  };
  const before = await current();
  await release('keys', 'rotate', 'channel', 'production');
  await wait(SETTLE_MS);
  await release('keys', 'rotate', 'channel', 'production', '--finish');
  for (const limit = Date.now() + FOLLOW_LIMIT_MS; Date.now() < limit; await wait(500)) {
    if ((await current()) !== before) return 'another signs';
  }
  return 'the same signs';
}

/** A second login with the rights of the first; every process changes to it, and then the first may be closed. */
async function newLogin(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const password = randomBytes(16).toString('hex');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`do $$ begin create role ${LOGIN}; exception when duplicate_object then null; end $$`);
    await client.query(`alter role ${LOGIN} login password '${password}'`);
    await client.query(`grant ${url.username} to ${LOGIN}`);
  } finally {
    await client.end();
  }
  return Object.assign(url, { username: LOGIN, password }).href;
}

async function changeSecretAndLogin({ layout, ask, untilAllReady }: AtHand): Promise<void> {
  const users = layout.members.filter(({ role }) => ['releases', 'claims', 'worker'].includes(role));
  const claims = users.find(({ role }) => role === 'claims');
  const env = { ...process.env, ...claims?.environment };
  const secret = path.join(env['KEYS_DIR'] ?? '', 'secret');
  // Of the time before: the drill is the first rotation for hours.
  rmSync(`${secret}.former`, { force: true });
  const url = await newLogin(claims?.environment['DATABASE_URL'] ?? '');
  await run(
    process.execPath,
    ['--no-warnings', path.join(REPOSITORY, 'services/claims/src/ops/cli.ts'), 'rotate-secret'],
    { env },
  );
  // Workers first: they open what was sealed with either secret.
  for (const { name } of users.toReversed()) {
    await ask('restart', name, `DATABASE_URL=${url}`);
    process.stdout.write(`  ${name} has the new secret and the new login\n`);
    await untilAllReady();
  }
}

async function drill(cluster: AtHand): Promise<void> {
  const startedAt = new Date();
  const proof = openClusterProof(COMMAND);
  const figures: Figure[] = [];
  const under = async (what: string, work: () => Promise<{ measured: string; isReached: boolean }>) => {
    const load = startLoad(cluster.layout.origin, PER_SECOND);
    await wait(SETTLE_MS);
    const { measured, isReached } = await work();
    await wait(SETTLE_MS);
    await load.end();
    for (const line of load.failed.slice(0, 5)) process.stdout.write(`  ${line}\n`);
    figures.push({
      what,
      measured: `${measured}; ${load.failed.length} of ${load.sent()} requests failed`,
      limit: 'changed, no request fails',
      isReached: isReached && load.failed.length === 0,
    });
  };
  await under('the certificate, by a reload of nginx', async () => {
    const measured = await changeCertificate(cluster);
    return { measured: `${measured} certificate is served`, isReached: measured === 'another' };
  });
  await under('the key of the channel production, without a restart', async () => {
    const measured = await changeChannelKey(cluster);
    return { measured, isReached: measured === 'another signs' };
  });
  await under('the secret of the installation and the login of the database, process by process', async () => {
    await changeSecretAndLogin(cluster);
    return { measured: 'every process has both', isReached: true };
  });
  await keepDrilled(
    proof,
    {
      title: 'Keys that change',
      command: COMMAND,
      about: `Under ${PER_SECOND} requests a second through nginx.`,
      figures,
    },
    startedAt,
  );
}

const cluster = await clusterAtHand();
try {
  await drill(cluster);
} finally {
  await cluster.end();
}
