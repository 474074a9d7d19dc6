import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openProof, proofTable, type ProofPart } from '@redress/tools/proof';
import { REPOSITORY } from './places.ts';

/** One figure of a drill. */
export interface Figure {
  what: string;
  measured: string;
  /** What it must reach; absent where nothing was promised. */
  limit?: string;
  isReached: boolean;
}

export interface Drilled {
  /** Heading on the page: `Restarts`. */
  title: string;
  /** `npm run cluster -- drill restarts` */
  command: string;
  /** What was done, in a sentence or two. */
  about: string;
  figures: readonly Figure[];
}

const NAME = 'cluster';
const NOT_REACHED = '## Not reached';

interface Section {
  title: string;
  text: string;
}

/**
 * The page as the drills before left it.
 * @param page - Markdown of the page of the cluster; empty when there is none
 */
export function readPage(page: string): { sections: Section[]; notReached: string[] } {
  const [head = '', missing = ''] = page.split(NOT_REACHED);
  const sections = head
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf('\n')), text: `## ${part.trim()}` }));
  return { sections, notReached: [...missing.matchAll(/^- (.+)$/gm)].map(([, line]) => line as string) };
}

/** The sections and sentences of a page after a drill: its own are replaced, the others stay. */
export function withDrill(
  { sections, notReached }: ReturnType<typeof readPage>,
  { title, command, about, figures }: Drilled,
  when: string,
): { body: string; notReached: string[] } {
  const rows = figures.map(({ what, measured, limit, isReached }) => [
    what,
    measured,
    limit ?? '',
    isReached ? 'yes' : 'no',
  ]);
  const text = [
    `## ${title}`,
    about,
    `By \`${command}\`, ${when}.`,
    proofTable(['what', 'measured', 'to reach', 'reached'], rows),
  ].join('\n\n');
  const all = [...sections.filter((each) => each.title !== title), { title, text }];
  const missed = figures.filter(({ isReached }) => !isReached);
  return {
    body: all
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map((each) => each.text)
      .join('\n\n'),
    notReached: [
      ...notReached.filter((line) => !line.startsWith(`${title}: `)),
      ...missed.map(({ what, measured, limit }) => `${title}: ${what}: ${measured}${limit ? ` (${limit})` : ''}.`),
    ],
  };
}

/** Call it before a drill begins: it keeps the time and the load. */
export const openClusterProof = (command: string): ProofPart =>
  openProof({ name: NAME, title: 'The cluster', command, database: 'PostgreSQL with a streaming replica' });

/**
 * Prints the figures of a drill, writes its section of the page, and sets the exit code: 1 when one is not reached.
 * @param startedAt - when the drill began
 */
export async function keepDrilled(proof: ProofPart, drilled: Drilled, startedAt: Date): Promise<void> {
  for (const { what, measured, limit, isReached } of drilled.figures)
    process.stdout.write(`${isReached ? 'reached' : 'MISSED '}  ${what}: ${measured}${limit ? ` (${limit})` : ''}\n`);
  if (drilled.figures.some(({ isReached }) => !isReached)) process.exitCode = 1;
  const file = path.join(REPOSITORY, 'docs/proof', `${NAME}.md`);
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const date = startedAt.toISOString().slice(0, 16).replace('T', ' ');
  const when = `${date} UTC, at ${proof.commit}, on ${availableParallelism()} cores, load average ${proof.load()} at the end`;
  await proof.write(withDrill(readPage(page), drilled, when));
}
