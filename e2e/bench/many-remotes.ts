/**
 * `npm run bench:release -- --remotes=30`: first visits of a site of so many remotes of five teams, beside the same site as
 * it is. The two take turns in every round. `--proof` writes its page under docs/proof.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { openProof, percentile, proofTable, proofWanted } from '@redress/tools/proof';
import { openChromium } from '../support/chromium.ts';
import { startProgram } from '../support/program.ts';
import { visitUntilIdle, type IdleVisit } from './visit.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
/** Its build is what further remotes are made of. */
const MODEL = 'mf-letters';
/** What a guarded page answers who is not signed in is measured with the sign-in page. */
const PAGES = ['/', '/login', '/forgot-password'];
const TEAMS = 5;
const ROUNDS = 5;
/** A median may differ by so much: two runs of the same site on the same machine do. */
const NOISE = 0.05;
/** A name and its digest take about this much of a document; more would be what the document does not need. */
const MOST_BYTES_A_REMOTE = 100;

const sha384 = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
const median = (numbers: readonly number[]) => percentile(numbers, 0.5);

/** A copy of one build under another name: its files get other hashes, its routes other paths, and it fills no slot. */
async function writeRemote(dist: string, index: number): Promise<void> {
  const name = `mf-area-${index}`;
  const model = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as BuildDescriptor;
  const buildId = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const globalName = `${name.replaceAll('-', '_')}_${buildId}`;
  const files: BuildDescriptor['files'] = {};
  for (const file of Object.keys(model.files)) {
    const place = path.join(dist, file);
    const content = await readFile(place);
    const isScript = file.endsWith('.js') || file.endsWith('.css');
    const own = isScript
      ? Buffer.from(`${content.toString('utf8').replaceAll(model.globalName, globalName)}\n/* ${name} */`)
      : content;
    await writeFile(place, own);
    files[file] = { integrity: sha384(own), bytes: own.length };
  }
  const route = (at: string) => ({
    path: `/area-${index}${at}`,
    layout: 'account' as const,
    documentClass: 'private' as const,
    title: `Area ${index}${at.replace('/', ' ')}`,
    guarded: true,
    next: ['/dashboard'],
  });
  const owner = `team-${index % TEAMS}`;
  const config = { ...model.config, name, owner, routes: ['', '/list', '/history'].map(route), persisted: {} };
  const descriptor: BuildDescriptor = { ...model, name, owner, buildId, globalName, files, config };
  await writeFile(path.join(dist, 'build.json'), JSON.stringify(descriptor));
}

/** A folder with the builds of this site, and with as many more as make up the number. */
async function writeBuilds(count: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'redress-remotes-'));
  const own = (await readdir(REPOSITORY)).filter((name) => name === 'shell' || name.startsWith('mf-'));
  for (const name of own) await symlink(path.join(REPOSITORY, name), path.join(folder, name));
  for (let index = own.length; index <= count; index += 1) {
    const dist = path.join(folder, `mf-area-${index}`, 'dist');
    await mkdir(dist, { recursive: true });
    await cp(path.join(REPOSITORY, MODEL, 'dist'), dist, { recursive: true });
    await writeRemote(dist, index);
  }
  return folder;
}

const FIGURES = [
  ['document, bytes', ({ documentBytes }) => documentBytes],
  ['to interactive, bytes', ({ bytes }) => bytes],
  ['to interactive, requests', ({ requests }) => requests],
  ['until idle, bytes', ({ idleBytes }) => idleBytes],
  ['until idle, requests', ({ idleRequests }) => idleRequests],
  ['largest paint, ms', ({ largestPaint }) => largestPaint],
  ['interactive, ms', ({ interactive }) => interactive],
] as const satisfies readonly (readonly [string, (visit: IdleVisit) => number])[];

export async function benchManyRemotes(count: number): Promise<void> {
  const proof = openProof({
    name: 'many-remotes',
    title: `First visits with ${count} remotes`,
    command: `npm run bench:release -- --remotes=${count} --proof`,
    chromium: true,
  });
  const builds = await writeBuilds(count);
  const few = await startProgram();
  const many = await startProgram({ BUILDS_FROM: builds });
  const browser = await openChromium();
  const rows: string[][] = [];
  const notReached: string[] = [];
  try {
    for (const page of PAGES) {
      const seen: { few: IdleVisit[]; many: IdleVisit[] } = { few: [], many: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const turns = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
        for (const which of turns) {
          const visit = await visitUntilIdle(browser, (which === 'few' ? few : many).url + page, 'slow');
          // The first round warms caches of server and browser, and is not counted.
          if (round > 0) seen[which].push(visit);
        }
        process.stderr.write(`${page}, round ${round} of ${ROUNDS}\n`);
      }
      for (const [what, pick] of FIGURES) {
        const [less, more] = [median(seen.few.map(pick)), median(seen.many.map(pick))];
        const ratio = more / less;
        rows.push([page, what, less.toFixed(0), more.toFixed(0), ratio.toFixed(3), proof.load()]);
        const allowed = what === 'document, bytes' ? less + (count - TEAMS) * MOST_BYTES_A_REMOTE : less * (1 + NOISE);
        if (more > allowed) notReached.push(`${page}, ${what}: ${more.toFixed(0)} against ${less.toFixed(0)}.`);
      }
    }
  } finally {
    await browser.close();
    await few.stop();
    await many.stop();
    await rm(builds, { recursive: true, force: true });
  }
  const columns = ['page', 'first visit', 'remotes as they are', `${count} remotes`, 'ratio', 'load average'];
  const body = [
    `Slow profile, ${ROUNDS} rounds in turns, medians. The further remotes are the build of ${MODEL} with names, hashes and three pages of their own; ${TEAMS} teams own them.`,
    proofTable(columns, rows),
  ].join('\n\n');
  process.stdout.write(`${body}\n${notReached.join('\n')}\n`);
  if (proofWanted()) process.stdout.write(`${await proof.write({ body, notReached })}\n`);
}
