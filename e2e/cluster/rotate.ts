/**
 * `npm run cluster -- drill rotate`: certificate, key of a channel, secret of the installation, keys of every provider and of the store,
 * token of the metrics and login of the database change while 50 requests a second go through nginx. No process is restarted.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { certificateIn } from './rehearsal/first-files.ts';
import { startLoad } from './rehearsal/load.ts';
import { REPOSITORY } from './rehearsal/places.ts';
import { findPrograms } from './rehearsal/programs.ts';
import type { Drilled, Figure } from './rehearsal/proof-page.ts';
import { drillCluster } from './drill-cluster.ts';
import { changeLogin } from './rotate-login.ts';
import { changeProviderKeys } from './rotate-provider-keys.ts';
import { changeSecret } from './rotate-secret.ts';

const run = promisify(execFile);
const PER_SECOND = 50;
const SETTLE_MS = 2_000;
/** A running program signs with a changed key within five seconds. */
const FOLLOW_LIMIT_MS = 30_000;

/** Serial number of the certificate that visitors get. */
const served = ({ layout }: RunningCluster) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port: layout.ports.https, host: '127.0.0.1', servername: 'localhost' }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });

async function changeCertificate(cluster: RunningCluster): Promise<string> {
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

async function changeChannelKey({ layout }: RunningCluster): Promise<string> {
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

/** Process ids of the members by name, as the cluster knows them. */
async function processes({ ask, layout }: RunningCluster): Promise<string> {
  const names = new Set(layout.members.map(({ name }) => name));
  const lines = (await ask('status')).filter((line) => names.has(line.split(' ')[0] ?? ''));
  return lines.map((line) => `${line.split(' ')[0]} ${/process (\w+)/.exec(line)?.[1]}`).join(', ');
}

async function drill(cluster: RunningCluster): Promise<Pick<Drilled, 'about' | 'figures'>> {
  const figures: Figure[] = [];
  const under = async (what: string, work: () => Promise<{ measured: string; isReached: boolean }>) => {
    process.stdout.write(`${what} …\n`);
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
  const before = await processes(cluster);
  await under('the certificate, by a reload of nginx', async () => {
    const measured = await changeCertificate(cluster);
    return { measured: `${measured} certificate is served`, isReached: measured === 'another' };
  });
  await under('the key of the channel production', async () => {
    const measured = await changeChannelKey(cluster);
    return { measured, isReached: measured === 'another signs' };
  });
  await under('the secret of the installation, in two steps', () => changeSecret(cluster));
  await under('the keys of Stripe, Lob, Places, OIDC, mail and S3, the secrets of webhooks, METRICS_TOKEN', () =>
    changeProviderKeys(cluster),
  );
  await under('the login of the database, twice, the first closed', () => changeLogin(cluster));
  const after = await processes(cluster);
  figures.push({
    what: 'processes of the product, before the first change and after the last',
    measured: after === before ? `the same ${cluster.layout.members.length}` : `${before} became ${after}`,
    limit: 'the same',
    isReached: after === before,
  });
  return { about: `Under ${PER_SECOND} requests a second through nginx.`, figures };
}

await drillCluster({ title: 'Keys that change', command: 'npm run cluster -- drill rotate' }, drill);
