/**
 * `npm run bench:release -- --site`: what one process with the role `site` carries. Documents of `/` on its one core, sent and answered
 * with 304; event streams, their memory, and the time until all are back after the process was killed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openProof, proofTable, proofWanted } from '@redress/tools/proof';
import { leasePorts } from '@redress/testing/ports';
import { readUnit } from '../cluster/rehearsal/deploy.ts';
import { cpuOf, fileLimitOf, memoryOf } from '../support/process-use.ts';
import { startProgram, type Program } from '../support/program.ts';
import { refuseBusy } from '../support/quiet-machine.ts';
import { roleProgram, type RoleProgram } from '../support/release-programs.ts';

/** Documents enough for Node's compiler: before it has looked at this path one costs four times as much. */
const DOCUMENTS = 20_000;
const CONNECTIONS = 32;
const TO_REACH_MS = 0.25;
const STREAMS = [1_000, 5_000, 20_000];
const PER_CLIENT = 5_000;
/** File descriptors of a site besides its streams: files, its log, its connections to the release service. */
const OTHER_FILES = 200;
const SETTLE_MS = 5_000;
const BACK_LIMIT_MS = 300_000;
/** A site takes 2,000 of one address. */
const PER_ADDRESS = 1_900;

/** Headers that Chromium sends with the navigation to a page. */
const NAVIGATION = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-mode': 'navigate',
  'upgrade-insecure-requests': '1',
};

interface Documents {
  perSecond: number;
  cpuMs: number;
}

async function loadDocuments(site: RoleProgram, expected: number, headers: Record<string, string>): Promise<Documents> {
  const load = () =>
    autocannon({ url: site.url, connections: CONNECTIONS, amount: DOCUMENTS, headers: { ...NAVIGATION, ...headers } });
  await load();
  const before = cpuOf(site.pid());
  const { requests, errors, statusCodeStats } = await load();
  const answered = statusCodeStats[expected]?.count ?? 0;
  if (errors > 0 || answered < requests.total) throw new Error(`Of ${requests.total} not all were ${expected}.`);
  return { perSecond: requests.average, cpuMs: ((cpuOf(site.pid()) - before) * 1_000) / requests.total };
}

/** The measured site process: it serves the builds of a whole program, beside that program's release service. */
async function startSite(program: Program) {
  const home = await mkdtemp(path.join(tmpdir(), 'redress-site-'));
  const ports = await leasePorts(1);
  await symlink(path.join(program.dataDir, 'builds'), path.join(home, 'builds'));
  const site = roleProgram(ports.first, `http://localhost:${ports.first}/readyz`, {
    ROLES: 'site',
    DATA_DIR: home,
    KEYS_DIR: path.join(program.dataDir, 'keys'),
    RELEASES_URL: program.url,
  });
  await site.start();
  const stop = async () => {
    await site.kill();
    await ports.release();
    await rm(home, { recursive: true, force: true });
  };
  return { site, port: ports.first, stop };
}

/** Processes of stream clients; each opens its streams from addresses that no other uses. */
function openClients(port: number) {
  const clients: { process: ChildProcess; standing: number }[] = [];
  let opened = 0;
  let addresses = 1;
  const standing = () => clients.reduce((sum, client) => sum + client.standing, 0);
  return {
    async untilOpen(wanted: number) {
      while (opened < wanted) {
        const count = Math.min(PER_CLIENT, wanted - opened);
        const args = [port, count, addresses, PER_ADDRESS].map(String);
        const client = { process: fork(path.join(import.meta.dirname, 'stream-clients.ts'), args), standing: 0 };
        client.process.on('message', (message) => (client.standing = Number(message)));
        clients.push(client);
        opened += count;
        addresses += Math.ceil(count / PER_ADDRESS);
      }
      await this.untilBack();
    },
    /** @returns milliseconds until all that were opened stand */
    async untilBack(): Promise<number> {
      const began = performance.now();
      while (standing() < opened) {
        if (performance.now() - began > BACK_LIMIT_MS) throw new Error(`${standing()} of ${opened} streams stand.`);
        await wait(50);
      }
      return performance.now() - began;
    },
    async untilLost() {
      while (standing() > 0) await wait(20);
    },
    close: () => clients.forEach((client) => client.process.kill()),
  };
}

interface Streams {
  count: number;
  heldMb: number;
  eachKb: number;
  cpuShare: number;
  readyMs: number;
  backMs: number;
}

async function measureStreams(site: RoleProgram, port: number, counts: readonly number[]): Promise<Streams[]> {
  const measured: Streams[] = [];
  for (const count of counts) {
    await site.kill();
    await site.start();
    await wait(SETTLE_MS);
    const clients = openClients(port);
    try {
      const before = memoryOf(site.pid(), 'VmRSS');
      await clients.untilOpen(count);
      await wait(SETTLE_MS);
      const heldMb = memoryOf(site.pid(), 'VmRSS');
      // One round of the message that says nothing new.
      const cpu = cpuOf(site.pid());
      await wait(25_000);
      const cpuShare = (cpuOf(site.pid()) - cpu) / 25;
      const killed = performance.now();
      await site.kill();
      await clients.untilLost();
      await site.start();
      const readyMs = performance.now() - killed;
      await clients.untilBack();
      const backMs = performance.now() - killed;
      measured.push({ count, heldMb, eachKb: ((heldMb - before) * 1_024) / count, cpuShare, readyMs, backMs });
    } finally {
      clients.close();
    }
  }
  return measured;
}

async function measure(most: number) {
  const program = await startProgram();
  try {
    const { site, port, stop } = await startSite(program);
    try {
      const etag = (await fetch(site.url)).headers.get('etag') ?? '';
      const sent = await loadDocuments(site, 200, {});
      const unchanged = await loadDocuments(site, 304, { 'if-none-match': etag });
      const limit = fileLimitOf(site.pid());
      const counts = [
        ...new Set(STREAMS.filter((count) => count <= most).map((count) => Math.min(count, limit - OTHER_FILES))),
      ];
      return { sent, unchanged, limit, streams: await measureStreams(site, port, counts) };
    } finally {
      await stop();
    }
  } finally {
    await program.stop();
  }
}

const documentRow = (what: string, { perSecond, cpuMs }: Documents) => [
  what,
  perSecond.toFixed(0),
  cpuMs.toFixed(3),
  (1_000 / cpuMs).toFixed(0),
  TO_REACH_MS,
];
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

function pageOf({ sent, unchanged, limit, streams }: Awaited<ReturnType<typeof measure>>): string {
  const counts = streams.map(({ count }) => count.toLocaleString('en')).join(', ');
  return [
    '## Documents',
    `\`/\` as Chromium asks for it (Brotli), ${CONNECTIONS} connections, ${DOCUMENTS} of each after as many before; the client runs on the same machine and takes a part of what the first figure could be.`,
    proofTable(
      ['answer', 'a second', 'processor ms each', 'a second on a whole core', 'to reach, ms'],
      [documentRow('200, the document', sent), documentRow('304, to If-None-Match', unchanged)],
    ),
    '## Event streams',
    'Bare connections from processes of their own, over HTTP/1.1. The site is then killed and started again; a stream is opened anew 2 s after it broke off, as browsers do.',
    proofTable(
      ['streams', 'MB held', 'kB each', 'cores meanwhile', 'ready again after, s', 'all are back after, s'],
      streams.map(({ count, heldMb, eachKb, cpuShare, readyMs, backMs }) => [
        count,
        heldMb.toFixed(0),
        eachKb.toFixed(1),
        cpuShare.toFixed(3),
        seconds(readyMs),
        seconds(backMs),
      ]),
    ),
    `A stream is an open file, and a site needs some ${OTHER_FILES} besides. A process may have ${limit.toLocaleString('en')} here (\`ulimit -Hn\`; Node takes all of them), so ${counts} were opened; systemd lets a service have 524,288. A limit that is reached refuses connections of all kinds.`,
  ].join('\n\n');
}

/** @param most - streams; a site takes 20,000 */
export async function benchOneSite(most: number): Promise<void> {
  if (proofWanted()) await refuseBusy();
  const command = 'npm run bench:release -- --site --proof';
  const proof = openProof({ name: 'site', title: 'What one site process carries', command });
  const measured = await measure(most);
  const body = pageOf(measured);
  process.stdout.write(`${body}\n`);
  if (!proofWanted()) return;
  await refuseBusy();
  const { memoryMb } = readUnit();
  const notReached = [
    ...(measured.sent.cpuMs > TO_REACH_MS ? [`A document in ${TO_REACH_MS} ms of a processor.`] : []),
    ...measured.streams
      .filter(({ heldMb }) => heldMb > memoryMb)
      .map(({ count }) => `${count} streams within the ${memoryMb} MB of the unit.`),
  ];
  process.stdout.write(`${await proof.write({ body, notReached })}\n`);
}
